import { SYSTEM } from '#app/audit/record_event'
import { bookDirectly } from '#app/invoices/booking/book_directly'
import { row } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'

/** Surer than this of number, day and total: what the review page shows in green. */
const SURE = 0.95

/**
 * Books what was just read, when every line fell to a profile that books on its own, twice as surely as it must (area 04
 * §1), the reader is sure of what it read, and the rules of direct booking let it. Otherwise it waits for a person as all do.
 */
export async function bookIfAutomatic(invoiceId: number): Promise<void> {
  const automatic = await row(
    `select 1 as found from invoices i where i.id = :invoiceId and i.status = 'pending_review' and i.source <> 'public'
        and exists (select 1 from invoice_lines l where l.invoice_id = i.id)
        and not exists (select 1 from invoice_lines l left join expense_profiles p on p.id = l.profile_id
              where l.invoice_id = i.id and (l.match_state <> 'matched' or p.auto_book is not true or p.requires_approval or not p.active
                or l.match_score < 2 * p.min_score))
        and least((i.reading #>> '{fields,invoiceNumber,confidence}')::float, (i.reading #>> '{fields,issueDate,confidence}')::float,
              (i.reading #>> '{fields,total,confidence}')::float) >= :sure`,
    { invoiceId, sure: SURE }
  )
  if (!automatic) return
  try {
    await bookDirectly(invoiceId, SYSTEM)
  } catch (error) {
    if (!isDomainError(error)) throw error
  }
}
