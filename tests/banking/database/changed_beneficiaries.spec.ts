import { test } from '@japa/runner'
import type { Beneficiary } from '#app/banking/bank_provider'
import { syncConnector } from '#app/banking/sync/sync_connector'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { type Connected, makeConnection } from '#tests/factories/fake_bank'
import { makeUser } from '#tests/factories/people'

const acme: Beneficiary = {
  externalId: 'B-1',
  name: 'Acme SL',
  iban: 'ES9121000418450200051332',
  bic: null,
  email: null,
  currency: 'EUR',
  country: 'ES',
  details: {},
  account: '•••• 1332',
  isTrusted: false,
  status: 'active',
}

/** A connection with one beneficiary that two people answered for, and an approver of its company. */
async function makeVerified(): Promise<Connected & { email: string }> {
  const connected = await makeConnection()
  const [maker, other] = [await makeUser('aprobador'), await makeUser('aprobador')]
  connected.world.beneficiaries = [acme]
  await syncConnector({ connectorId: connected.connectorId, reach: 'month', userId: null })
  await execute(
    `update provider_beneficiaries set created_by = :maker, verified_by = :other, verified_at = now() - interval '9 days', vop_result = 'match', vop_at = now() where connector_id = :connectorId`,
    { maker: maker.id, other: other.id, connectorId: connected.connectorId }
  )
  return { ...connected, email: maker.email }
}

const stateOf = ({ connectorId }: Connected) =>
  oneRow<{ createdBy: number | null; verifiedAt: Date | null; payableFrom: Date | null; vop: string | null }>(
    `select created_by, verified_at, payable_from, vop_result as vop from provider_beneficiaries where connector_id = :connectorId`,
    { connectorId }
  )

const mailsTo = ({ connectorId, email }: { connectorId: number; email: string }) =>
  rows<{ subject: string; body: string }>(
    `select subject, body from outgoing_mails where object_type = 'connector' and object_id = :connectorId and "to" = :email order by id`,
    { connectorId, email }
  )

const NOBODY = { createdBy: null, verifiedAt: null, payableFrom: null, vop: null }

test.group('What a bank says anew of a beneficiary', () => {
  test('the same as before changes nothing', async ({ assert }) => {
    const stage = await makeVerified()

    await syncConnector({ connectorId: stage.connectorId, reach: 'month', userId: null })

    assert.isNotNull((await stateOf(stage)).verifiedAt)
    assert.isEmpty(await mailsTo(stage))
  })

  test('another name takes back who answered for it, and people are told', async ({ assert }) => {
    const stage = await makeVerified()
    stage.world.beneficiaries = [{ ...acme, name: 'Acme Limited' }]

    await syncConnector({ connectorId: stage.connectorId, reach: 'month', userId: null })

    assert.deepEqual(await stateOf(stage), NOBODY)
    const [mail] = await mailsTo(stage)
    assert.include(mail?.subject, '1 beneficiario ha cambiado: Banco de prueba')
    assert.include(mail?.body, 'Acme SL, •••• 1332: ahora Acme Limited, •••• 1332')
  })

  test('another account too, whoever writes it', async ({ assert }) => {
    const stage = await makeVerified()
    stage.world.beneficiaries = [{ ...acme, iban: 'ES7921000813610123456789', account: '•••• 6789' }]

    await syncConnector({ connectorId: stage.connectorId, reach: 'month', userId: null })

    assert.deepEqual(await stateOf(stage), NOBODY)
    assert.lengthOf(await mailsTo(stage), 1)
    const { diff } = await oneRow<{ diff: Record<string, string[]> }>(
      `select diff from audit_events where object_type = 'provider_beneficiary' and event = 'provider_beneficiary.changed'
          and object_id = (select id from provider_beneficiaries where connector_id = :connectorId)`,
      { connectorId: stage.connectorId }
    )
    assert.deepEqual(diff.account, ['•••• 1332', '•••• 6789'])

    const again = await makeVerified()
    await execute(`update provider_beneficiaries set name = 'Otro' where connector_id = :connectorId`, {
      connectorId: again.connectorId,
    })
    assert.deepEqual(await stateOf(again), NOBODY)
  })

  test('what it asks a payment to be for is kept by country and currency', async ({ assert }) => {
    const stage = await makeConnection()
    stage.world.purposes = [
      { country: 'IN', currency: 'INR', code: 'goods', title: 'Mercancías' },
      { country: 'IN', currency: 'INR', code: 'services', title: 'Servicios' },
    ]
    await syncConnector({ connectorId: stage.connectorId, reach: 'month', userId: null })
    stage.world.purposes = stage.world.purposes.slice(1)

    await syncConnector({ connectorId: stage.connectorId, reach: 'month', userId: null })

    assert.deepEqual(
      await rows(`select country, currency, code from provider_purposes where connector_id = :connectorId`, {
        connectorId: stage.connectorId,
      }),
      [{ country: 'IN', currency: 'INR', code: 'services' }]
    )
  })
})
