import type { DemoUsers } from '#app/demo/group/demo_users'
import { refreshAllStats } from '#app/invoices/auditing/refresh_provider_stats'
import { requestNightlyRun } from '#app/invoices/auditing/request_audit'
import { runAudit } from '#app/invoices/auditing/run_audit'
import { judgeAlarms } from '#app/invoices/auditing/work_alarms'
import { rows } from '#app/kernel/database/sql'
import { addMonths, type CalendarDate } from '#app/kernel/time/calendar_date'

/** The auditor's first night: what is usual of each supplier, a run over the year, and some alarms that people have judged. */
export async function auditDemoInvoices(users: DemoUsers, day: CalendarDate): Promise<void> {
  await refreshAllStats()
  const runId = await requestNightlyRun(addMonths(day, -24), day)
  if (runId !== null) await runAudit(runId, async () => {})
  const judged = await rows<{ id: number }>(
    `select id from invoice_alarms where status = 'open' and severity in ('info', 'warning') order by id limit 6`
  )
  const by = {
    actor: { userId: users.senior, kind: 'user' as const },
    role: 'superC0ntab1l1dad' as const,
    snoozedUntil: null,
  }
  const [first, second, ...others] = judged.map(({ id }) => id)
  if (first)
    await judgeAlarms([first], {
      ...by,
      outcome: 'false_positive',
      reason: 'El proveedor factura así desde siempre',
    })
  if (second)
    await judgeAlarms([second], {
      ...by,
      outcome: 'resolved',
      reason: 'Comprobado con el proveedor por teléfono',
    })
  if (others.length > 0)
    await judgeAlarms(others.slice(0, 2), {
      ...by,
      outcome: 'resolved',
      reason: 'Revisado con el responsable del gasto',
    })
}
