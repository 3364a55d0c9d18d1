import { test } from '@japa/runner'

type Health = { status: string; queue: object; critical: { key: string }[] }

test.group('Health', () => {
  test('a load balancer learns that the process and its database answer, and nothing of the business', async ({
    client,
    assert,
  }) => {
    const response = await client.get('/health')

    response.assertStatus(200)
    const { status, queue, critical } = response.body() as Health
    assert.equal(status, 'ok')
    assert.sameMembers(Object.keys(queue), ['waiting', 'oldestSeconds'])
    assert.include(
      critical.map(({ key }) => key),
      'ledger.check-books'
    )
    for (const process of critical)
      assert.sameMembers(Object.keys(process), ['key', 'lastSuccessAt', 'failuresInRow', 'isPaused'])
    assert.isUndefined(response.header('x-powered-by'))
  })
})
