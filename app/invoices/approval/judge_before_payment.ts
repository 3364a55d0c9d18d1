import { readAuditContext } from '#app/invoices/audit/read_context'
import { auditChunk } from '#app/invoices/auditing/run_audit'

/**
 * Asks the rules that stop a payment once more of invoices whose money is about to move (area 06): what has come up since
 * they were booked is an alarm from now on. Commits by itself, so that an alarm stays where the payment is refused.
 */
export async function judgeBeforePayment(invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  const context = await readAuditContext()
  const blocking = [...context.settings.values()].filter(({ severity }) => severity === 'blocking')
  const codes = blocking.map(({ rule }) => rule.code)
  const chunks = Array.from({ length: Math.ceil(invoiceIds.length / CHUNK) }, (_, at) =>
    invoiceIds.slice(at * CHUNK, (at + 1) * CHUNK)
  )
  // While the database is asked about one chunk, another is judged.
  const lane = async () => {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) await auditChunk(chunk, context, codes)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

const CHUNK = 2_000
const LANES = 2
