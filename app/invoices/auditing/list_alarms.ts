import { findRule } from '#app/invoices/audit/all_rules'
import { type AlarmStatus, alarmWorkflow } from '#app/invoices/workflows/alarm_workflow'
import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

type AlarmRow = {
  id: number
  severity: string
  rule: string
  invoiceId: number | null
  invoice: string | null
  provider: string | null
  site: string | null
  amount: MoneyJson | null
  issuedOn: string | null
  message: string
  createdAt: string
  assignee: string | null
  status: Badge
  actions: string[]
}

export const SEVERITY_LABELS: Record<string, string> = {
  blocking: 'Bloqueante',
  high: 'Alta',
  warning: 'Aviso',
  info: 'Información',
}

/** The company and the supplier of an alarm: its invoice's, or its own where it is of no single invoice. */
/** SQL: alarms `a` that wait, and those that nobody has taken up. */
export const OPEN_ALARM = `a.status = 'open'`
export const UNASSIGNED_ALARM = 'a.assigned_to is null'
export const ALARM_SITE = 'a.of_site_id'
export const ALARM_PROVIDER = 'a.of_provider_id'

const definition: ListDefinition = {
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

function alarmRow(found: Found): AlarmRow {
  const { totalMinor, currency, severity, status } = found
  const offered = alarmWorkflow.available(status).filter((name) => name !== 'wake' && name !== 'close')
  return {
    id: found.id,
    severity,
    rule: [found.ruleCode, findRule(found.ruleCode)?.name].filter(Boolean).join(' · '),
    invoiceId: found.invoiceId,
    invoice: found.invoice,
    provider: found.provider,
    site: found.site,
    amount: totalMinor === null || currency === null ? null : { minor: totalMinor, currency },
    issuedOn: found.issuedOn,
    message: found.message,
    createdAt: found.createdAt.toISOString(),
    assignee: found.assignee,
    status: { label: alarmWorkflow.label(status), tone: alarmWorkflow.tone(status) },
    actions: [
      ...offered.filter((name) => name !== 'snooze' || severity !== 'blocking'),
      ...(status === 'open' ? ['assign'] : []),
    ],
  }
}

/** Alarms of the invoice audit, the gravest first. */
export const alarmsList: List<Found, AlarmRow> = {
  name: 'alarmas',
  definition,
  toRow: alarmRow,
  columns: [
    {
      key: 'severity',
      title: 'Severidad',
      kind: 'own',
      sort: 'severity',
      file: { value: ({ severity }) => SEVERITY_LABELS[severity] ?? severity },
    },
    { key: 'rule', title: 'Regla', kind: 'text', width: 190, sort: 'rule', file: { width: 26 } },
    { key: 'invoice', title: 'Factura', kind: 'text', width: 170 },
    { key: 'provider', title: 'Proveedor', kind: 'name', second: 'site', file: { width: 30 } },
    { key: 'site', title: 'Empresa', kind: 'reference', only: 'file' },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
    { key: 'issuedOn', title: 'Fecha', kind: 'day', sort: 'issued_on', isOptional: true },
    { key: 'message', title: 'Explicación', kind: 'text', file: { width: 60 } },
    { key: 'age', title: 'Antigüedad', kind: 'own', sort: 'age', only: 'page' },
    { key: 'createdAt', title: 'Detectada', kind: 'instant', only: 'file' },
    {
      key: 'assignee',
      title: 'Asignado a',
      kind: 'text',
      isSaid: ({ rows }) => rows.some(({ assignee }) => assignee !== null),
    },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

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
