import { findRule } from '#app/invoices/audit/all_rules'
import { type Evidence, FAMILIES } from '#app/invoices/audit/rule'
import { type AlarmStatus, alarmWorkflow } from '#app/invoices/workflows/alarm_workflow'
import { type InvoiceStatus, invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { row, rows } from '#app/kernel/database/sql'

type Alarm = {
  id: number
  ruleCode: string
  ruleVersion: number
  severity: string
  score: number | null
  message: string
  evidence: Evidence | null
  status: AlarmStatus
  reason: string | null
  snoozedUntil: string | null
  resolvedBy: string | null
  resolvedAt: Date | null
  createdAt: Date
  invoiceId: number | null
  siteId: number | null
  provider: string | null
  assignee: string | null
}

/** The company and the invoice of an alarm; null for none. */
export function findAlarm(
  alarmId: number
): Promise<{ invoiceId: number | null; siteId: number | null } | null> {
  return row(
    `select a.invoice_id, coalesce(i.site_id, a.site_id) as site_id from invoice_alarms a left join invoices i on i.id = a.invoice_id where a.id = :alarmId`,
    { alarmId }
  )
}

export type Scope = { siteIds: number[] | 'all'; hasSharedInbox: boolean }

/** An alarm with its evidence, its invoice and, side by side, those of the other invoices that the viewer may open. */
export async function showAlarm(alarmId: number, scope: Scope) {
  const alarm = await row<Alarm>(ALARM, { alarmId })
  if (!alarm) return null
  const rule = findRule(alarm.ruleCode)
  const related = alarm.evidence?.invoiceIds ?? []
  const sheets = await showSheets([...(alarm.invoiceId === null ? [] : [alarm.invoiceId]), ...related], scope)
  const { evidence, ruleCode, createdAt, resolvedAt, status, ...rest } = alarm
  return {
    ...rest,
    rule: {
      code: ruleCode,
      name: rule?.name ?? ruleCode,
      family: rule ? FAMILIES[rule.family] : '',
      explains: rule?.explains ?? '',
    },
    status: { label: alarmWorkflow.label(status), tone: alarmWorkflow.tone(status) },
    values: evidence?.values ?? [],
    formula: evidence?.formula ?? null,
    threshold: evidence?.threshold ?? null,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    invoice: sheets.find(({ id }) => id === alarm.invoiceId) ?? null,
    others: sheets.filter(({ id }) => related.includes(id)),
    hiddenOthers: related.filter((id) => !sheets.some((sheet) => sheet.id === id)).length,
  }
}

export type ShownAlarm = NonNullable<Awaited<ReturnType<typeof showAlarm>>>

const ALARM = `
  select a.id, a.rule_code, a.rule_version, a.severity, a.score, a.message, a.evidence, a.status, a.reason, a.snoozed_until, r.name as resolved_by, a.resolved_at,
      a.created_at, a.invoice_id, coalesce(i.site_id, a.site_id) as site_id, p.legal_name as provider, u.name as assignee
    from invoice_alarms a left join invoices i on i.id = a.invoice_id left join providers p on p.id = coalesce(i.provider_id, a.provider_id)
    left join users u on u.id = a.assigned_to left join users r on r.id = a.resolved_by where a.id = :alarmId`

type Sheet = {
  id: number
  reference: string
  number: string | null
  provider: string | null
  site: string | null
  issuedOn: string | null
  dueOn: string | null
  baseMinor: number
  vatMinor: number
  totalMinor: number
  currency: string
  status: InvoiceStatus
  concept: string | null
  lines: string[]
  pages: number | null
  isPdf: boolean
}

/** What two invoices are compared by, and where their pages are. */
async function showSheets(ids: number[], { siteIds, hasSharedInbox }: Scope) {
  const found = await rows<Sheet>(
    `select i.id, i.reference, i.invoice_number as number, p.legal_name as provider, s.code as site, i.issued_on, i.due_on, i.base_minor, i.vat_minor, i.total_minor,
        i.currency, i.status, i.concept, coalesce((select array_agg(l.concept order by l.position) from (
          select concept, position from invoice_lines where invoice_id = i.id order by position limit 8) l), '{}') as lines,
        d.pages, d.mime is not null and d.mime <> 'application/xml' as is_pdf
       from invoices i left join providers p on p.id = i.provider_id left join sites s on s.id = i.site_id
       left join lateral (select f.mime, coalesce(j.pages, 1) as pages from invoice_files x join files f on f.id = x.file_id
            left join ocr_jobs j on j.file_sha256 = f.sha256 and j.status = 'done' where x.invoice_id = i.id and x.kind = 'original' order by x.id, j.id desc limit 1) d on true
      where i.id = any(:ids::bigint[]) and (:all or i.site_id = any(:siteIds::bigint[]) or (:inbox and i.site_id is null))
      order by array_position(:ids::bigint[], i.id)`,
    { ids, all: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds, inbox: hasSharedInbox }
  )
  return found.map(({ baseMinor, vatMinor, totalMinor, currency, status, pages, isPdf, ...sheet }) => ({
    ...sheet,
    base: { minor: baseMinor, currency },
    vat: { minor: vatMinor, currency },
    total: { minor: totalMinor, currency },
    status: { label: invoiceWorkflow.label(status), tone: invoiceWorkflow.tone(status) },
    pages: isPdf
      ? Array.from(
          { length: Math.max(1, pages ?? 1) },
          (_, index) => `/invoices/${sheet.id}/pages/${index + 1}`
        )
      : [],
  }))
}
