import type { InvoiceAction } from '#app/invoices/editing/log_action'
import { type Change, logChanges, logDetail, sideText } from '#app/invoices/log_wording'
import { titleOf, whoActed } from '#app/invoices/queries/page/show_log'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import { formatInstant } from '#app/kernel/time/calendar_date'
import type { Tone } from '#app/kernel/workflow'

type ActionLogRow = {
  id: number
  at: string
  user: string
  action: Badge
  invoiceId: number
  reference: string | null
  number: string | null
  provider: string | null
  site: string | null
  changes: Change[]
  detail: string | null
  ip: string | null
}

/** The order of its days is the order of its parts, so that a page reads one of them. */
const definition: ListDefinition = {
  from: 'invoice_action_logs l',
  key: 'l.id',
  joins: `left join users u on u.id = l.user_id left join invoices i on i.id = l.invoice_id
    left join providers p on p.id = i.provider_id left join sites s on s.id = i.site_id`,
  select: `l.id, l.at, l.invoice_id, u.name as "user", l.actor_kind, l.action, l.before, l.after, host(l.ip) as ip, i.reference, i.invoice_number as number,
    coalesce(i.currency, 'EUR') as currency, p.legal_name as provider, s.code as site`,
  sorts: { at: { sql: 'l.at', type: 'timestamptz' } },
  defaultSort: '-at',
}

type Found = Omit<ActionLogRow, 'at' | 'user' | 'action' | 'changes' | 'detail'> & {
  at: Date
  user: string | null
  actorKind: string
  action: InvoiceAction
  before: unknown
  after: unknown
  currency: string
}

/** An entry as people read it. */
function actionLogRow(found: Found): ActionLogRow {
  const { title, tone } = { tone: 'grey' as Tone, ...titleOf(found.action, found.before, found.after) }
  return {
    id: found.id,
    at: found.at.toISOString(),
    user: whoActed(found.user, found.actorKind),
    action: { label: title, tone },
    invoiceId: found.invoiceId,
    reference: found.reference,
    number: found.number,
    provider: found.provider,
    site: found.site,
    changes: logChanges(found.before, found.after, found.currency),
    detail: logDetail(found.after),
    ip: found.ip,
  }
}

/** The most rows of a file. */
const FILE_ROWS_MAX = 100_000

/** The log of every invoice, with the columns of area 05 §4. */
export const actionLogsList: List<Found, ActionLogRow> = {
  name: 'logs-de-facturas',
  definition,
  toRow: actionLogRow,
  fileRowsMax: FILE_ROWS_MAX,
  columns: [
    {
      key: 'at',
      title: 'Fecha y hora',
      kind: 'instant',
      sort: 'at',
      file: { value: ({ at }) => formatInstant(at) },
    },
    { key: 'user', title: 'Usuario', kind: 'text', width: 160, file: { width: 26 } },
    { key: 'action', title: 'Acción', kind: 'badge', file: { width: 26 } },
    { key: 'reference', title: 'Factura', kind: 'reference' },
    { key: 'number', title: 'Número', kind: 'reference', only: 'file' },
    { key: 'provider', title: 'Proveedor', kind: 'name', file: { width: 36 } },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    {
      key: 'before',
      title: 'Antes',
      kind: 'own',
      width: 260,
      file: { width: 48, value: ({ changes }) => sideText(changes, 'before') },
    },
    {
      key: 'after',
      title: 'Después',
      kind: 'own',
      width: 260,
      file: { width: 48, value: ({ changes }) => sideText(changes, 'after') },
    },
    { key: 'detail', title: 'Motivo', kind: 'text', only: 'file', file: { width: 36 } },
    { key: 'ip', title: 'IP', kind: 'reference', card: 'hidden' },
  ],
}

/** A word that fits more invoices than these is no name of one: the newest count. */
const INVOICES_MAX = 500

/** SQL: a log `l` of an invoice with the reference `:text` or `:textLike` in its words: few match, and the log has an index by invoice. */
export const OF_NAMED_INVOICE = `l.invoice_id = any(array(select x.id from invoices x where x.reference = upper(:text)
    union all (select n.id from invoices n where n.search_text like '%' || f_unaccent(lower(:textLike)) || '%' order by n.id desc limit ${INVOICES_MAX})))`
