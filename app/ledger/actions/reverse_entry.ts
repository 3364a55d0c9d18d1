import { oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, maxDay, monthOf, today } from '#app/kernel/time/calendar_date'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { callLedger, type PostedEntry } from '#app/ledger/actions/post_entry'
import { isMonthOpen, openVatMonth } from '#app/ledger/queries/periods'
import { askReversalGuards } from '#app/ledger/reversal_guards'

export type Reversal = { entryId: number; reason: string; postedOn?: CalendarDate; createdBy: number | null }

type Original = {
  id: number
  siteId: number
  entryNo: number
  postedOn: CalendarDate
  journal: string
  kind: string
  sourceType: string | null
  sourceId: number | null
  groupKey: string | null
  description: string
}

/**
 * Posts the exact negation of an entry, on its own day when that month is open, else today; its lines of a filed VAT
 * period go to the next one that is not. Reversing twice gives the first reversal. Throws E_BOOKS for an entry that stands in
 * the books of other companies too (`reverseBooks` takes all of it back), and what the guards of higher floors throw.
 */
export async function reverseEntry(input: Reversal, trx: Transaction): Promise<PostedEntry> {
  const other = await row<{ name: string }>(
    `select s.legal_name::text as name from journal_entries e join journal_entries o on o.group_key = e.group_key and o.site_id <> e.site_id
       join sites s on s.id = o.site_id where e.id = :entryId order by o.id limit 1`,
    { entryId: input.entryId },
    trx
  )
  if (other)
    throw new DomainError(
      'E_BOOKS',
      `El asiento está también en los libros de ${other.name}: se anula entero desde el documento que lo originó.`
    )
  return negateEntry(input, trx)
}

/** The same of one entry of several that are taken back together; whoever calls it takes back the others too. */
export async function negateEntry(
  { entryId, reason, postedOn, createdBy }: Reversal,
  trx: Transaction
): Promise<PostedEntry> {
  const original = await oneRow<Original>(
    `select id, site_id, entry_no, posted_on, journal, kind, source_type, source_id, group_key, description
       from journal_entries where id = :entryId`,
    { entryId },
    trx
  )
  await lockReconciliations(original.siteId, trx)
  await askReversalGuards(original, trx)
  const done = await row<PostedEntry>(
    `select id as entry_id, entry_no, true as repeated from journal_entries where reverses_id = :entryId`,
    { entryId },
    trx
  )
  if (done) return done
  const day =
    postedOn ?? ((await isMonthOpen(original.siteId, original.postedOn, trx)) ? original.postedOn : today())
  const lines = await rows(
    `select account_id, currency, -amount_minor as amount_minor, -base_minor as base_minor, counterparty_type, counterparty_id,
            document_type, document_id, tax_code_id, -tax_base_minor as tax_base_minor,
            case when exists (select 1 from period_locks p where p.site_id = l.site_id and p.scope = 'vat' and to_char(p.month, 'YYYY-MM') = l.vat_period)
                 then :openVat else vat_period end as vat_period,
            center_id, category_id, due_on, memo
       from journal_lines l where entry_id = :entryId order by line_no`,
    { entryId, openVat: await openVatMonth(original.siteId, monthOf(maxDay(day, original.postedOn)), trx) },
    trx
  )
  const draft = {
    siteId: original.siteId,
    postedOn: day,
    journal: original.journal,
    kind: `${original.kind}.reversal`,
    idempotencyKey: `journal_entry:${entryId}:reversal:1`,
    description: `Anulación del asiento ${original.entryNo}: ${original.description}`.slice(0, 250),
    reversesId: entryId,
    reversalReason: reason,
    sourceType: original.sourceType,
    sourceId: original.sourceId,
    groupKey: original.groupKey,
    createdBy,
    lines,
  }
  return callLedger(draft, day, trx)
}
