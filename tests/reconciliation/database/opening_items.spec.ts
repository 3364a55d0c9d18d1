import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { postManualEntry } from '#app/books/actions/move_manual_entry'
import { oneRow, row } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { bringFile, takeOn } from '#tests/factories/imports'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

async function makeOpeningDebt() {
  const treasury = await makeTreasury()
  const { taxId } = await oneRow<{ taxId: string }>(`select tax_id::text from providers where id = :id`, {
    id: treasury.provider.id,
  })
  const file = `Cuenta;Saldo;NIF;Documento;Vencimiento\n400;-121,00;${taxId};LUZ-4477;09/04/2026\n`
  const { actor } = treasury.person
  const answers = { site_id: String(treasury.siteId), posted_on: '2026-03-20', takes_difference: true }
  const importId = await bringFile(
    'openings',
    { name: 'saldos.csv', bytes: Buffer.from(file), answers },
    actor
  )
  await takeOn('openings', importId, actor)
  const { id } = await oneRow<{ id: number }>(
    `select id from manual_entries where site_id = :siteId and kind = 'opening'`,
    treasury
  )
  await postManualEntry(id, 0, (await makeUser('superC0ntab1l1dad')).actor)
  const debt = await oneRow<{ id: number }>(
    `select l.id from journal_lines l join manual_entries m on m.journal_entry_id = l.entry_id where m.id = :id and l.counterparty_type = 'provider'`,
    { id }
  )
  return { ...treasury, debtId: debt.id }
}

test.group('A debt that an opening balance brought', () => {
  test('is offered to the charge that pays it, settled by it and open again when that is undone', async ({
    assert,
  }) => {
    const { accountId, debtId } = await makeOpeningDebt()
    await importBytes(
      accountId,
      csvStatement([{ on: '2026-04-09', cents: -12_100, text: 'RECIBO LUZ-4477' }])
    )
    const lineId = (await linesOf(accountId)).at(-1)?.id ?? 0
    const openMinor = async () =>
      (
        await row<{ minor: number }>(
          `select open_minor as minor from open_items where journal_line_id = :debtId`,
          {
            debtId,
          }
        )
      )?.minor ?? 0

    const offered = await findCandidates(lineId)
    await acceptMatch({ lineId, items: [{ journalLineId: debtId, amountMinor: -12_100 }], actor: SYSTEM })
    const settled = await openMinor()
    await undoMatch({ lineId, actor: SYSTEM })

    assert.include(JSON.stringify(offered), String(debtId))
    assert.equal(settled, 0)
    assert.equal(await openMinor(), -12_100)
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })
})
