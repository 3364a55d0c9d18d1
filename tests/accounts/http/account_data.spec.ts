import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { AccountKind } from '#app/accounts/account_labels'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeDraftOrder, makePaymentStage } from '#tests/factories/payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes } from '#tests/factories/statements'

type Sent = Record<string, unknown>

const send = (
  client: ApiClient,
  session: SessionData,
  [method, url]: ['post' | 'put' | 'delete', string],
  form: Sent = {}
) => client[method](url).withSession(session).withCsrfToken().json(form).redirects(0)
const errorsOf = (response: { flashMessage(name: string): unknown }) =>
  (response.flashMessage('inputErrorsBag') ?? {}) as Record<string, string | string[]>
const errorAt = (response: { flashMessage(name: string): unknown }, field: string) =>
  [errorsOf(response)[field] ?? ''].flat().join(' ')

const opened = (siteId: number, more: Partial<Parameters<typeof openBankAccount>[0]> = {}) =>
  openBankAccount(
    {
      siteId,
      name: 'Cuenta nueva',
      kind: 'bank' as AccountKind,
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 0,
      ...more,
    },
    SYSTEM
  )
const newForm = (siteId: number, more: Sent = {}) => ({
  site_id: siteId,
  name: 'Cuenta nueva',
  kind: 'bank',
  provider_code: 'sepa_file',
  currency: 'EUR',
  iban: makeIban(),
  opened_on: '2026-01-01',
  ...more,
})
const dataForm = (iban: string | null, more: Sent = {}) => ({
  name: 'Cuenta nueva',
  provider_code: 'sepa_file',
  iban,
  is_payer_default: false,
  sepa_suffix: '000',
  lock_version: 0,
  ...more,
})
const accountOf = (siteId: number, name = 'Cuenta nueva') =>
  oneRow<{ id: number; ledgerAccountId: number; code: string; currency: string; openingMinor: number }>(
    `select b.id, b.ledger_account_id, a.code, b.currency, b.opening_balance_minor as opening_minor from bank_accounts b join ledger_accounts a on a.id = b.ledger_account_id
      where b.site_id = :siteId and b.name = :name`,
    { siteId, name }
  )
const eventsOf = (id: number) =>
  rows<{ event: string; reason: string | null }>(
    `select event, reason from audit_events where object_type = 'bank_account' and object_id = :id order by id`,
    { id }
  )

test.group('The known fee of an account', () => {
  test('is kept as it is typed, stays when it is not sent, and is bounded', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const iban = makeIban()
    await opened(siteId, { iban })
    const { id } = await accountOf(siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const save = (more: Sent) => send(client, session, ['put', `/accounts/${id}`], dataForm(iban, more))
    const fee = () =>
      oneRow<{ share: number; fixed: number }>(
        `select fee_basis_points as share, fee_fixed_minor as fixed from bank_accounts where id = :id`,
        { id }
      )

    await save({ fee_percent: '1,50', fee_fixed: '0,25' })
    assert.deepEqual(await fee(), { share: 150, fixed: 25 })
    await save({ lock_version: 1 })
    assert.deepEqual(await fee(), { share: 150, fixed: 25 })
    const refused = await save({ lock_version: 2, fee_percent: '21' })
    assert.match(errorAt(refused, 'fee_percent'), /de 0 a 20 %/)
    await save({ lock_version: 2, fee_percent: '', fee_fixed: '' })
    assert.deepEqual(await fee(), { share: 0, fixed: 0 })
  })
})

test.group('Opening a main account', () => {
  test('a yen has no cents: what is typed is what is posted', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    await execute(
      `insert into fx_rates (currency, on_date, source, rate, created_by) values ('JPY', '2026-01-01', 'manual', 160, :by) on conflict do nothing`,
      { by: person.id }
    )
    const form = newForm(siteId, { currency: 'JPY', opening_balance: '125000' })

    const cents = await send(client, session, ['post', '/accounts'], { ...form, opening_balance: '12,50' })
    await send(client, session, ['post', '/accounts'], form)

    assert.match(errorAt(cents, 'opening_balance'), /importe válido/)
    const account = await accountOf(siteId)
    assert.equal(account.openingMinor, 125_000)
    assert.isTrue(account.code.startsWith('573'))
  })

  test('a chosen account of the plan is taken once, and only one of the right group', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('s1st3ma')
    const [bank, fees] = await inTransaction(async (trx) => [
      await ensureAccount({ siteId, prefix: '572', exactCode: '57288881', name: 'Banco antiguo' }, trx),
      await ensureAccount({ siteId, prefix: '626', name: 'Comisiones' }, trx),
    ])
    const manual = (ledgerAccountId: number | undefined, more: Sent = {}) =>
      newForm(siteId, { ledger_account: 'manual', ledger_account_id: ledgerAccountId, ...more })

    const options = await client
      .get(`/accounts/options/ledger?site_id=${siteId}&kind=bank&currency=EUR&q=antiguo`)
      .withSession(session)
      .header('accept', 'application/json')
    const missing = await send(client, session, ['post', '/accounts'], manual(undefined))
    const wrong = await send(client, session, ['post', '/accounts'], manual(fees?.id))
    await send(client, session, ['post', '/accounts'], manual(bank?.id))
    const again = await send(client, session, ['post', '/accounts'], manual(bank?.id, { name: 'Otra' }))

    assert.deepEqual(
      (options.body() as { data: { value: string }[] }).data.map(({ value }) => Number(value)),
      [bank?.id]
    )
    assert.match(errorAt(missing, 'ledger_account_id'), /obligatorio/)
    assert.equal(errorAt(wrong, 'ledger_account_id'), 'La cuenta contable debe empezar por 572.')
    assert.equal((await accountOf(siteId)).ledgerAccountId, bank?.id)
    assert.equal(errorAt(again, 'ledger_account_id'), 'La cuenta contable 57288881 ya está vinculada.')
  })

  test('a card hangs from a bank account of its company and currency', async ({ assert, client }) => {
    const [{ siteId }, other] = [await makeSite(), await makeSite()]
    const [parent, foreign] = [await makeBankAccount(siteId), await makeBankAccount(other.siteId)]
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const card = (parentId: number) =>
      newForm(siteId, { name: 'Visa', kind: 'card', iban: null, parent_account_id: parentId })

    const refused = await send(client, session, ['post', '/accounts'], card(foreign))
    await send(client, session, ['post', '/accounts'], card(parent))

    assert.match(errorAt(refused, 'parent_account_id'), /de su empresa y de su divisa/)
    const found = await oneRow<{ parent: number }>(
      `select parent_account_id as parent from bank_accounts where site_id = :siteId and name = 'Visa'`,
      { siteId }
    )
    assert.equal(found.parent, parent)
    await assert.rejects(
      () =>
        execute(
          `update bank_accounts set parent_account_id = :foreign where site_id = :siteId and name = 'Visa'`,
          {
            foreign,
            siteId,
          }
        ),
      /bank_account_parent/
    )
  })

  test('a bank account needs its IBAN and an account may have a BIC', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    const refused = await send(client, session, ['post', '/accounts'], newForm(siteId, { iban: null }))
    const badBic = await send(client, session, ['post', '/accounts'], newForm(siteId, { bic: 'X' }))
    await send(client, session, ['post', '/accounts'], newForm(siteId, { bic: 'caixesbb' }))

    assert.equal(errorAt(refused, 'iban'), 'Este campo es obligatorio.')
    assert.match(errorAt(badBic, 'bic'), /formato/)
    const { bic } = await oneRow<{ bic: string }>(`select bic from bank_accounts where site_id = :siteId`, {
      siteId,
    })
    assert.equal(bic, 'CAIXESBB')
  })
})

test.group('The data of a main account', () => {
  test('its currency changes only while nothing has moved, and takes its ledger account along', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const iban = makeIban()
    const id = await opened(siteId, { iban })
    const used = await makeBankAccount(siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const before = await accountOf(siteId)

    await send(client, session, ['put', `/accounts/${id}`], dataForm(iban, { currency: 'USD' }))
    const refused = await send(
      client,
      session,
      ['put', `/accounts/${used}`],
      dataForm(makeIban(), { name: 'Cuenta operativa', currency: 'USD' })
    )

    const after = await accountOf(siteId)
    await send(
      client,
      session,
      ['put', `/accounts/${id}`],
      dataForm(iban, { currency: 'GBP', lock_version: 1 })
    )
    const last = await accountOf(siteId)
    assert.equal(after.currency, 'USD')
    assert.deepEqual([last.currency, last.ledgerAccountId], ['GBP', after.ledgerAccountId])
    assert.isTrue(before.code.startsWith('572') && after.code.startsWith('573'))
    assert.isNull(
      await row(`select id from ledger_accounts where id = :id`, { id: before.ledgerAccountId }),
      'the account that was opened for it is gone'
    )
    assert.equal(errorAt(refused, 'currency'), 'La divisa no puede cambiar: la cuenta tiene movimientos.')
    await assert.rejects(
      () => execute(`update bank_accounts set currency = 'USD' where id = :used`, { used }),
      /bank_account_currency_is_fixed/
    )
  })

  test('one account pays by default; the other one stops and its history says so', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const first = await makeBankAccount(siteId)
    const iban = makeIban()
    const second = await opened(siteId, { iban })
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    await send(
      client,
      session,
      ['put', `/accounts/${second}`],
      dataForm(iban, { is_payer_default: true, color: 'violet', sort: '7' })
    )

    const found = await rows<{ id: number; isPayerDefault: boolean; color: string | null; sort: number }>(
      `select id, is_payer_default, color, sort from bank_accounts where site_id = :siteId order by id`,
      { siteId }
    )
    assert.deepEqual(found, [
      { id: first, isPayerDefault: false, color: null, sort: 0 },
      { id: second, isPayerDefault: true, color: 'violet', sort: 7 },
    ])
    assert.include(
      (await eventsOf(first)).map(({ reason }) => reason),
      'Otra cuenta de la empresa pasa a ser la cuenta de pago.'
    )
  })

  test('one that is paused pays by default no longer, and its history says so', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    await send(client, session, ['put', `/accounts/${id}/status`], { transition: 'pause', reason: 'Bloqueo' })
    await send(client, session, ['put', `/accounts/${id}/status`], { transition: 'resume' })

    const { isPayerDefault } = await oneRow<{ isPayerDefault: boolean }>(
      `select is_payer_default from bank_accounts where id = :id`,
      { id }
    )
    const { diff } = await oneRow<{ diff: unknown }>(
      `select diff from audit_events where object_type = 'bank_account' and object_id = :id and event = 'bank_account.pause'`,
      { id }
    )
    assert.isFalse(isPayerDefault)
    assert.deepEqual(diff, { isPayerDefault: [true, false] })
  })

  test('a bank profile is made, chosen and changed with its history', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const id = await opened(siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const name = `Banco de prueba ${id}`
    const profile = {
      name,
      pain_version: '001.001.03',
      charset: 'spanish',
      batch_booking: true,
      needs_nif_suffix: false,
      needs_bic: true,
      instant_allowed: false,
      max_operations: '400',
      cut_off: '13:30',
    }

    const wrong = await send(client, session, ['post', `/accounts/${id}/profiles`], {
      ...profile,
      cut_off: '25:00',
      max_operations: 0,
    })
    await send(client, session, ['post', `/accounts/${id}/profiles`], profile)
    const made = await oneRow<{ id: number; cutOff: string; maxOperations: number }>(
      `select p.id, to_char(p.cut_off, 'HH24:MI') as cut_off, p.max_operations from bank_accounts b join bank_profiles p on p.id = b.bank_profile_id where b.id = :id`,
      { id }
    )
    const change = { ...profile, cut_off: '14:00', lock_version: 0 }
    await send(client, session, ['put', `/accounts/${id}/profiles/${made.id}`], change)
    const stale = await send(client, session, ['put', `/accounts/${id}/profiles/${made.id}`], change)
    const history = await client.get(`/accounts/${id}/edit?tab=history`).withSession(session).withInertia()

    assert.match(errorAt(wrong, 'cut_off'), /formato/)
    assert.match(errorAt(wrong, 'max_operations'), /entre 1 y 15/)
    assert.deepEqual([made.cutOff, made.maxOperations], ['13:30', 400])
    assert.match(errorAt(stale, 'form'), /Otro usuario ha modificado/)
    const { events } = history.inertiaProps as { events: { event: string }[] }
    assert.deepEqual(
      events.map(({ event }) => event),
      ['bank_profile.updated', 'bank_account.updated', 'bank_profile.created', 'bank_account.opened']
    )
  })

  test('a profile that accounts beyond somebody’s companies have is not theirs to change', async ({
    assert,
    client,
  }) => {
    const [mine, other] = [await makeSite(), await makeSite()]
    const [id, beyond] = [await opened(mine.siteId), await opened(other.siteId)]
    const { profileId } = await oneRow<{ profileId: number }>(
      `insert into bank_profiles (name) values (:name) returning id as profile_id`,
      { name: `Compartido ${id}` }
    )
    await execute(`update bank_accounts set bank_profile_id = :profileId where id in (:id, :beyond)`, {
      profileId,
      id,
      beyond,
    })
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [mine.siteId] })

    const refused = await send(client, session, ['put', `/accounts/${id}/profiles/${profileId}`], {
      name: `Compartido ${id}`,
      pain_version: '001.001.09',
      charset: 'latin',
      batch_booking: false,
      needs_nif_suffix: true,
      needs_bic: false,
      instant_allowed: true,
      max_operations: 10,
      cut_off: '15:00',
      lock_version: 0,
    })

    assert.match(errorAt(refused, 'form'), /cuentas a las que no tiene acceso/)
  })
})

test.group('The end of a main account', () => {
  test('only one that was never used is deleted, with the ledger account opened for it', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const [unused, used] = [await opened(siteId), await makeBankAccount(siteId)]
    const { ledgerAccountId } = await accountOf(siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    const refused = await send(client, session, ['delete', `/accounts/${used}`])
    const done = await send(client, session, ['delete', `/accounts/${unused}`])

    assert.match(String(refused.flashMessage('error')), /No se puede eliminar la cuenta: tiene apuntes/)
    done.assertHeader('location', '/accounts')
    assert.isNull(await row(`select id from bank_accounts where id = :unused`, { unused }))
    assert.isNull(
      await row(`select id from ledger_accounts where id = :ledgerAccountId`, { ledgerAccountId })
    )
    assert.deepEqual((await eventsOf(unused)).at(-1)?.event, 'bank_account.deleted')
    await assert.rejects(
      () => execute(`delete from bank_accounts where id = :used`, { used }),
      /bank_account_has_lines/
    )
  })

  test('an account with a payment on its way or a card that is open is not closed', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const { siteId } = stage
    const [withCard, withOrder] = [
      await opened(siteId, { name: 'Con tarjeta' }),
      await opened(siteId, { name: 'Con pago' }),
    ]
    await opened(siteId, { name: 'Visa', kind: 'card', iban: null, parentAccountId: withCard })
    const { id: orderId } = await makeDraftOrder(stage, 'F-1')
    await execute(`update payment_orders set debtor_account_id = :withOrder where id = :orderId`, {
      withOrder,
      orderId,
    })
    const { session } = await makeSignedIn('s1st3ma')
    const close = (id: number) =>
      send(client, session, ['put', `/accounts/${id}/status`], {
        transition: 'close',
        reason: 'Ya no se usa',
      })

    const [card, order] = [await close(withCard), await close(withOrder)]

    assert.match(errorAt(card, 'form'), /tiene 1 tarjeta abierta/)
    assert.match(errorAt(order, 'form'), /tiene 1 pago pendiente/)
  })

  test('nothing opens again in an archived company', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const id = await opened(siteId)
    const { session } = await makeSignedIn('s1st3ma')
    const move = (transition: string) =>
      send(client, session, ['put', `/accounts/${id}/status`], { transition, reason: 'Fin de temporada' })
    await move('close')
    await execute(`update sites set status = 'archived' where id = :siteId`, { siteId })

    const refused = await move('reopen')
    await execute(`update sites set status = 'active' where id = :siteId`, { siteId })
    await move('reopen')

    assert.match(errorAt(refused, 'form'), /La empresa está archivada/)
    assert.deepEqual(
      (await eventsOf(id)).map(({ event }) => event),
      ['bank_account.opened', 'bank_account.close', 'bank_account.reopen']
    )
  })

  test('the head explains why the bank and the books differ', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    await importBytes(
      id,
      csvStatement([
        { on: '2026-03-02', cents: -12_100, text: 'RECIBO LUZ', balance: 987_900 },
        { on: '2026-03-03', cents: 50_000, text: 'ABONO TPV', balance: 1_037_900 },
      ])
    )
    const { session } = await makeSignedIn('c0ntab1l1dad')

    const page = await client.get(`/accounts/${id}/edit`).withSession(session).withInertia()
    await execute(
      `update bank_statement_lines set status = 'ignored', ignore_reason = 'Duplicado' where bank_account_id = :id and amount_minor = 50000`,
      { id }
    )
    await execute(`update bank_accounts set reported_balance_minor = 1040000 where id = :id`, { id })
    const later = await client.get(`/accounts/${id}/edit`).withSession(session).withInertia()

    const money = (minor: number) => ({ minor, currency: 'EUR' })
    const none = { count: 0, amount: money(0) }
    assert.deepEqual((page.inertiaProps as { difference: unknown }).difference, {
      bank: { count: 2, amount: money(37_900) },
      ignored: none,
      books: none,
      rest: money(0),
    })
    assert.deepEqual((later.inertiaProps as { difference: unknown }).difference, {
      bank: { count: 1, amount: money(-12_100) },
      ignored: { count: 1, amount: money(50_000) },
      books: none,
      rest: money(52_100),
    })
  })
})
