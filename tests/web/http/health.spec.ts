import { test } from '@japa/runner'

test.group('Health', () => {
  test('a load balancer learns that the process and its database answer, and nothing of the business', async ({
    client,
    assert,
  }) => {
    const response = await client.get('/health')

    response.assertStatus(200)
    assert.deepEqual(response.body(), { status: 'ok' })
    assert.isUndefined(response.header('x-powered-by'))
  })
})
