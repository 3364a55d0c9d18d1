import { randomUUID } from 'node:crypto'
import type { Actor } from '#app/audit/record_event'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, minDay } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { letterLines } from '#app/ledger/actions/letter_lines'
import { postEntry } from '#app/ledger/actions/post_entry'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { postingDay } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'
import { refuseDone } from '#app/reconciliation/actions/accept_match'
import { type LockedMatch, lockLine, nextVersion } from '#app/reconciliation/actions/lock_line'
import { closeMatch, insertMatches } from '#app/reconciliation/actions/write_match'
import { bankDirectPosting } from '#app/reconciliation/postings/direct_posting'

type Input = { lineId: number; otherLineId: number; actor: Actor }

/**
 * The two sides of a transfer between accounts of one company: each is posted against 5729, where they are lettered.
 * Throws E_TRANSFER unless they are opposite, of one company and currency, and both whole and open.
 */
export async function matchTransfer({ lineId, otherLineId, actor }: Input): Promise<void> {
  await inTransaction(async (trx) => {
    const ids = [lineId, otherLineId].toSorted((a, b) => a - b)
    const sides: LockedMatch[] = []
    for (const id of ids) sides.push(await lockLine(id, trx))
    const [first, second] = sides
    if (!first || !second) throw new Error('A transfer has two sides')
    refuseUnlike(first, second)
    const { siteId } = first.account
    const prefix = await roleCode(siteId, 'own_transfers_in_transit', trx)
    const transit = await ensureAccount({ siteId, prefix }, trx)
    const day = minDay(first.line.bookedOn, second.line.bookedOn)
    const way = { transitAccountId: transit.id, groupKey: randomUUID(), day }
    const passing = [await postSide(first, way, actor, trx), await postSide(second, way, actor, trx)]
    await letterLines(
      { siteId, accountId: transit.id, lines: passing, status: 'full', createdBy: actor.userId },
      trx
    )
  })
}

function refuseUnlike(first: LockedMatch, second: LockedMatch): void {
  refuseDone(first)
  refuseDone(second)
  const isOne = first.account.siteId === second.account.siteId && first.line.currency === second.line.currency
  const isOpposite =
    first.line.amountMinor === -second.line.amountMinor && first.account.id !== second.account.id
  if (!isOne || !isOpposite)
    throw new DomainError('E_TRANSFER', 'Los dos movimientos no son las dos partes de un traspaso.')
}

/** What both sides share; one day's rate of exchange, so that nothing is left on the way. */
type Way = { transitAccountId: number; groupKey: string; day: CalendarDate }

async function postSide(
  side: LockedMatch,
  { transitAccountId, groupKey, day }: Way,
  actor: Actor,
  trx: Transaction
) {
  const { line, account } = side
  const text = line.rawText || 'Traspaso entre cuentas'
  const { amountMinor } = line
  const passage = {
    accountId: transitAccountId,
    amountMinor,
    memo: text,
    tax: null,
    providerId: null,
    centerId: null,
  }
  const { entryId } = await postEntry(
    bankDirectPosting({
      lineId: line.id,
      event: 'transfer',
      version: await nextVersion(line.id, trx),
      siteId: account.siteId,
      bookedOn: line.bookedOn,
      postedOn: await postingDay(account.siteId, line.bookedOn, trx),
      text,
      bankLedgerAccountId: account.ledgerAccountId,
      lines: [passage],
      amountMinor,
      baseMinor: await toBaseMinor({ ...account, amountMinor, day }, trx),
      currency: account.currency,
      groupKey,
      createdBy: actor.userId,
    }),
    trx
  )
  const [passing, bank] = await rows<{ id: number; amountMinor: number }>(
    `select id, amount_minor from journal_lines where entry_id = :entryId order by line_no`,
    { entryId },
    trx
  )
  if (!passing || !bank) throw new Error(`Entry ${entryId} without its two lines`)
  await insertMatches(
    line,
    [{ journalLineId: bank.id, amountMinor: line.amountMinor }],
    { score: 0, parts: [] },
    actor,
    trx
  )
  await closeMatch(side, actor, trx)
  return { journalLineId: passing.id, amountMinor: passing.amountMinor }
}
