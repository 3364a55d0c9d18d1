import { evaluateInvoices } from '#app/invoices/audit/evaluate_invoices'
import { readAuditContext } from '#app/invoices/audit/read_context'
import { writeAlarms } from '#app/invoices/auditing/write_alarms'
import { execute, type Transaction } from '#app/kernel/database/sql'

/**
 * Judges an invoice by every rule and makes its alarms say what was found. The caller holds the invoice's row lock. The
 * large statements of the audit are planned once a connection: PostgreSQL would plan them anew the first five times.
 */
export async function auditInvoice(invoiceId: number, trx: Transaction): Promise<void> {
  await waitForTwins(invoiceId, trx)
  await execute('set local plan_cache_mode = force_generic_plan', {}, trx)
  const context = await readAuditContext(trx)
  const found = await evaluateInvoices([invoiceId], context, trx)
  await execute('set local plan_cache_mode = default', {}, trx)
  await writeAlarms(found, trx)
}

/**
 * Two formats of one invoice that arrive at the same moment would not see each other: who comes second waits here until the
 * first is committed, and finds it. Only the same supplier and number ever wait for one another.
 */
async function waitForTwins(invoiceId: number, trx: Transaction): Promise<void> {
  await execute(
    `select pg_advisory_xact_lock(hashtextextended('invoice:' || provider_id || ':' || number_key, 0)) from invoices
      where id = :invoiceId and provider_id is not null and number_key <> '' and status not in ('cancelled', 'rejected', 'duplicate')`,
    { invoiceId },
    trx
  )
}
