import type { Actor } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { markStatsStale } from '#app/invoices/auditing/refresh_provider_stats'
import { preparePosting } from '#app/invoices/booking/prepare_posting'
import Invoice from '#app/invoices/models/invoice'
import { invoicePosting } from '#app/invoices/postings/invoice_posting'
import type { Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { groupAccount } from '#app/ledger/actions/group_account'
import type { BookDraft } from '#app/ledger/actions/post_books'

type Wanted = { invoiceId: number; partnerId: number; postedOn: CalendarDate; actor: Actor }

/**
 * What the book of a company gets of an invoice of the group: the entry of any supplier’s invoice, with the debt on the
 * current account with the company that issued it. For `postBooks`, with the entry of that one.
 */
export async function groupInvoiceBook(
  { invoiceId, partnerId, postedOn, actor }: Wanted,
  trx: Transaction
): Promise<BookDraft> {
  const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).firstOrFail()
  const { siteId } = invoice
  if (siteId === null) throw new Error(`Invoice ${invoiceId} of the group is of no company`)
  const debt = await groupAccount({ siteId, partnerId, role: 'intercompany_current' }, trx)
  const version = invoice.bookingVersion + 1
  const facts = { postedOn, version, actor, payableAccountId: debt.id }
  const { kind, lines, ...draft } = invoicePosting(await preparePosting(invoice, facts, trx))
  return {
    siteId,
    journal: draft.journal,
    kind,
    description: draft.description,
    sourceType: 'invoice',
    sourceId: invoiceId,
    idempotencyKey: draft.idempotencyKey,
    lines: lines.map((line) =>
      line.accountId === debt.id ? { ...line, counterpartyType: 'site', counterpartyId: partnerId } : line
    ),
  }
}

type Booked = { invoiceId: number; entryId: number; entryNo: number; postedOn: CalendarDate; actor: Actor }

/**
 * An invoice of the group is in the books: nothing is owed on it itself, because the debt stands on the current account of the
 * two companies and is settled there.
 */
export async function bookGroupInvoice(
  { invoiceId, entryId, entryNo, postedOn, actor }: Booked,
  trx: Transaction
): Promise<void> {
  const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
  await moveState(invoice, { transition: 'book', actor, action: 'booked', after: { entryNo, postedOn } }, trx)
  invoice.merge({
    journalEntryId: entryId,
    postedOn,
    bookingVersion: invoice.bookingVersion + 1,
    outstandingMinor: 0,
    paymentState: 'offset',
  })
  await invoice.save()
  if (invoice.providerId) await markStatsStale(invoice.providerId, trx)
}

/** An invoice of the group whose document was annulled: what was posted is taken back by who annuls, in both books. */
export async function cancelGroupInvoice(
  { invoiceId, reason, actor }: { invoiceId: number; reason: string; actor: Actor },
  trx: Transaction
): Promise<void> {
  const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
  await moveState(invoice, { transition: 'annul', actor, action: 'unbooked', reason }, trx)
  invoice.merge({ journalEntryId: null, paymentState: 'unpaid' })
  await invoice.save()
}
