import type { Actor } from '#app/audit/record_event'
import type { Role } from '#app/identity/roles'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { addDays, type CalendarDate, compareDays, today } from '#app/kernel/time/calendar_date'

type Input = {
  invoiceId: number
  alarmId: number
  outcome: 'resolved' | 'false_positive' | 'snoozed'
  reason: string
  snoozedUntil?: CalendarDate | null
  actor: Actor
  role: Role
}

type Alarm = { status: string; severity: string; ruleCode: string; createdBy: number | null }

/** Rules that money hangs on: a reason does not switch them off, only correcting the data does. */
export const NEVER_WAIVED: ReadonlySet<string> = new Set(['A3', 'B1', 'B2', 'B3', 'B5'])

/** Closes an alarm with a reason, or puts it off for up to 30 days. A blocking one needs somebody else than the invoice's creator (area 06 §2). */
export async function resolveAlarm({
  invoiceId,
  alarmId,
  outcome,
  reason,
  snoozedUntil,
  actor,
  role,
}: Input): Promise<void> {
  if (reason.trim().length < 10)
    throw new DomainError('E_REASON', 'Indique el motivo (mínimo 10 caracteres).', { field: 'reason' })
  if (outcome === 'snoozed') refuseLongSnooze(snoozedUntil ?? null)
  await inTransaction(async (trx) => {
    // The invoice first, as everybody who approves or edits it does: alarms are locked under it.
    await oneRow(`select id from invoices where id = :invoiceId for update`, { invoiceId }, trx)
    const alarm = await row<Alarm>(
      `select a.status, a.severity, a.rule_code, i.created_by from invoice_alarms a join invoices i on i.id = a.invoice_id
        where a.id = :alarmId and a.invoice_id = :invoiceId for update of a`,
      { alarmId, invoiceId },
      trx
    )
    if (!alarm)
      throw new DomainError('E_GONE', 'La alarma ya no existe: recargue la página.', { field: 'alarm_id' })
    if (alarm.status !== 'open') throw new DomainError('E_TRANSITION', 'La alarma ya no está abierta.')
    if (role === 'c0ntab1l1dad' && ['high', 'blocking'].includes(alarm.severity)) {
      throw new DomainError('E_ROLE', 'No tiene permisos para cerrar alarmas altas o bloqueantes.')
    }
    if (alarm.severity === 'blocking') {
      if (NEVER_WAIVED.has(alarm.ruleCode))
        throw new DomainError('E_LOCKED_RULE', 'Esta alarma solo se cierra corrigiendo los datos.')
      if (outcome === 'snoozed')
        throw new DomainError('E_SNOOZE', 'Una alarma bloqueante no se puede posponer.')
      if (alarm.createdBy === actor.userId)
        throw new DomainError(
          'E_FOUR_EYES',
          'Debe resolverla una persona distinta de quien registró la factura.'
        )
    }
    await execute(
      `update invoice_alarms set status = :outcome, reason = :reason, resolved_by = :userId, resolved_at = now(), snoozed_until = :snoozedUntil, updated_at = now() where id = :alarmId`,
      {
        alarmId,
        outcome,
        reason,
        userId: actor.userId,
        snoozedUntil: outcome === 'snoozed' ? (snoozedUntil ?? null) : null,
      },
      trx
    )
    const action = outcome === 'snoozed' ? 'alarm_snoozed' : 'alarm_resolved'
    await logInvoiceAction(
      {
        invoiceId,
        action,
        actor,
        before: { rule: alarm.ruleCode },
        after: { outcome, reason, snoozedUntil: snoozedUntil ?? null },
      },
      trx
    )
    await auditInvoice(invoiceId, trx)
  })
}

const SNOOZE_DAYS_MAX = 30

/** Throws unless the day lies between tomorrow and thirty days ahead. */
export function refuseLongSnooze(until: CalendarDate | null): void {
  const day = today()
  if (until && compareDays(until, day) > 0 && compareDays(until, addDays(day, SNOOZE_DAYS_MAX)) <= 0) return
  throw new DomainError('E_SNOOZE', `Elija un día entre mañana y dentro de ${SNOOZE_DAYS_MAX} días.`, {
    field: 'snoozed_until',
  })
}
