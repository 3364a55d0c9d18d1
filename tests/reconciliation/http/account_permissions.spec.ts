import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { updateBankAccount } from '#app/accounts/actions/update_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { roleCode } from '#app/ledger/queries/role_account'
import { matchTransfer } from '#app/reconciliation/actions/match_transfer'
import { makeAccount, makeIban } from '#tests/factories/books'
import { makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { makeEmployee } from '#tests/factories/staff'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

type Selected = {
  selected: { counterpartyIban: string | null; proposals: { items: { otherLineId: number }[] }[] } | null
}
type Refused = 'can_view' | 'can_reconcile'

const refuse = (accountId: number, userId: number, what: Refused) =>
  execute(
    `insert into bank_account_permissions (bank_account_id, user_id, ${what}) values (:accountId, :userId, false)`,
    { accountId, userId }
  )
const statusOf = async (id: number) =>
  (await oneRow<{ status: string }>(`select status from bank_statement_lines where id = :id`, { id })).status

/** The two sides of a transfer between accounts of one company. */
async function makeTransfer() {
  const treasury = await makeTreasury()
  const otherId = await openBankAccount(
    {
      siteId: treasury.siteId,
      name: 'Reservada',
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 0,
    },
    SYSTEM
  )
  const iban = makeIban()
  await importBytes(
    treasury.accountId,
    csvStatement([{ on: '2026-04-09', cents: -50_000, text: 'TRASPASO', iban }])
  )
  await importBytes(otherId, csvStatement([{ on: '2026-04-09', cents: 50_000, text: 'TRASPASO' }]))
  const lineId = (await linesOf(treasury.accountId))[0]?.id ?? 0
  const otherLineId = (await linesOf(otherId))[0]?.id ?? 0
  return { ...treasury, otherId, lineId, otherLineId, iban }
}

test.group('Permissions of one account', () => {
  test('movements of an account that one may not see are neither offered nor matched nor undone', async ({
    assert,
    client,
  }) => {
    const { accountId, otherId, lineId, otherLineId } = await makeTransfer()
    const { person, session } = await makeSignedIn('c0ntab1l1dad')
    const page = async () =>
      (await client.get(`/accounts/${accountId}/reconcile?line=${lineId}`).withSession(session).withInertia())
        .inertiaProps as Selected
    const url = `/accounts/${accountId}/lines/${lineId}/match`
    const before = await page()
    await refuse(otherId, person.id, 'can_view')

    const after = await page()
    const matched = await client
      .post(url)
      .withSession(session)
      .withCsrfToken()
      .json({ other_line_id: otherLineId })
      .redirects(0)
    await matchTransfer({ lineId, otherLineId, actor: SYSTEM })
    const undone = await client.delete(url).withSession(session).withCsrfToken().redirects(0)

    assert.equal(before.selected?.proposals[0]?.items[0]?.otherLineId, otherLineId)
    assert.deepEqual(after.selected?.proposals, [])
    assert.deepEqual([matched.status(), undone.status()], [404, 404])
    assert.deepEqual([await statusOf(lineId), await statusOf(otherLineId)], ['matched', 'matched'])
  })

  test('who may not reconcile an account neither imports into it nor takes an import back', async ({
    assert,
    client,
  }) => {
    const { accountId } = await makeTransfer()
    const { person, session } = await makeSignedIn('superC0ntab1l1dad')
    await refuse(accountId, person.id, 'can_reconcile')
    const { id } = await oneRow<{ id: number }>(
      `select id from bank_statements where bank_account_id = :accountId`,
      { accountId }
    )
    const base = `/accounts/${accountId}`

    const shown = await client.get(`${base}/statements/create`).withSession(session).withInertia()
    const sent = await client
      .post(`${base}/statements`)
      .withSession(session)
      .withCsrfToken()
      .json({ file_id: 1 })
      .redirects(0)
    const undone = await client
      .delete(`${base}/statements/${id}`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)

    assert.equal(shown.status(), 403)
    for (const response of [sent, undone]) assert.include([302, 303, 403], response.status())
    assert.lengthOf(await linesOf(accountId), 1)
  })

  test('accounting sees IBANs masked, in the history and of the other party too', async ({
    assert,
    client,
  }) => {
    const { siteId, accountId, lineId, iban } = await makeTransfer()
    const fresh = makeIban()
    const own = await openBankAccount(
      {
        siteId,
        name: 'Nueva',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'EUR',
        iban: makeIban(),
        openedOn: calendarDate('2025-01-01'),
        openingBalanceMinor: 0,
      },
      SYSTEM
    )
    await updateBankAccount(
      own,
      {
        name: 'Nueva',
        providerCode: 'sepa_file',
        iban: fresh,
        bic: null,
        holderName: null,
        isPayerDefault: false,
        sepaSuffix: '000',
        lockVersion: 0,
      },
      SYSTEM
    )
    const bodies = async (role: 'c0ntab1l1dad' | 'superC0ntab1l1dad') => {
      const { session } = await makeSignedIn(role)
      const history = await client.get(`/accounts/${own}/edit?tab=history`).withSession(session).withInertia()
      const line = await client
        .get(`/accounts/${accountId}/reconcile?line=${lineId}`)
        .withSession(session)
        .withInertia()
      return [history, line].map((response) => JSON.stringify(response.inertiaProps).replaceAll(' ', ''))
    }

    const [history = '', line = ''] = await bodies('c0ntab1l1dad')
    const [wholeHistory = '', wholeLine = ''] = await bodies('superC0ntab1l1dad')

    assert.notInclude(history, fresh)
    assert.include(history, fresh.slice(-4))
    assert.notInclude(line, iban)
    assert.include(wholeHistory, fresh)
    assert.include(wholeLine, iban)
  })
})

test.group('What each person is paid', () => {
  test('is not matched by c0ntab1l1dad by its key', async ({ assert, client }) => {
    const { siteId, accountId, person } = await makeTreasury()
    const employee = await makeEmployee(siteId, person)
    const wageLineId = await postWage(siteId, employee.id)
    await importBytes(accountId, csvStatement([{ on: '2026-04-09', cents: -180_000, text: 'TRANSFERENCIA' }]))
    const lineId = (await linesOf(accountId))[0]?.id ?? 0
    const match = async (role: 'c0ntab1l1dad' | 'superC0ntab1l1dad') =>
      (
        await client
          .post(`/accounts/${accountId}/lines/${lineId}/match`)
          .withSession((await makeSignedIn(role)).session)
          .withCsrfToken()
          .redirects(0)
          .json({ items: [{ journal_line_id: wageLineId, amount_minor: -180_000 }] })
      ).status()

    const byClerk = await match('c0ntab1l1dad')
    const after = await statusOf(lineId)
    const bySenior = await match('superC0ntab1l1dad')

    assert.deepEqual([byClerk, bySenior], [404, 302])
    assert.include(['pending', 'suggested'], after)
    assert.equal(await statusOf(lineId), 'matched')
  })
})

/** A month's wage of somebody, as payroll leaves it; gives the line of what they are to be paid. */
async function postWage(siteId: number, employeeId: number): Promise<number> {
  const expense = await makeAccount(siteId, '640')
  const { entryId, payableId } = await inTransaction(async (trx) => {
    const payable = await ensureAccount(
      {
        siteId,
        prefix: await roleCode(siteId, 'payroll_payable', trx),
        subledger: 'employee',
        subledgerId: employeeId,
        name: 'Remuneraciones pendientes',
      },
      trx
    )
    const entry = await postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-04-01'),
        journal: 'nomina',
        kind: 'test.wage',
        idempotencyKey: `wage:${employeeId}`,
        description: 'Nómina de Lucía Romero',
        lines: [
          { accountId: expense, amountMinor: 180_000 },
          {
            accountId: payable.id,
            amountMinor: -180_000,
            counterpartyType: 'employee',
            counterpartyId: employeeId,
          },
        ],
      },
      trx
    )
    return { entryId: entry.entryId, payableId: payable.id }
  })
  return (
    await oneRow<{ id: number }>(
      `select id from journal_lines where entry_id = :entryId and account_id = :payableId`,
      { entryId, payableId }
    )
  ).id
}
