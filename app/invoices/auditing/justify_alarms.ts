import type { Actor } from '#app/audit/record_event'
import { NEVER_WAIVED } from '#app/invoices/auditing/resolve_alarm'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export type Justification = { alarmId: number; text: string }

type Open = { id: number; ruleCode: string }
type Justified = { invoiceId: number; justifications: Justification[] | string; actor: Actor }

const LENGTH_MIN = 10

/**
 * Closes the open alarms of a locked invoice with what its approver says of each; the ones that only correcting the
 * data closes stay open, their justification goes to the log with the approval. Throws at `justifications` while one is
 * left without.
 */
export async function justifyAlarms(
  { invoiceId, justifications, actor }: Justified,
  trx: Transaction
): Promise<{ justifications?: Record<string, string> }> {
  const open = await rows<Open>(
    `select id, rule_code from invoice_alarms where invoice_id = :invoiceId and status = 'open' order by id for update`,
    { invoiceId },
    trx
  )
  const given = new Map(
    typeof justifications === 'string'
      ? open.map(({ id }) => [id, justifications.trim()])
      : justifications.map(({ alarmId, text }) => [alarmId, text.trim()])
  )
  const missing = open.findIndex(({ id }) => (given.get(id) ?? '').length < LENGTH_MIN)
  if (missing !== -1)
    throw new DomainError('E_JUSTIFY', 'Justifique cada alarma abierta con al menos 10 caracteres.', {
      field: 'justifications',
    })
  for (const { id, ruleCode } of open) {
    if (NEVER_WAIVED.has(ruleCode)) continue
    await execute(
      `update invoice_alarms set status = 'resolved', reason = :reason, resolved_by = :userId, resolved_at = now(), updated_at = now() where id = :id`,
      { id, reason: given.get(id) ?? '', userId: actor.userId },
      trx
    )
  }
  if (open.length === 0) return {}
  await countOpen(invoiceId, trx)
  return {
    justifications: Object.fromEntries(open.map(({ id, ruleCode }) => [ruleCode, given.get(id) ?? ''])),
  }
}

async function countOpen(invoiceId: number, trx: Transaction): Promise<void> {
  await execute(
    `update invoices set open_alarms = a.n, alarm_max = a.top from (
        select count(*)::smallint as n, coalesce(max(case severity when 'blocking' then 4 when 'high' then 3 when 'warning' then 2 else 1 end), 0)::smallint as top
          from invoice_alarms where invoice_id = :invoiceId and status = 'open') a where id = :invoiceId`,
    { invoiceId },
    trx
  )
}
