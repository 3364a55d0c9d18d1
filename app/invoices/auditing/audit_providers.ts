import { PROVIDER_RULES } from '#app/invoices/audit/all_rules'
import type { AuditContext } from '#app/invoices/audit/audit_context'
import { ruled } from '#app/invoices/audit/evaluate_invoices'
import { type KeptAlarm, type NewAlarm, planAlarms } from '#app/invoices/audit/plan_alarms'
import type { RuledFinding } from '#app/invoices/audit/rule'
import { alarmRow } from '#app/invoices/auditing/write_alarms'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'

type Subject = { providerId: number; siteId: number | null }
type Found = Subject & { finding: RuledFinding }
const nameOf = ({ providerId, siteId }: Subject) => `${providerId}:${siteId ?? 0}`

/**
 * Judges what suppliers billed as a whole (rules R9 and R10) and makes their alarms say what was found. Gives how many
 * alarms are new and how many closed by themselves. One at a time: two would raise the same alarm.
 */
export async function auditProviders(
  context: AuditContext,
  codes?: readonly string[]
): Promise<{ raised: number; closed: number }> {
  return inTransaction(async (trx) => {
    await execute(`select pg_advisory_xact_lock(hashtext('audit_providers'))`, {}, trx)
    const found = await findAll(context, trx, codes)
    const kept = await readKept(trx)
    const asked = codes ?? PROVIDER_RULES.map(({ code }) => code)
    const subjects = new Map([...found, ...kept].map((one) => [nameOf(one), one]))
    let [raised, closed] = [0, 0]
    for (const [name, subject] of subjects) {
      const plan = planAlarms(
        found.filter((one) => nameOf(one) === name).map(({ finding }) => finding),
        kept.filter((one) => nameOf(one) === name),
        { day: today(), codes: asked }
      )
      await raise(subject, plan.raise, trx)
      await move(plan.reopen, 'open', trx)
      await move(plan.close, 'auto_closed', trx)
      raised += plan.raise.length
      closed += plan.close.length
    }
    return { raised, closed }
  })
}

async function findAll(context: AuditContext, trx: Transaction, codes?: readonly string[]): Promise<Found[]> {
  const found: Found[] = []
  for (const rule of PROVIDER_RULES) {
    const setting = context.settings.get(rule.code)
    if (!setting?.enabled || (codes && !codes.includes(rule.code))) continue
    for (const { providerId, siteId, ...finding } of await rule.find(setting.params, context, trx)) {
      if (setting.siteIds.length > 0 && (siteId === null || !setting.siteIds.includes(siteId))) continue
      found.push({ providerId, siteId, finding: ruled(finding, setting) })
    }
  }
  return found
}

const readKept = (trx: Transaction) =>
  rows<KeptAlarm & Subject>(
    `select id, provider_id, site_id, rule_code, fingerprint, status, severity, message, snoozed_until from invoice_alarms where provider_id is not null`,
    {},
    trx
  )

async function raise({ providerId, siteId }: Subject, alarms: NewAlarm[], trx: Transaction): Promise<void> {
  if (alarms.length === 0) return
  await execute(
    `insert into invoice_alarms (provider_id, site_id, rule_code, rule_version, fingerprint, severity, score, message, evidence)
     select :providerId, :siteId, rule_code, rule_version, fingerprint, severity, score, message, evidence from jsonb_to_recordset(:alarms::jsonb)
       as a(rule_code text, rule_version smallint, fingerprint text, severity text, score smallint, message text, evidence jsonb)`,
    { providerId, siteId, alarms: JSON.stringify(alarms.map(alarmRow)) },
    trx
  )
}

async function move(ids: number[], status: 'open' | 'auto_closed', trx: Transaction): Promise<void> {
  if (ids.length === 0) return
  await execute(
    `update invoice_alarms set status = :status, snoozed_until = null, updated_at = now() where id = any(:ids::bigint[])`,
    { ids, status },
    trx
  )
}
