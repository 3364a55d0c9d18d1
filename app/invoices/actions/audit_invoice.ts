import { writeAlarms } from '#app/invoices/actions/write_alarms'
import { evaluateInvoices } from '#app/invoices/audit/evaluate_invoices'
import { readAuditContext } from '#app/invoices/audit/read_context'
import { execute, type Transaction } from '#app/kernel/sql'

/**
 * Judges an invoice by every rule and makes its alarms say what was found. The caller holds the invoice's row lock. The
 * large statements of the audit are planned once a connection: PostgreSQL would plan them anew the first five times.
 */
export async function auditInvoice(invoiceId: number, trx: Transaction): Promise<void> {
  await execute('set local plan_cache_mode = force_generic_plan', {}, trx)
  const context = await readAuditContext(trx)
  const found = await evaluateInvoices([invoiceId], context, trx)
  await execute('set local plan_cache_mode = default', {}, trx)
  await writeAlarms(found, trx)
}
