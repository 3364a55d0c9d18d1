import {
  type AlarmPlan,
  isEmptyPlan,
  type KeptAlarm,
  type NewAlarm,
  planAlarms,
} from '#app/invoices/audit/plan_alarms'
import type { RuledFinding } from '#app/invoices/audit/rule'
import { type Client, execute, rows, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'

export type Written = { raised: number; closed: number }

/** What writing these findings would change, by invoice; invoices that are as they should be are left out. */
export async function planInvoices(
  found: ReadonlyMap<number, RuledFinding[]>,
  client?: Client,
  codes?: readonly string[]
): Promise<Map<number, AlarmPlan>> {
  const kept = await readKept([...found.keys()], client)
  const day = today()
  const plans = [...found].map(
    ([id, findings]) => [id, planAlarms(findings, kept.get(id) ?? [], { day, codes })] as const
  )
  return new Map(plans.filter(([, plan]) => !isEmptyPlan(plan)))
}

async function readKept(ids: number[], client?: Client): Promise<Map<number, KeptAlarm[]>> {
  const found = await rows<KeptAlarm & { of: number }>(
    `select invoice_id as of, id, rule_code, fingerprint, status, severity, message, snoozed_until from invoice_alarms where invoice_id = any(:ids::bigint[])`,
    { ids },
    client
  )
  const kept = new Map<number, KeptAlarm[]>()
  for (const { of, ...alarm } of found) {
    const known = kept.get(of)
    if (known) known.push(alarm)
    else kept.set(of, [alarm])
  }
  return kept
}

/** Makes the alarms of these invoices say what was found. The caller holds the locks of their rows. */
export async function writeAlarms(
  found: ReadonlyMap<number, RuledFinding[]>,
  trx: Transaction,
  codes?: readonly string[]
): Promise<Written> {
  const plans = await planInvoices(found, trx, codes)
  const all = [...plans]
  const raised = all.flatMap(([invoiceId, { raise }]) => raise.map((finding) => ({ invoiceId, ...finding })))
  const closed = all.flatMap(([, { close }]) => close)
  await raise(raised, trx)
  await reopen(
    all.flatMap(([, plan]) => plan.reopen),
    trx
  )
  await close(closed, trx)
  await reword(
    all.flatMap(([, plan]) => plan.reword),
    trx
  )
  await countOpen([...found.keys()], trx)
  return { raised: raised.length, closed: closed.length }
}

type Raised = NewAlarm & { invoiceId: number }

async function raise(alarms: Raised[], trx: Transaction): Promise<void> {
  if (alarms.length === 0) return
  await execute(
    `with made as (
       insert into invoice_alarms (invoice_id, rule_code, rule_version, fingerprint, severity, score, message, evidence)
       select invoice_id, rule_code, rule_version, fingerprint, severity, score, message, evidence from jsonb_to_recordset(:alarms::jsonb)
         as a(invoice_id bigint, rule_code text, rule_version smallint, fingerprint text, severity text, score smallint, message text, evidence jsonb)
       on conflict (invoice_id, rule_code, fingerprint) do nothing returning invoice_id, rule_code, message)
     insert into invoice_action_logs (invoice_id, actor_kind, action, after)
     select invoice_id, 'system', 'alarm_raised', jsonb_build_object('rule', rule_code, 'message', message) from made`,
    { alarms: JSON.stringify(alarms.map((alarm) => ({ invoice_id: alarm.invoiceId, ...alarmRow(alarm) }))) },
    trx
  )
}

/** An alarm as the database takes it. `invoiceId` in the evidence is the first of the related ones. */
export function alarmRow({ code, version, fingerprint, severity, score, message, evidence }: NewAlarm) {
  const [invoiceId] = evidence.invoiceIds ?? []
  return {
    rule_code: code,
    rule_version: version,
    fingerprint,
    severity,
    score,
    message,
    evidence: invoiceId === undefined ? evidence : { ...evidence, invoiceId },
  }
}

async function reopen(ids: number[], trx: Transaction): Promise<void> {
  if (ids.length === 0) return
  await execute(
    `update invoice_alarms set status = 'open', snoozed_until = null, updated_at = now() where id = any(:ids::bigint[])`,
    { ids },
    trx
  )
}

async function close(ids: number[], trx: Transaction): Promise<void> {
  if (ids.length === 0) return
  await execute(
    `update invoice_alarms set status = 'auto_closed', snoozed_until = null, updated_at = now() where id = any(:ids::bigint[])`,
    { ids },
    trx
  )
}

async function reword(changed: { id: number; finding: NewAlarm }[], trx: Transaction): Promise<void> {
  if (changed.length === 0) return
  await execute(
    `update invoice_alarms a set severity = r.severity, score = r.score, message = r.message, evidence = r.evidence, rule_version = r.rule_version, updated_at = now()
       from jsonb_to_recordset(:changed::jsonb) as r(id bigint, severity text, score smallint, message text, evidence jsonb, rule_version smallint)
      where a.id = r.id`,
    { changed: JSON.stringify(changed.map(({ id, finding }) => ({ id, ...alarmRow(finding) }))) },
    trx
  )
}

/** Keeps the counts that the invoices carry. */
async function countOpen(ids: number[], trx: Transaction): Promise<void> {
  await execute(
    `update invoices i set open_alarms = a.n, alarm_max = a.top from (
        select w.id, count(m.id)::smallint as n, coalesce(max(m.rank), 0)::smallint as top from unnest(:ids::bigint[]) as w(id)
          left join invoice_alarms m on m.invoice_id = w.id and m.status = 'open' group by w.id) a
      where i.id = a.id and (i.open_alarms, i.alarm_max) is distinct from (a.n, a.top)`,
    { ids },
    trx
  )
}
