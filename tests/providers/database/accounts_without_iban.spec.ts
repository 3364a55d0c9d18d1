import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { addAccountWithoutIban, type ForeignAccount } from '#app/providers/actions/add_account_without_iban'
import { mergeProviders } from '#app/providers/actions/merge_providers'
import { disableBank, rejectBank, verifyBank, waiveCooling } from '#app/providers/actions/provider_banks'
import { revealAccount } from '#app/providers/actions/reveal_account'
import { makeProvider } from '#tests/factories/documents'
import { american, someNumber } from '#tests/factories/foreign_accounts'
import { makeUser } from '#tests/factories/people'

const HOLDER = 'Suministros de prueba'
const swift = (number = someNumber()): ForeignAccount => ({
  kind: 'swift_other',
  number,
  routingCode: null,
  bic: 'CMBCCNBS',
  bankName: 'China Merchants Bank',
  country: 'CN',
})

async function makeForeign() {
  const [senior, accountant] = [await makeUser('superC0ntab1l1dad'), await makeUser('c0ntab1l1dad')]
  const provider = await makeProvider(senior)
  await execute(`update providers set country = 'US' where id = :id`, { id: provider.id })
  const add = (account: ForeignAccount, more = {}) =>
    addAccountWithoutIban({ providerId: provider.id, holderName: HOLDER, ...more }, account, accountant.actor)
  return { senior, accountant, provider, add }
}

/** The constraint that a change of a row of the database runs into; nothing of it stays. */
async function refusedBy(bankId: number, change: string): Promise<string | null> {
  try {
    await inTransaction(async (trx) => {
      await execute(`update provider_banks set ${change} where id = :bankId`, { bankId }, trx)
      throw new Error('It was let pass')
    })
    return null
  } catch (error) {
    return violatedConstraint(error)
  }
}

const bankOf = (id: number) =>
  oneRow(
    `select account_kind, iban, routing_code, bic, bank_name, country, verification, disabled_at is not null as is_disabled from provider_banks where id = :id`,
    { id }
  )

test.group('Accounts without IBAN', () => {
  test('the database keeps a number or an IBAN, never both, and with each kind what it needs', async ({
    assert,
  }) => {
    const { provider, add } = await makeForeign()
    const [us, other] = [await add(american()), await add(swift())]
    const uk = await add({ ...american('55779911'), kind: 'uk_sort', routingCode: '20-00-00' })
    const number = (
      await oneRow<{ number: string }>(`select account_number as number from provider_banks where id = :us`, {
        us,
      })
    ).number

    const found = {
      both: await refusedBy(us, `iban = 'ES9121000418450200051332'`),
      kind: await refusedBy(us, `account_kind = 'iban', routing_code = null`),
      none: await refusedBy(us, `account_number = null`),
      lost: await refusedBy(provider.bankId, `iban = null`),
      check: await refusedBy(us, `routing_code = '021000022'`),
      noRouting: await refusedBy(us, `routing_code = null`),
      sort: await refusedBy(uk, `routing_code = '2000'`),
      foreign: await refusedBy(other, `routing_code = '021000021'`),
      bic: await refusedBy(other, `bic = null`),
      bank: await refusedBy(other, `bank_name = null`),
      country: await refusedBy(other, `country = null`),
      shape: await refusedBy(uk, `account_number = '1234567'`),
      twice: await refusedBy(other, `account_number = '${number}'`),
    }

    assert.deepEqual(found, {
      both: 'provider_banks_iban_kind',
      kind: 'provider_banks_check1',
      none: 'provider_banks_number_kind',
      lost: 'provider_banks_check1',
      check: 'provider_banks_routing',
      noRouting: 'provider_banks_routing',
      sort: 'provider_banks_routing',
      foreign: 'provider_banks_routing',
      bic: 'provider_banks_swift',
      bank: 'provider_banks_swift',
      country: 'provider_banks_swift',
      shape: 'provider_banks_number_shape',
      twice: 'provider_banks_number',
    })
    assert.deepInclude(await bankOf(uk), { routingCode: '200000', country: 'GB' })
  })

  test('it is verified by somebody else, waits, is shown on record, and retired; it comes back as new', async ({
    assert,
  }) => {
    const { senior, accountant, provider, add } = await makeForeign()
    const account = american()
    const bankId = await add(account)
    const key = { providerId: provider.id, bankId }
    const born = await bankOf(bankId)

    await assert.rejects(() => verifyBank(key, 'phone_call', accountant.actor), /persona distinta/)
    await assert.rejects(
      () => verifyBank(key, 'vop', senior.actor),
      /solo comprueban el titular de cuentas con IBAN/
    )
    await assert.rejects(() => verifyBank(key, 'certificate', senior.actor), /Adjunte el certificado/)
    await verifyBank(key, 'phone_call', senior.actor)
    const waits = await oneRow(
      `select verification, payable_from > now() as waits from provider_banks where id = :bankId`,
      { bankId }
    )
    await waiveCooling(key, 'Lo ha confirmado el banco', (await makeUser('aprobador')).actor)
    const shown = await revealAccount({ ...key, scope: 'all' }, senior.actor)
    await disableBank(key, senior.actor)
    const again = await add(american(account.number))

    assert.deepInclude(born, { accountKind: 'us_ach', iban: null, verification: 'unverified', country: 'US' })
    assert.deepEqual(waits, { verification: 'verified', waits: true })
    assert.equal(shown, account.number)
    assert.equal(again, bankId)
    assert.deepInclude(await bankOf(bankId), { verification: 'unverified', isDisabled: false })
    const told = await rows<{ event: string; account: unknown }>(
      `select event, diff->'accountNumber'->>1 as account from audit_events where object_type = 'provider' and object_id = :id and event like 'provider_bank.%' and diff->'accountNumber' is not null order by id`,
      { id: provider.id }
    )
    assert.deepEqual(
      told.map(({ event }) => event),
      ['added', 'verified', 'cooling_waived', 'viewed', 'disabled', 'added'].map(
        (act) => `provider_bank.${act}`
      )
    )
    assert.deepEqual([...new Set(told.map((one) => one.account))], [`**** ${account.number.slice(-4)}`])
  })

  test('one that is taken, another supplier’s or of a supplier with IBANs is told at its field', async ({
    assert,
  }) => {
    const { provider, add, senior } = await makeForeign()
    const account = american()
    const bankId = await add(account)
    const other = await makeForeign()
    await execute(`update providers set country = 'ES' where id = :id`, { id: other.provider.id })

    await assert.rejects(() => add(american(account.number)), /ya tiene una cuenta con este número/)
    await assert.rejects(
      () => other.add(american(account.number)),
      /Esta cuenta ya pertenece a Suministros de prueba/
    )
    await assert.rejects(() => other.add(american()), /zona SEPA, donde las cuentas tienen IBAN/)
    assert.isNumber(await other.add(american(), { isConfirmed: true }))
    await rejectBank({ providerId: provider.id, bankId }, 'El banco no la reconoce', senior.actor)
    assert.deepInclude(await bankOf(bankId), { verification: 'rejected' })
  })

  test('a merge brings it over unverified, and leaves the one both have', async ({ assert }) => {
    const [source, target] = [await makeForeign(), await makeForeign()]
    const [moving, shared] = [await source.add(american()), someNumber()]
    await verifyBank({ providerId: source.provider.id, bankId: moving }, 'phone_call', source.senior.actor)
    const left = await source.add(swift(shared))
    await addAccountWithoutIban(
      { providerId: target.provider.id, holderName: HOLDER, isConfirmed: true },
      swift(shared),
      SYSTEM
    )

    await mergeProviders(
      {
        sourceId: source.provider.id,
        targetId: target.provider.id,
        reason: 'Es el mismo proveedor',
        isConfirmed: true,
        scope: 'all',
      },
      (await makeUser('s1st3ma')).actor
    )

    const banks = await rows(
      `select id, provider_id, verification, disabled_at is not null as is_disabled from provider_banks where id = any(:ids::bigint[]) order by id`,
      { ids: [moving, left] }
    )
    assert.deepEqual(banks, [
      { id: moving, providerId: target.provider.id, verification: 'unverified', isDisabled: false },
      { id: left, providerId: source.provider.id, verification: 'unverified', isDisabled: true },
    ])
  })
})
