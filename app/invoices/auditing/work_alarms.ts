import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Role } from '#app/identity/roles'
import { refuseLongSnooze, resolveAlarm } from '#app/invoices/auditing/resolve_alarm'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type Outcome = 'resolved' | 'false_positive' | 'snoozed'
export type Judged = {
  outcome: Outcome
  reason: string
  snoozedUntil: CalendarDate | null
  actor: Actor
  role: Role
}
type Subject = { id: number; invoiceId: number | null; providerId: number | null }

/** What became of many: how many were done, and why the others were not, each reason once. */
export type Worked = { done: number; refusals: string[] }

/** Judges several alarms with one reason, each in a transaction of its own: one that is refused leaves the others done. */
export async function judgeAlarms(alarmIds: readonly number[], judged: Judged): Promise<Worked> {
  const refusals = new Set<string>()
  let done = 0
  for (const subject of await findSubjects(alarmIds)) {
    try {
      if (subject.invoiceId === null) await judgeProviderAlarm(subject.id, judged)
      else await resolveAlarm({ invoiceId: subject.invoiceId, alarmId: subject.id, ...judged })
      done += 1
    } catch (error) {
      if (!isDomainError(error) || error.code === 'E_REASON' || alarmIds.length === 1) throw error
      refusals.add(error.message)
    }
  }
  return { done, refusals: [...refusals] }
}

function findSubjects(alarmIds: readonly number[]): Promise<Subject[]> {
  return rows<Subject>(
    `select id, invoice_id, provider_id from invoice_alarms where id = any(:ids::bigint[]) order by invoice_id, id`,
    { ids: [...alarmIds] }
  )
}

/** An alarm of a supplier as a whole: nobody's money waits for it, so there are no four eyes. */
async function judgeProviderAlarm(
  alarmId: number,
  { outcome, reason, snoozedUntil, actor }: Judged
): Promise<void> {
  if (reason.trim().length < 10)
    throw new DomainError('E_REASON', 'Indique el motivo (mínimo 10 caracteres).', { field: 'reason' })
  if (outcome === 'snoozed') refuseLongSnooze(snoozedUntil)
  await inTransaction(async (trx) => {
    const alarm = await oneRow<{ status: string; siteId: number | null; ruleCode: string }>(
      `select status, site_id, rule_code from invoice_alarms where id = :alarmId for update`,
      { alarmId },
      trx
    )
    if (alarm.status !== 'open') throw new DomainError('E_TRANSITION', 'La alarma ya no está abierta.')
    await execute(
      `update invoice_alarms set status = :outcome, reason = :reason, resolved_by = :userId, resolved_at = now(), snoozed_until = :until, updated_at = now() where id = :alarmId`,
      { alarmId, outcome, reason, userId: actor.userId, until: outcome === 'snoozed' ? snoozedUntil : null },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'invoice_alarm',
        objectId: alarmId,
        siteId: alarm.siteId,
        event: `invoice_alarm.judged.${alarm.ruleCode}`,
        from: 'open',
        to: outcome,
        reason,
      },
      trx
    )
  })
}

/** Gives open alarms to somebody who may work them, or takes them back with null. Gives how many. */
export async function assignAlarms(
  alarmIds: readonly number[],
  userId: number | null,
  actor: Actor
): Promise<number> {
  return inTransaction(async (trx) => {
    const person = userId === null ? null : await row<{ name: string }>(AUDITOR, { userId }, trx)
    if (userId !== null && !person)
      throw new DomainError('E_ASSIGNEE', 'Elija a una persona que pueda resolver alarmas.', {
        field: 'user_id',
      })
    const moved = await rows<{ invoiceId: number | null; ruleCode: string }>(
      `update invoice_alarms set assigned_to = :userId::bigint, updated_at = now() where id = any(:ids::bigint[]) and status = 'open' returning invoice_id, rule_code`,
      { ids: [...alarmIds], userId },
      trx
    )
    for (const { invoiceId, ruleCode } of moved)
      if (invoiceId !== null)
        await logInvoiceAction(
          {
            invoiceId,
            action: 'field_changed',
            actor,
            after: { alarm: ruleCode, assignedTo: person?.name ?? null },
          },
          trx
        )
    return moved.length
  })
}

const AUDITOR = `select name from users where id = :userId and status = 'active' and role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad')`
