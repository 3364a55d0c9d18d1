import type { InvoiceAction } from '#app/invoices/actions/log_action'
import { type Change, logChanges, logDetail, sideText } from '#app/invoices/log_wording'
import { titleOf, whoActed } from '#app/invoices/queries/show_log'
import { formatInstant } from '#app/kernel/calendar_date'
import type { ExportColumn } from '#app/kernel/http/export_list'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { Tone } from '#app/kernel/workflow'

export type ActionLogRow = {
  id: number
  at: string
  user: string
  action: { label: string; tone: Tone }
  invoice_id: number
  reference: string | null
  number: string | null
  provider: string | null
  site: string | null
  changes: Change[]
  detail: string | null
  ip: string | null
}

/** The log of every invoice; the order of its days is the order of its parts, so that a page reads one of them. */
export const actionLogsList: ListDefinition = {
  from: 'invoice_action_logs l',
  key: 'l.id',
  joins: `left join users u on u.id = l.user_id left join invoices i on i.id = l.invoice_id
    left join providers p on p.id = i.provider_id left join sites s on s.id = i.site_id`,
  select: `l.id, l.at, l.invoice_id, u.name as "user", l.actor_kind, l.action, l.before, l.after, host(l.ip) as ip, i.reference, i.invoice_number as number,
    coalesce(i.currency, 'EUR') as currency, p.legal_name as provider, s.code as site`,
  sorts: { at: { sql: 'l.at', type: 'timestamptz' } },
  defaultSort: '-at',
}

export type FoundLog = Omit<ActionLogRow, 'at' | 'user' | 'action' | 'invoice_id' | 'changes' | 'detail'> & {
  at: Date
  user: string | null
  actorKind: string
  action: InvoiceAction
  invoiceId: number
  before: unknown
  after: unknown
  currency: string
}

export async function listActionLogs(request: ListRequest, filter: Filter): Promise<ListOf<ActionLogRow>> {
  const page = await listPage<FoundLog>(actionLogsList, request, filter)
  return { ...page, rows: page.rows.map(actionLogRow) }
}

/** An entry as people read it. */
export function actionLogRow(found: FoundLog): ActionLogRow {
  const { title, tone } = { tone: 'grey' as Tone, ...titleOf(found.action, found.before, found.after) }
  return {
    id: found.id,
    at: found.at.toISOString(),
    user: whoActed(found.user, found.actorKind),
    action: { label: title, tone },
    invoice_id: found.invoiceId,
    reference: found.reference,
    number: found.number,
    provider: found.provider,
    site: found.site,
    changes: logChanges(found.before, found.after, found.currency),
    detail: logDetail(found.after),
    ip: found.ip,
  }
}

export const actionLogColumns: ExportColumn<ActionLogRow>[] = [
  { header: 'Fecha y hora', value: (row) => formatInstant(row.at) },
  { header: 'Usuario', value: (row) => row.user, width: 26 },
  { header: 'Acción', value: (row) => row.action.label, width: 26 },
  { header: 'Factura', value: (row) => row.reference },
  { header: 'Número', value: (row) => row.number },
  { header: 'Proveedor', value: (row) => row.provider, width: 36 },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Antes', value: (row) => sideText(row.changes, 'before'), width: 48 },
  { header: 'Después', value: (row) => sideText(row.changes, 'after'), width: 48 },
  { header: 'Motivo', value: (row) => row.detail, width: 36 },
  { header: 'IP', value: (row) => row.ip },
]
