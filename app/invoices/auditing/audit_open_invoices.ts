import type { ChangedBank } from '#app/accounts/payee_bank_followers'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Invoices whose alarms may still stop something: reviewed or on their way to being paid. */
const OPEN = `status in ('pending_review', 'pending_approval', 'approved', 'booked', 'disputed') and payment_state <> 'paid'`

/** Judges again the open invoices that print an account of this supplier, or this account, now that it has changed. */
export async function auditInvoicesOfBank({ payee, payeeId, iban }: ChangedBank): Promise<void> {
  if (payee !== 'provider') return
  const found = await rows<{ id: number }>(
    `select id from invoices where ${OPEN} and iban_detected is not null and (provider_id = :providerId or iban_detected = :iban) order by id`,
    { providerId: payeeId, iban }
  )
  for (const { id } of found) await auditOne(id)
}

/** Judges again the open invoices of a supplier: it is more, or another, than it was. */
export async function auditInvoicesOfProvider(providerId: number): Promise<void> {
  const found = await rows<{ id: number }>(
    `select id from invoices where ${OPEN} and provider_id = :providerId order by id`,
    { providerId }
  )
  for (const { id } of found) await auditOne(id)
}

/** Opens the alarms again whose day has come (area 06 §2). Gives how many invoices had some. */
export async function wakeAlarms(day: CalendarDate): Promise<number> {
  const found = await rows<{ id: number }>(
    `select distinct invoice_id as id from invoice_alarms where invoice_id is not null and status = 'snoozed' and snoozed_until <= :day order by invoice_id`,
    { day }
  )
  for (const { id } of found) await auditOne(id)
  return found.length
}

/** Each in a transaction of its own: a long one would hold back who works on the others. */
async function auditOne(invoiceId: number): Promise<void> {
  await inTransaction(async (trx) => {
    await execute(`select id from invoices where id = :invoiceId for update`, { invoiceId }, trx)
    await auditInvoice(invoiceId, trx)
  })
}
