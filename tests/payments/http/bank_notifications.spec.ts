import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { signatureOf } from '#app/payments/gateway/sandbox_gateway'
import { type ApiStage, BANK_SECRET, makeApiStage } from '#tests/factories/api_payments'

const now = () => Math.floor(Date.now() / 1000)
const signed = (raw: string, seconds = now(), secret = BANK_SECRET) =>
  `t=${seconds},v1=${signatureOf(secret, seconds, raw)}`

const storedOf = (gateway: string) =>
  rows<{ reference: string }>(`select reference from payment_notifications where gateway = :gateway`, {
    gateway,
  })

test.group('What a bank tells by itself', (group) => {
  let stage: ApiStage
  group.setup(async () => {
    stage = await makeApiStage()
    return () => stage.close()
  })

  const body = (id: string) => ({ id, transferId: 'T-1', reference: 'OP-1', status: 'settled' })

  test('is stored once, however often it is told', async ({ client, assert }) => {
    const raw = JSON.stringify(body('N-1'))
    for (const outcome of ['stored', 'repeated', 'repeated']) {
      const answer = await client
        .post(`/webhooks/${stage.gateway.name}`)
        .header('x-sandbox-signature', signed(raw))
        .json(body('N-1'))
      answer.assertStatus(200)
      assert.deepEqual(answer.body(), { outcome })
    }
    assert.deepEqual(await storedOf(stage.gateway.name), [{ reference: 'OP-1' }])
  })

  test('is refused without a signature, with another one, for other bytes, and when it is old', async ({
    client,
    assert,
  }) => {
    const before = await storedOf(stage.gateway.name)
    const raw = JSON.stringify(body('N-2'))
    const wrong = ['', signed(raw, now(), 'other'), signed(`${raw} `), signed(raw, now() - 301), 't=1,v1=zz']
    for (const signature of wrong) {
      const answer = await client
        .post(`/webhooks/${stage.gateway.name}`)
        .header('x-sandbox-signature', signature)
        .json(body('N-2'))
      answer.assertStatus(401)
    }
    assert.deepEqual(await storedOf(stage.gateway.name), before)
  })

  test('of a bank that nobody connected is not found', async ({ client }) => {
    const answer = await client.post('/webhooks/no-such-bank').json(body('N-3'))
    answer.assertStatus(404)
  })
})
