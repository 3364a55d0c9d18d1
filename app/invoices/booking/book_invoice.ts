import type { Actor } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { refuseOtherKind } from '#app/invoices/approval/refuse_other_kind'
import { undoCarry } from '#app/invoices/approval/undo_carry'
import { markStatsStale } from '#app/invoices/auditing/refresh_provider_stats'
import { closedPartner, postingDay } from '#app/invoices/booking/posting_day'
import { preparePosting } from '#app/invoices/booking/prepare_posting'
import Invoice from '#app/invoices/models/invoice'
import { sharedBookings, sharingCompanies } from '#app/invoices/ports'
import { invoicePosting } from '#app/invoices/postings/invoice_posting'
import { letGoOfInvoice } from '#app/invoices/unbook_followers'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { today } from '#app/kernel/time/calendar_date'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { assertBalanced } from '#app/ledger/journal_draft'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** Books an approved invoice. Throws E_PERIOD_CLOSED when neither its month nor the present one is open. */
export async function bookInvoice(invoiceId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    await bookLocked(invoice, actor, trx)
  })
}

/** Why an approved invoice is not booked at once, for people; null when it can be. */
export async function whyNotBookable(invoice: Invoice, trx: Transaction): Promise<string | null> {
  const companies = await sharingCompanies(invoice.id, trx)
  if ((await postingDay(invoice, companies, trx)) !== null) return null
  const partner = await closedPartner(companies, trx)
  return `El periodo está cerrado${partner ? ` en ${partner.name}` : ''}: queda aprobada y pendiente de contabilizar.`
}

/** The same on an invoice that the caller has locked. */
export async function bookLocked(
  invoice: Invoice,
  actor: Actor,
  trx: Transaction,
  transition: 'book' | 'book_directly' = 'book'
): Promise<void> {
  refuseOtherKind(invoice)
  const companies = await sharingCompanies(invoice.id, trx)
  const postedOn = await postingDay(invoice, companies, trx)
  if (postedOn === null) throw await periodClosed(companies, trx)
  if (companies.length > 0 && invoice.siteId) await lockBooks([invoice.siteId, ...companies], trx)
  const version = invoice.bookingVersion + 1
  const draft = invoicePosting(await preparePosting(invoice, { postedOn, version, actor }, trx))
  const { entryId, entryNo } = await postEntry(draft, trx)
  await moveState(invoice, { transition, actor, action: 'booked', after: { entryNo, postedOn } }, trx)
  invoice.merge({
    journalEntryId: entryId,
    postedOn,
    bookingVersion: version,
    outstandingMinor: invoice.owedMinor,
    priorOpenMinor: invoice.advanceMinor + invoice.prepaidMinor,
    retainedOpenMinor: invoice.retainedMinor,
    // Nothing is owed on an invoice whose lines cancel out.
    paymentState: invoice.owedMinor === 0 ? 'paid' : 'unpaid',
  })
  await invoice.save()
  for (const shared of sharedBookings.all()) await shared.book({ invoiceId: invoice.id, actor }, trx)
  if (invoice.providerId) await markStatsStale(invoice.providerId, trx)
}

async function periodClosed(companies: readonly number[], trx: Transaction): Promise<DomainError> {
  const partner = await closedPartner(companies, trx)
  const where = partner ? ` en ${partner.name}` : ''
  return new DomainError(
    'E_PERIOD_CLOSED',
    `El periodo está cerrado${where}: no se puede contabilizar la factura.`
  )
}

/** Throws what booking would throw, without leaving anything behind: accounts opened on the way are undone. */
export async function rehearseBooking(invoice: Invoice, actor: Actor, trx: Transaction): Promise<void> {
  const rehearsal = await trx.transaction()
  try {
    const facts = { postedOn: invoice.issuedOn ?? today(), version: invoice.bookingVersion + 1, actor }
    assertBalanced(invoicePosting(await preparePosting(invoice, facts, rehearsal)))
  } finally {
    await rehearsal.rollback()
  }
}

/** Takes a booked, unpaid invoice back to review with a reversing entry; its approvals are void. Throws E_LIVE_ORDER while a payment of it is on its way. */
export async function unbookInvoice(invoiceId: number, reason: string, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    await letGoOfInvoice(invoiceId, actor, trx)
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    await unbookLocked(invoice, reason, actor, trx)
  })
}

/** The same on an invoice that the caller has locked. Throws E_REASON, E_PAID, E_TRANSITION. */
export async function unbookLocked(
  invoice: Invoice,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  givenReason(reason)
  const { journalEntryId: entryId, postedOn } = invoice
  if (invoice.status === 'booked' && invoice.paymentState !== 'unpaid' && invoice.owedMinor !== 0)
    throw new DomainError('E_PAID', 'La factura tiene pagos: no se puede descontabilizar.')
  await moveState(
    invoice,
    { transition: 'unbook', actor, action: 'unbooked', reason, before: { entryId, postedOn } },
    trx
  )
  if (!entryId) throw new Error(`Booked invoice ${invoice.id} without entry`)
  await revokeDecisions('invoice', invoice.id, trx)
  for (const shared of sharedBookings.all())
    await shared.takeBack({ invoiceId: invoice.id, reason, actor }, trx)
  await undoCarry({ invoiceId: invoice.id, entryId, reason, actor }, trx)
  await reverseEntry({ entryId, reason, createdBy: actor.userId }, trx)
  invoice.merge({
    journalEntryId: null,
    postedOn: null,
    outstandingMinor: 0,
    priorOpenMinor: 0,
    retainedOpenMinor: 0,
    heldReleasedAt: null,
    heldReleasedBy: null,
    heldReleaseReason: null,
    paymentState: 'unpaid',
    requiredApprovals: null,
  })
  await invoice.save()
}
