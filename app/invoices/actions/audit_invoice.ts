import { writeAlarms } from '#app/invoices/actions/write_alarms'
import { evaluateInvoices } from '#app/invoices/audit/evaluate_invoices'
import { readAuditContext } from '#app/invoices/audit/read_context'
import type { Transaction } from '#app/kernel/sql'

/**
 * Judges an invoice by every rule and makes its alarms say what was found. The caller holds the invoice's row lock.
 */
export async function auditInvoice(invoiceId: number, trx: Transaction): Promise<void> {
  const context = await readAuditContext(trx)
  await writeAlarms(await evaluateInvoices([invoiceId], context, trx), trx)
}
