import type { Actor } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { refuseOtherKind } from '#app/invoices/approval/refuse_other_kind'
import { undoCarry } from '#app/invoices/approval/undo_carry'
import { markStatsStale } from '#app/invoices/auditing/refresh_provider_stats'
import { preparePosting } from '#app/invoices/booking/prepare_posting'
import Invoice from '#app/invoices/models/invoice'
import { invoicePosting } from '#app/invoices/postings/invoice_posting'
import { letGoOfInvoice } from '#app/invoices/unbook_followers'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { assertBalanced } from '#app/ledger/journal_draft'
import { isMonthOpen } from '#app/ledger/queries/periods'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** Books an approved invoice. Throws E_PERIOD_CLOSED when neither its month nor the present one is open. */
export async function bookInvoice(invoiceId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    await bookLocked(invoice, actor, trx)
  })
}

const CLOSED = 'El periodo está cerrado: no se puede contabilizar la factura.'

/** Why an approved invoice is not booked at once, for people; null when it can be. */
export async function whyNotBookable(invoice: Invoice, trx: Transaction): Promise<string | null> {
  return (await postingDay(invoice, trx)) === null
    ? 'El periodo está cerrado: queda aprobada y pendiente de contabilizar.'
    : null
}

/** The same on an invoice that the caller has locked. */
export async function bookLocked(
  invoice: Invoice,
  actor: Actor,
  trx: Transaction,
  transition: 'book' | 'book_directly' = 'book'
): Promise<void> {
  refuseOtherKind(invoice)
  const postedOn = await postingDay(invoice, trx)
  if (postedOn === null) throw new DomainError('E_PERIOD_CLOSED', CLOSED)
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
  if (invoice.providerId) await markStatsStale(invoice.providerId, trx)
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
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
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

/** Its day of issue while that month is open, else today; null while neither is. */
async function postingDay({ siteId, issuedOn }: Invoice, trx: Transaction): Promise<CalendarDate | null> {
  if (!siteId || !issuedOn)
    throw new DomainError('E_INCOMPLETE', 'Faltan la empresa o la fecha de la factura.')
  if (await isMonthOpen(siteId, issuedOn, trx)) return issuedOn
  const day = today()
  return (await isMonthOpen(siteId, day, trx)) ? day : null
}
