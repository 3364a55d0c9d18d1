import { randomUUID } from 'node:crypto'
import type { Actor } from '#app/audit/record_event'
import { inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, minDay } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { exchangeAccount } from '#app/ledger/actions/exchange_account'
import { letterLines } from '#app/ledger/actions/letter_lines'
import { postEntry } from '#app/ledger/actions/post_entry'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { postingDay } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'
import { refuseDone } from '#app/reconciliation/actions/accept_match'
import { type LockedMatch, lockLine, lockReached, nextVersion } from '#app/reconciliation/actions/lock_line'
import { closeMatch, insertMatches } from '#app/reconciliation/actions/write_match'
import { bankDirectPosting } from '#app/reconciliation/postings/direct_posting'

type Input = { lineId: number; otherLineId: number; actor: Actor }

/**
 * The two sides of a transfer between accounts of one company: each is posted against 5729, where they are lettered. Two sides of
 * one exchange of currency likewise, and what they differ by in the currency of the books goes to 668 or 768.
 * Throws E_TRANSFER unless they are opposite or of one exchange, of one company, and both whole and open.
 */
export async function matchTransfer({ lineId, otherLineId, actor }: Input): Promise<void> {
  await inTransaction(async (trx) => {
    const ids = [lineId, otherLineId].toSorted((a, b) => a - b)
    const sides: LockedMatch[] = []
    await lockReached(ids, [], trx)
    for (const id of ids) sides.push(await lockLine(id, trx))
    const [first, second] = sides
    if (!first || !second) throw new Error('A transfer has two sides')
    refuseUnlike(first, second, await isExchange(ids, trx))
    const { siteId } = first.account
    const prefix = await roleCode(siteId, 'own_transfers_in_transit', trx)
    const transit = await ensureAccount({ siteId, prefix }, trx)
    const day = minDay(first.line.bookedOn, second.line.bookedOn)
    const way = { transitAccountId: transit.id, groupKey: randomUUID(), day }
    const sent = await postSide(first, way, actor, trx)
    const lines = [sent, await postSide(second, { ...way, passesMinor: -sent.amountMinor }, actor, trx)]
    await letterLines({ siteId, accountId: transit.id, lines, status: 'full', createdBy: actor.userId }, trx)
  })
}

/** Whether a provider tells the two movements as one exchange. */
async function isExchange(lineIds: readonly number[], trx: Transaction): Promise<boolean> {
  const found = await row(
    `select 1 as found from provider_transactions t join provider_transactions o on o.id = t.counterpart_id
      where t.bank_statement_line_id = :one and o.bank_statement_line_id = :other`,
    { one: lineIds[0], other: lineIds[1] },
    trx
  )
  return found !== null
}

function refuseUnlike(first: LockedMatch, second: LockedMatch, isOneExchange: boolean): void {
  refuseDone(first)
  refuseDone(second)
  const isOfOne = first.account.siteId === second.account.siteId && first.account.id !== second.account.id
  const isOpposite =
    first.line.currency === second.line.currency && first.line.amountMinor === -second.line.amountMinor
  if (!isOfOne || !(isOpposite || isOneExchange))
    throw new DomainError('E_TRANSFER', 'Los dos movimientos no son las dos partes de un traspaso.')
}

/** What both sides share; one day's rate of exchange, so that nothing is left on the way. */
type Way = {
  transitAccountId: number
  groupKey: string
  day: CalendarDate
  /** What the first side left on the way: the second takes just that, and what it is worth more or less is gained or lost. */
  passesMinor?: number
}

async function postSide(
  side: LockedMatch,
  { transitAccountId, groupKey, day, passesMinor }: Way,
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
  const draft = bankDirectPosting({
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
  })
  const lines = await withDifference(draft, { passesMinor, siteId: account.siteId, text }, trx)
  const { entryId } = await postEntry({ ...draft, lines }, trx)
  const posted = await rows<{ id: number; amountMinor: number }>(
    `select id, amount_minor from journal_lines where entry_id = :entryId order by line_no`,
    { entryId },
    trx
  )
  const [passing, bank] = [posted.at(0), posted.at(-1)]
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

type Passes = { passesMinor: number | undefined; siteId: number; text: string }

/** The lines of the second side: on the way stands what the first left there, and the rest is a difference of exchange. */
async function withDifference(
  { lines }: JournalDraft,
  { passesMinor, siteId, text }: Passes,
  trx: Transaction
): Promise<DraftLine[]> {
  const [passing, ...others] = lines
  if (!passing || passesMinor === undefined || passesMinor === passing.amountMinor) return lines
  const amountMinor = passing.amountMinor - passesMinor
  const accountId = await exchangeAccount(siteId, amountMinor > 0 ? 'loss' : 'gain', trx)
  return [
    { ...passing, amountMinor: passesMinor },
    { accountId, amountMinor, memo: text.slice(0, 250) },
    ...others,
  ]
}
