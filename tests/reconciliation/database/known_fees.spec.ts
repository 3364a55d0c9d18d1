import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { makeTreasury, type TestTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

let sequence = 0

/** Sales of a day that a card service owes; gives the line of what it owes. */
async function sell({ siteId }: TestTreasury, minor: number): Promise<number> {
  return inTransaction(async (trx) => {
    const customers = await ensureAccount({ siteId, prefix: '430', name: 'Cobros con tarjeta' }, trx)
    const sales = await ensureAccount({ siteId, prefix: '705', name: 'Prestaciones de servicios' }, trx)
    const { entryId } = await postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-04-08'),
        journal: 'ventas',
        kind: 'test.sales',
        idempotencyKey: `sales:${process.pid}:${Date.now()}:${sequence++}`,
        description: 'Ventas del día con tarjeta',
        lines: [
          { accountId: customers.id, amountMinor: minor },
          { accountId: sales.id, amountMinor: -minor },
        ],
      },
      trx
    )
    const { id } = await oneRow<{ id: number }>(
      `select id from journal_lines where entry_id = :entryId and amount_minor > 0`,
      { entryId },
      trx
    )
    return id
  })
}

/** An account whose service keeps 1,50 % and 0,25 €, and what it paid in of sales of 100,00 €. */
async function makePayout(cents: number) {
  const treasury = await makeTreasury()
  await execute(
    `update bank_accounts set fee_basis_points = 150, fee_fixed_minor = 25 where id = :accountId`,
    {
      accountId: treasury.accountId,
    }
  )
  const journalLineId = await sell(treasury, 10_000)
  await importBytes(treasury.accountId, csvStatement([{ on: '2026-04-09', cents, text: 'ABONO TPV' }]))
  const [line] = await linesOf(treasury.accountId)
  const lineId = line?.id ?? 0
  const accept = (difference: 'fee' | 'leave') =>
    acceptMatch({
      lineId,
      items: [{ journalLineId, amountMinor: 10_000 }],
      difference,
      actor: treasury.person.actor,
    })
  return { ...treasury, lineId, journalLineId, accept }
}

const postedFor = (lineId: number) =>
  rows<{ code: string; minor: number }>(
    `select left(a.code, 3) as code, l.amount_minor as minor from journal_entries e join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      where e.source_type = 'bank_statement_line' and e.source_id = :lineId and e.reverses_id is null order by l.line_no`,
    { lineId }
  )

test.group('Known fees of a payment service', (group) => {
  group.teardown(async () => {
    const unsound = (await checkInvariants()).filter(({ violations }) => violations > 0)
    if (unsound.length > 0) throw new Error(JSON.stringify(unsound))
  })

  test('takings are found by what is left of them, and the fee goes to its account', async ({ assert }) => {
    const { lineId, journalLineId, accept, person } = await makePayout(9_825)

    const [best] = (await findCandidates(lineId)) ?? []
    await accept('fee')

    assert.equal(best?.items[0]?.journalLineId, journalLineId)
    assert.include(
      best?.parts.map(({ label }) => label),
      'Importe menos la comisión'
    )
    assert.isFalse(best?.isAutomatic)
    assert.sameDeepMembers(await postedFor(lineId), [
      { code: '430', minor: -10_000 },
      { code: '572', minor: 9_825 },
      { code: '626', minor: 175 },
    ])
    const openOf = () =>
      rows(`select 1 as open from open_items where journal_line_id = :journalLineId`, { journalLineId })
    assert.isEmpty(await openOf())

    await undoMatch({ lineId, actor: person.actor })
    assert.lengthOf(await openOf(), 1)
  })

  test('a difference that is not the fee is never booked as one', async ({ assert }) => {
    const { lineId, accept } = await makePayout(9_800)

    await assert.rejects(() => accept('fee'), /Las partidas suman 100,00/)
    await assert.rejects(() => accept('leave'), /Las partidas suman 100,00/)
    assert.isEmpty(await postedFor(lineId))
  })
})
