import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { unbookInvoice } from '#app/invoices/booking/book_invoice'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { makeAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeBookedInvoice, makeTreasury, type TestTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

async function importCharge(accountId: number, cents = -10_000): Promise<number> {
  await importBytes(
    accountId,
    csvStatement([{ on: '2026-04-09', cents, text: `${cents < 0 ? 'CARGO' : 'ABONO'} ${Math.random()}` }])
  )
  return (await linesOf(accountId)).at(-1)?.id ?? 0
}

/** An entry of the bank's own account against an expense; gives it with its bank line. */
async function postCharge({ siteId, accountId }: TestTreasury, amountMinor = -10_000) {
  const { id: bank } = await oneRow<{ id: number }>(
    `select ledger_account_id as id from bank_accounts where id = :accountId`,
    { accountId }
  )
  const expense = await makeAccount(siteId, '626')
  const { entryId } = await inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-04-09'),
        journal: 'banco',
        kind: 'bank.fee',
        idempotencyKey: `guards:${siteId}:${Math.random()}`,
        description: 'Cargo del banco',
        lines: [
          { accountId: expense, amountMinor: -amountMinor },
          { accountId: bank, amountMinor },
        ],
      },
      trx
    )
  )
  const lineOf = (accountId: number) =>
    oneRow<{ id: number }>(
      `select id from journal_lines where entry_id = :entryId and account_id = :accountId`,
      {
        entryId,
        accountId,
      }
    )
  return { entryId, bank, bankLineId: (await lineOf(bank)).id, expenseLineId: (await lineOf(expense)).id }
}

type Match = { lineId: number; journalLineId: number; amountMinor: number; state?: string }

/** A match as a writer that knows nothing of ours would make it. */
async function insertMatch(
  { lineId, journalLineId, amountMinor, state = 'matched' }: Match,
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into statement_matches (bank_statement_line_id, journal_line_id, amount_minor, score) values (:lineId, :journalLineId, :amountMinor, 0)`,
    { lineId, journalLineId, amountMinor },
    trx
  )
  await execute(`update bank_statement_lines set status = :state where id = :lineId`, { lineId, state }, trx)
}

const inserting = (match: Match) => () => inTransaction((trx) => insertMatch(match, trx))
const brokenInvariants = async () => (await checkInvariants()).filter((result) => result.violations > 0)

test.group('What the database refuses of a match', () => {
  test('an amount of the other sign, or more than there is', async ({ assert }) => {
    const treasury = await makeTreasury()
    const lineId = await importCharge(treasury.accountId)
    const { bankLineId: journalLineId } = await postCharge(treasury)

    await assert.rejects(
      inserting({ lineId, journalLineId, amountMinor: 10_000 }),
      /statement_match_exceeds_line/
    )
    await assert.rejects(
      inserting({ lineId, journalLineId, amountMinor: -10_001 }),
      /statement_match_exceeds_line/
    )
    await assert.doesNotReject(inserting({ lineId, journalLineId, amountMinor: -10_000 }))
  })

  test('a line that is not on the account the movement is of', async ({ assert }) => {
    const [mine, theirs] = [await makeTreasury(), await makeTreasury()]
    const lineId = await importCharge(mine.accountId)
    const own = await postCharge(mine, 10_000)
    const foreign = await postCharge(theirs)

    await assert.rejects(
      inserting({ lineId, journalLineId: own.expenseLineId, amountMinor: -10_000 }),
      /statement_match_other_account/
    )
    await assert.rejects(
      inserting({ lineId, journalLineId: foreign.bankLineId, amountMinor: -10_000 }),
      /statement_match_other_account/
    )
  })

  test('two writers at once that together have more than the line', async ({ assert }) => {
    const treasury = await makeTreasury()
    const { bankLineId: journalLineId } = await postCharge(treasury)
    const lineIds = [await importCharge(treasury.accountId), await importCharge(treasury.accountId)]

    const results = await Promise.allSettled(
      lineIds.map((lineId) =>
        inTransaction(async (trx) => {
          await insertMatch({ lineId, journalLineId, amountMinor: -10_000 }, trx)
          await execute(`select pg_sleep(0.2)`, {}, trx)
        })
      )
    )

    assert.deepEqual(results.map((result) => result.status).toSorted(), ['fulfilled', 'rejected'])
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('a state without its matches, and matches without their state', async ({ assert }) => {
    const treasury = await makeTreasury()
    const lineId = await importCharge(treasury.accountId)
    const { bankLineId: journalLineId } = await postCharge(treasury)

    await assert.rejects(
      () => execute(`update bank_statement_lines set status = 'matched' where id = :lineId`, { lineId }),
      /bank_movement_state/
    )
    await assert.rejects(
      inserting({ lineId, journalLineId, amountMinor: -10_000, state: 'pending' }),
      /bank_movement_state/
    )
    await assert.rejects(
      inserting({ lineId, journalLineId, amountMinor: -9_000, state: 'matched' }),
      /bank_movement_state/
    )
    await inserting({ lineId, journalLineId, amountMinor: -10_000 })()
    await assert.rejects(
      () => execute(`delete from statement_matches where bank_statement_line_id = :lineId`, { lineId }),
      /bank_movement_state/
    )
  })

  test('a movement that changes after the bank told it', async ({ assert }) => {
    const treasury = await makeTreasury()
    const lineId = await importCharge(treasury.accountId)

    for (const change of ['amount_minor = -1', `currency = 'USD'`, `booked_on = '2026-01-01'`])
      await assert.rejects(
        () => execute(`update bank_statement_lines set ${change} where id = :lineId`, { lineId }),
        /bank_movement_changed/
      )
  })

  test('an account of money on another company’s ledger account', async ({ assert }) => {
    const [mine, theirs] = [await makeSite(), await makeTreasury()]
    const unused = await openBankAccount(
      {
        siteId: mine.siteId,
        name: 'Sin uso',
        kind: 'cash',
        providerCode: 'manual',
        currency: 'EUR',
        openedOn: calendarDate('2025-01-01'),
        openingBalanceMinor: 0,
      },
      SYSTEM
    )
    const foreign = await makeAccount(theirs.siteId, '570')

    await assert.rejects(
      () =>
        execute(`update bank_accounts set ledger_account_id = :foreign where id = :id`, {
          foreign,
          id: unused,
        }),
      /bank_accounts_own_ledger_account/
    )
  })
})

test.group('What the database refuses of a lettering', () => {
  async function letter(
    { siteId }: TestTreasury,
    accountId: number,
    lines: [number, number][],
    status = 'full'
  ): Promise<void> {
    await inTransaction(async (trx) => {
      const { id } = await oneRow<{ id: number }>(
        `insert into reconciliations (site_id, account_id, code, status) values (:siteId, :accountId, 'X-' || gen_random_uuid(), :status) returning id`,
        { siteId, accountId, status },
        trx
      )
      for (const [journalLineId, amountMinor] of lines)
        await execute(
          `insert into reconciliation_lines values (:id, :journalLineId, :amountMinor)`,
          { id, journalLineId, amountMinor },
          trx
        )
    })
  }

  test('lines of two accounts, a whole that is not zero, or more than a line has', async ({ assert }) => {
    const treasury = await makeTreasury()
    const [paid, back] = [await postCharge(treasury), await postCharge(treasury, 10_000)]

    await assert.rejects(
      () =>
        letter(treasury, paid.bank, [
          [paid.bankLineId, -10_000],
          [paid.expenseLineId, 10_000],
        ]),
      /reconciliation_other_account/
    )
    await assert.rejects(
      () => letter(treasury, paid.bank, [[paid.bankLineId, -10_000]]),
      /reconciliation_not_whole/
    )
    await assert.rejects(
      () =>
        letter(treasury, paid.bank, [
          [paid.bankLineId, -10_001],
          [back.bankLineId, 10_001],
        ]),
      /reconciliation_exceeds_line/
    )
    await letter(treasury, paid.bank, [
      [paid.bankLineId, -6_000],
      [back.bankLineId, 6_000],
    ])
    await assert.rejects(
      () =>
        execute(
          `update reconciliation_lines set amount_minor = amount_minor * 2 where journal_line_id = :id`,
          { id: paid.bankLineId }
        ),
      /reconciliation_exceeds_line/
    )
    await letter(treasury, paid.bank, [
      [paid.bankLineId, -4_000],
      [back.bankLineId, 4_000],
    ])
    assert.deepEqual(await brokenInvariants(), [])
  })
})

test.group('Matching what is void', () => {
  test('neither a reversed entry, nor its reversal, nor the opening is matched', async ({ assert }) => {
    const treasury = await makeTreasury()
    const { entryId, bankLineId, bank } = await postCharge(treasury)
    const reversal = await inTransaction((trx) =>
      reverseEntry({ entryId, reason: 'Error', createdBy: null }, trx)
    )
    const bankLine = (where: string) =>
      oneRow<{ id: number; amountMinor: number }>(
        `select l.id, l.amount_minor from journal_lines l join journal_entries e on e.id = l.entry_id where l.account_id = ${bank} and ${where}`
      )
    const charge = await importCharge(treasury.accountId)
    const income = await importCharge(treasury.accountId, 10_000)
    const opening = await bankLine(`e.journal = 'apertura'`)
    const tries: [number, number, number][] = [
      [charge, bankLineId, -10_000],
      [income, (await bankLine(`e.id = ${reversal.entryId}`)).id, 10_000],
      [income, opening.id, 10_000],
    ]

    for (const [lineId, journalLineId, amountMinor] of tries)
      await assert.rejects(
        () => acceptMatch({ lineId, items: [{ journalLineId, amountMinor }], actor: SYSTEM }),
        /ya no está pendiente/
      )
  })

  test('an invoice is either taken back to review or paid by a charge, never both', async ({ assert }) => {
    const treasury = await makeTreasury()
    for (let round = 0; round < 6; round++) {
      const invoice = await makeBookedInvoice(treasury, `CARRERA-${round}`)
      const lineId = await importCharge(treasury.accountId, -12_100)
      const work = [
        () =>
          acceptMatch({
            lineId,
            items: [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }],
            actor: SYSTEM,
          }),
        () => unbookInvoice(invoice.id, 'Proveedor equivocado', SYSTEM),
      ]

      const results = await Promise.allSettled(
        (round % 2 === 0 ? work : work.toReversed()).map((run) => run())
      )

      assert.deepEqual(results.map((result) => result.status).toSorted(), ['fulfilled', 'rejected'])
      const { outstanding } = await oneRow<{ outstanding: number }>(
        `select outstanding_minor as outstanding from invoices where id = :id`,
        { id: invoice.id }
      )
      assert.equal(outstanding, 0)
      for (const result of results)
        if (result.status === 'rejected') assert.notMatch(String(result.reason), /deadlock/)
    }
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('an account of the company is not matched with another one’s movement', async ({ assert }) => {
    const treasury = await makeTreasury()
    const other = await openBankAccount(
      {
        siteId: treasury.siteId,
        name: 'Ahorro',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'EUR',
        iban: makeIban(),
        openedOn: calendarDate('2025-01-01'),
        openingBalanceMinor: 0,
      },
      SYSTEM
    )
    const lineId = await importCharge(other)
    const { bankLineId } = await postCharge(treasury)

    await assert.rejects(
      () =>
        acceptMatch({ lineId, items: [{ journalLineId: bankLineId, amountMinor: -10_000 }], actor: SYSTEM }),
      /ya no está pendiente/
    )
  })
})
