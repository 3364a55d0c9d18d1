import { findRule } from '#app/invoices/audit/all_rules'
import { type AlarmStatus, alarmWorkflow } from '#app/invoices/workflows/alarm_workflow'
import { dayOfInstant } from '#app/kernel/calendar_date'
import type { ExportColumn } from '#app/kernel/export_file'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'

export type AlarmRow = {
  id: number
  severity: string
  rule: string
  rule_name: string
  invoice_id: number | null
  invoice: string | null
  provider: string | null
  site: string | null
  amount: { minor: number; currency: string } | null
  issued_on: string | null
  message: string
  created_at: string
  assignee: string | null
  status: { label: string; tone: Tone }
  actions: string[]
}

export const SEVERITY_LABELS: Record<string, string> = {
  blocking: 'Bloqueante',
  high: 'Alta',
  warning: 'Aviso',
  info: 'Información',
}

/** The company and the supplier of an alarm: its invoice's, or its own where it is of no single invoice. */
export const ALARM_SITE = 'a.of_site_id'
export const ALARM_PROVIDER = 'a.of_provider_id'

export const alarmsList: ListDefinition = {
  from: 'invoice_alarms a',
  key: 'a.id',
  joins: `left join invoices i on i.id = a.invoice_id left join providers p on p.id = ${ALARM_PROVIDER} left join sites s on s.id = ${ALARM_SITE} left join users u on u.id = a.assigned_to`,
  select: `a.id, a.severity, a.rule_code, a.invoice_id, coalesce(i.invoice_number, i.reference) as invoice, p.legal_name as provider, s.code as site,
    i.total_minor, i.currency, i.issued_on, a.message, a.created_at, u.name as assignee, a.status`,
  sorts: {
    severity: { sql: 'a.rank', type: 'int' },
    age: { sql: 'a.created_at', type: 'timestamptz' },
    amount: { sql: 'a.of_minor', type: 'bigint' },
    issued_on: { sql: 'a.of_day', type: 'date' },
    rule: { sql: 'a.rule_code', type: 'text' },
  },
  defaultSort: '-severity',
}

type Found = {
  id: number
  severity: string
  ruleCode: string
  invoiceId: number | null
  invoice: string | null
  provider: string | null
  site: string | null
  totalMinor: number | null
  currency: string | null
  issuedOn: string | null
  message: string
  createdAt: Date
  assignee: string | null
  status: AlarmStatus
}

/** One page of the alarms, the gravest first. */
export async function listAlarms(request: ListRequest, filter: Filter): Promise<ListOf<AlarmRow>> {
  const page = await listPage<Found>(alarmsList, request, filter)
  return { ...page, rows: page.rows.map(alarmListRow) }
}

export function alarmListRow(found: Found): AlarmRow {
  const { totalMinor, currency, severity, status } = found
  const offered = alarmWorkflow.available(status).filter((name) => name !== 'wake' && name !== 'close')
  return {
    id: found.id,
    severity,
    rule: found.ruleCode,
    rule_name: findRule(found.ruleCode)?.name ?? found.ruleCode,
    invoice_id: found.invoiceId,
    invoice: found.invoice,
    provider: found.provider,
    site: found.site,
    amount: totalMinor === null || currency === null ? null : { minor: totalMinor, currency },
    issued_on: found.issuedOn,
    message: found.message,
    created_at: found.createdAt.toISOString(),
    assignee: found.assignee,
    status: { label: alarmWorkflow.label(status), tone: alarmWorkflow.tone(status) },
    actions: [
      ...offered.filter((name) => name !== 'snooze' || severity !== 'blocking'),
      ...(status === 'open' ? ['assign'] : []),
    ],
  }
}

export const alarmExportColumns: ExportColumn<AlarmRow>[] = [
  { header: 'Severidad', value: (row) => SEVERITY_LABELS[row.severity] ?? row.severity },
  { header: 'Regla', value: (row) => `${row.rule} ${row.rule_name}`, width: 26 },
  { header: 'Factura', value: (row) => row.invoice },
  { header: 'Proveedor', value: (row) => row.provider, width: 30 },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Importe', value: (row) => row.amount, kind: 'amount' },
  { header: 'Fecha', value: (row) => row.issued_on, kind: 'day' },
  { header: 'Explicación', value: (row) => row.message, width: 60 },
  { header: 'Detectada', value: (row) => dayOfInstant(row.created_at), kind: 'day' },
  { header: 'Asignado a', value: (row) => row.assignee },
  { header: 'Estado', value: (row) => row.status.label },
]

/** When the auditor last went over past invoices; null when it never did. */
export async function lastRunAt(): Promise<string | null> {
  const [last] = await rows<{ at: Date }>(
    `select finished_at as at from invoice_audit_runs where status = 'done' order by created_at desc, id desc limit 1`
  )
  return last?.at.toISOString() ?? null
}

const AUDITORS_MAX = 20

/** Who may be given an alarm, those who may come to the page, whose name or address has the text; at most twenty. */
export function findAuditors(text: string): Promise<{ value: string; label: string }[]> {
  return rows(
    `select id::text as value, name as label from users where status = 'active' and role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad')
        and search_text like '%' || f_unaccent(lower(:text)) || '%' order by name collate "es-x-icu", id limit ${AUDITORS_MAX}`,
    { text: text.replace(/[\\%_]/g, '\\$&') }
  )
}
