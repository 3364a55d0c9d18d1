import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { paymentsOf } from '#app/ledger/document_payments'

export type Provision = {
  id: number
  siteId: number
  providerId: number
  concept: string
  status: string
  settledMinor: number
  entryId: number | null
  live: number
}

/** Throws E_TRANSITION unless it is open, E_LIVE_ORDER while a payment of it is under way. */
export function refuseClosed({ status, live }: Provision): void {
  if (status !== 'open') throw new DomainError('E_TRANSITION', 'La provisión ya está vinculada o cancelada.')
  if (live > 0)
    throw new DomainError('E_LIVE_ORDER', 'La provisión tiene un pago en curso: espere o cancélelo antes.')
}

/** Locked first and read afterwards: a statement that waits for a lock still sees the payments of before. */
export async function lockProvision(provisionId: number, trx: Transaction): Promise<Provision> {
  await execute(`select 1 from supplier_provisions where id = :provisionId for update`, { provisionId }, trx)
  const provision = await oneRow<Omit<Provision, 'live'>>(
    `select id, site_id, provider_id, concept, status, settled_minor, journal_entry_id as entry_id from supplier_provisions where id = :provisionId`,
    { provisionId },
    trx
  )
  const orders = await paymentsOf('supplier_provision', [provisionId], trx)
  return { ...provision, live: orders.filter(({ isLive }) => isLive).length }
}

export type Invoice = {
  siteId: number
  providerId: number
  status: string
  reference: string
  isForeign: boolean
  outstandingMinor: number
  retainedOpenMinor: number
  orderedMinor: number
  live: number
  postedOn: CalendarDate | null
}

/** The invoice under its lock, with what its live payments take; null when there is none. */
export async function lockInvoice(invoiceId: number, trx: Transaction): Promise<Invoice | null> {
  await execute(`select 1 from invoices where id = :invoiceId for update`, { invoiceId }, trx)
  const invoice = await row<Omit<Invoice, 'orderedMinor' | 'live'>>(
    `select site_id, provider_id, status, reference, fx_rate is not null as is_foreign, outstanding_minor, retained_open_minor, posted_on
       from invoices where id = :invoiceId`,
    { invoiceId },
    trx
  )
  if (!invoice) return null
  const live = (await paymentsOf('invoice', [invoiceId], trx)).filter(({ isLive }) => isLive)
  return {
    ...invoice,
    orderedMinor: live.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    live: live.length,
  }
}

/** Frees the money that was kept for it. */
export function freeReserve(provisionId: number, trx: Transaction): Promise<number> {
  return execute(
    `update account_holds set released_at = now() where document_type = 'supplier_provision' and document_id = :provisionId and released_at is null`,
    { provisionId },
    trx
  )
}
