import type { Actor } from '#app/audit/record_event'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { letterLines, unletterEntries } from '#app/ledger/actions/letter_lines'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { entryText } from '#app/ledger/journal_draft'
import { postingDay } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'
import type { BankSupport, SupportedOffset } from '#app/legal/bank_support'
import { refuseDone } from '#app/reconciliation/actions/accept_match'
import { type LockedMatch, lockLine, nextVersion } from '#app/reconciliation/actions/lock_line'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { insertMatches, moveLine } from '#app/reconciliation/actions/write_match'

/**
 * A movement of the bank proves what was paid by hand of a legal cost: the debt against the bank, and the movement is matched;
 * or against 5559 where the movement had been booked there until somebody said what it was. The whole movement, so that
 * taking it back frees the whole of it.
 */
export const movementSupport: BankSupport = { match: matchOffset, release: releaseOffset }

async function matchOffset(
  offset: SupportedOffset,
  actor: Actor,
  trx: Transaction
): Promise<{ entryId: number }> {
  const locked = await lockLine(offset.lineId, trx)
  const { line, account } = locked
  if (account.currency !== 'EUR')
    throw new DomainError('E_CURRENCY', 'El movimiento no es en euros.', { field: 'bank_statement_line_id' })
  if (line.totalMinor !== -offset.cost.amountMinor)
    throw new DomainError(
      'E_AMOUNT',
      `El movimiento es de ${formatAmount(Math.abs(line.totalMinor), 'EUR')}: el importe debe ser el mismo.`,
      { field: 'bank_statement_line_id' }
    )
  const waiting = line.status === 'booked_direct' ? await unidentifiedLine(locked, trx) : null
  if (waiting) return bookOut(offset, locked, waiting, actor, trx)
  refuseDone(locked)
  if (line.amountMinor !== line.totalMinor)
    throw new DomainError('E_MATCHED', 'Este movimiento ya está conciliado.', {
      field: 'bank_statement_line_id',
    })
  return bookMovement(offset, locked, actor, trx)
}

/** The debt against the bank's own account, matched with the movement. */
async function bookMovement(
  { lineId, cost, debtAccountId }: SupportedOffset,
  locked: LockedMatch,
  actor: Actor,
  trx: Transaction
): Promise<{ entryId: number }> {
  const { line, account } = locked
  const postedOn = await postingDay(account.siteId, line.bookedOn, trx)
  const { entryId } = await postEntry(
    {
      ...entryOf(cost, line.bookedOn, postedOn),
      idempotencyKey: `bank_statement_line:${lineId}:legal:${await nextVersion(lineId, trx)}`,
      sourceType: 'bank_statement_line',
      sourceId: lineId,
      lines: linesOf(cost, debtAccountId, account.ledgerAccountId),
    },
    trx
  )
  const bankLine = await oneRow<{ id: number }>(
    `select id from journal_lines where entry_id = :entryId and account_id = :accountId`,
    { entryId, accountId: account.ledgerAccountId },
    trx
  )
  const matches = [{ journalLineId: bankLine.id, amountMinor: line.amountMinor }]
  await insertMatches(line, matches, { score: 0, parts: [] }, actor, trx)
  await moveLine(locked, 'match', actor, trx, { reason: cost.description })
  return { entryId }
}

type Waiting = { journalLineId: number; accountId: number; postings: number }

/** The line on 5559 that this movement was booked to, while all of it is open. */
function unidentifiedLine({ line, account }: LockedMatch, trx: Transaction): Promise<Waiting | null> {
  return roleCode(account.siteId, 'unidentified', trx).then((prefix) =>
    row<Waiting>(
      `select j.id as journal_line_id, j.account_id, (select count(*)::int from journal_entries n where n.idempotency_key like 'bank_statement_line:' || :lineId || ':identified:%') as postings
         from journal_entries e join journal_lines j on j.entry_id = e.id join ledger_accounts a on a.id = j.account_id and a.code ^@ :prefix
        where e.source_type = 'bank_statement_line' and e.source_id = :lineId and j.amount_minor = :amountMinor and not exists (select 1 from journal_entries x where x.reverses_id = e.id)
          and not exists (select 1 from reconciliation_lines r where r.journal_line_id = j.id) order by j.id limit 1`,
      { lineId: line.id, prefix, amountMinor: -line.totalMinor },
      trx
    )
  )
}

/** The debt against what waited on 5559, both lettered; the movement itself stays as it was booked. */
async function bookOut(
  { lineId, paidOn, cost, debtAccountId }: SupportedOffset,
  { account }: LockedMatch,
  { journalLineId, accountId, postings }: Waiting,
  actor: Actor,
  trx: Transaction
): Promise<{ entryId: number }> {
  const postedOn = await postingDay(account.siteId, paidOn, trx)
  const { entryId } = await postEntry(
    {
      ...entryOf(cost, paidOn, postedOn),
      idempotencyKey: `bank_statement_line:${lineId}:identified:${postings + 1}`,
      sourceType: 'legal_cost',
      sourceId: cost.costId,
      lines: linesOf(cost, debtAccountId, accountId),
    },
    trx
  )
  const own = await oneRow<{ id: number }>(
    `select id from journal_lines where entry_id = :entryId and account_id = :accountId`,
    { entryId, accountId },
    trx
  )
  await letterLines(
    {
      siteId: account.siteId,
      accountId,
      lines: [
        { journalLineId, amountMinor: cost.amountMinor },
        { journalLineId: own.id, amountMinor: -cost.amountMinor },
      ],
      status: 'full',
      createdBy: actor.userId,
    },
    trx
  )
  return { entryId }
}

const entryOf = (cost: SupportedOffset['cost'], paidOn: CalendarDate, postedOn: CalendarDate) => ({
  siteId: cost.siteId,
  postedOn,
  journal: 'banco' as const,
  kind: 'legal_cost.offset',
  description: entryText(`Pago manual, ${cost.procedureNumber}: ${cost.description}`, paidOn, postedOn),
  createdBy: cost.createdBy,
})

function linesOf(cost: SupportedOffset['cost'], debtAccountId: number, counterAccountId: number) {
  const party =
    cost.providerId === null ? {} : { counterpartyType: 'provider' as const, counterpartyId: cost.providerId }
  const document = { documentType: 'legal_cost', documentId: cost.costId }
  return [
    { accountId: debtAccountId, amountMinor: cost.amountMinor, ...document, ...party },
    { accountId: counterAccountId, amountMinor: -cost.amountMinor, ...document, ...party },
  ]
}

/** The movement waits again, or its 5559 does; nothing where somebody took the match apart before. */
async function releaseOffset(
  { lineId, entryId, reason }: { lineId: number; entryId: number; reason: string },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const entry = await oneRow<{ siteId: number; isOfLine: boolean; isReversed: boolean }>(
    `select e.site_id, e.source_type = 'bank_statement_line' as is_of_line, exists (select 1 from journal_entries x where x.reverses_id = e.id) as is_reversed from journal_entries e where e.id = :entryId`,
    { entryId },
    trx
  )
  if (entry.isReversed) return
  if (entry.isOfLine) return undoMatch({ lineId, actor, reason }, trx)
  await lockReconciliations(entry.siteId, trx)
  await unletterEntries([entryId], trx)
  await reverseEntry({ entryId, reason, createdBy: actor.userId }, trx)
}
