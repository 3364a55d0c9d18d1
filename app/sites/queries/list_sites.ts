import { row } from '#app/kernel/database/sql'
import { type Badge, type ListColumn, shownColumns } from '#app/kernel/lists/list_columns'
import {
  type Filter,
  type List,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/lists/listing'
import type { SiteFigures } from '#app/sites/ports'
import { listApprovalGaps } from '#app/sites/queries/list_approval_gaps'
import { TERRITORIES } from '#app/sites/site_labels'
import { type SiteStatus, siteWorkflow } from '#app/sites/workflows/site_workflow'

export type SiteRow = {
  id: number
  code: string
  name: string
  tradeName: string | null
  taxId: string
  territory: string
  /** The company it depends on; null for one at the top. */
  parent: string | null
  isGroup: boolean
  /** Where it stands in the group. */
  group: string
  approvals: Badge & { gaps: string[] }
  status: Badge
  actions: string[]
  /** In files; the page has them after its rows. */
  figures: SiteFigures | null
}

const definition: ListDefinition = {
  from: 'sites s',
  key: 's.id',
  joins: 'left join sites p on p.id = s.parent_site_id',
  select: `s.id, s.code, s.legal_name::text as name, s.trade_name, s.tax_id::text, s.territory, p.code as parent, s.is_group, s.status`,
  sorts: {
    code: { sql: 's.code', type: 'text' },
    name: { sql: 's.legal_name::text collate "es-x-icu"', type: 'text' },
    status: { sql: 's.status', type: 'text' },
  },
  defaultSort: 'code',
}

type FoundSite = {
  id: number
  code: string
  name: string
  tradeName: string | null
  taxId: string
  territory: keyof typeof TERRITORIES
  parent: string | null
  isGroup: boolean
  status: SiteStatus
}

/** One page of the companies that a filter leaves (it holds the scope), each with whether its approvers suffice. */
export async function listSites(
  request: ListRequest,
  filter: Filter,
  role: string
): Promise<ListOf<SiteRow>> {
  const page = await listPage<FoundSite>(definition, request, filter)
  const gaps = await gapsBySite(page.rows.map(({ id }) => id))
  const { toRow, columns } = sitesListFor(role, { gaps, figures: {} })
  const shown = { ...page, rows: page.rows.map(toRow) }
  return { ...shown, columns: shownColumns(columns, shown) }
}

/** What each of these companies lacks in approvers, in words; a company without a gap is not in the answer. */
export async function gapsBySite(siteIds: number[]): Promise<Map<number, string[]>> {
  const bySite = new Map<number, string[]>()
  for (const { siteId, text } of await listApprovalGaps(siteIds))
    bySite.set(siteId, [...(bySite.get(siteId) ?? []), text])
  return bySite
}

type Known = { gaps: Map<number, string[]>; figures: Record<number, SiteFigures> }

/** Companies; what they lack in approvers and their figures of other areas are asked for apart, all at once. */
export const sitesListFor = (role: string, known: Known): List<FoundSite, SiteRow> => ({
  name: 'empresas',
  definition,
  toRow: (found) => siteRow(found, role, known),
  columns: [
    { key: 'code', title: 'Código', kind: 'reference', sort: 'code' },
    { key: 'name', title: 'Empresa', kind: 'name', sort: 'name', second: 'tradeName', file: { width: 40 } },
    { key: 'taxId', title: 'NIF', kind: 'reference' },
    {
      key: 'territory',
      title: 'Territorio',
      kind: 'text',
      isOptional: true,
      card: 'hidden',
      file: { width: 28 },
    },
    {
      key: 'group',
      title: 'Grupo',
      kind: 'text',
      card: 'hidden',
      file: { value: (row) => (row.isGroup ? 'Sí' : 'No') },
    },
    { key: 'parent', title: 'Depende de', kind: 'reference', only: 'file' },
    ...figureColumns,
    { key: 'approvals', title: 'Aprobaciones', kind: 'badge' },
    { key: 'status', title: 'Estado', kind: 'badge', sort: 'status' },
  ],
})

const figureColumns: ListColumn<SiteRow>[] = [
  {
    key: 'accounts',
    title: 'Cuentas',
    kind: 'own',
    isFigure: true,
    file: { value: ({ figures }) => figures?.accounts ?? null },
  },
  {
    key: 'balance',
    title: 'Saldo total',
    kind: 'own',
    isFigure: true,
    card: 'figure',
    file: { title: 'Saldo total (EUR)', value: ({ figures }) => figures?.balance ?? null },
  },
  {
    key: 'pendingInvoices',
    title: 'Pendientes',
    kind: 'own',
    isFigure: true,
    file: { title: 'Facturas pendientes', value: ({ figures }) => figures?.pendingInvoices ?? null },
  },
  {
    key: 'payable',
    title: 'Por pagar',
    kind: 'own',
    isFigure: true,
    file: { title: 'Por pagar (EUR)', value: ({ figures }) => figures?.payable ?? null },
  },
]

function siteRow(found: FoundSite, role: string, { gaps, figures }: Known): SiteRow {
  const lacking = gaps.get(found.id) ?? []
  return {
    id: found.id,
    code: found.code,
    name: found.name,
    tradeName: found.tradeName,
    taxId: found.taxId,
    territory: TERRITORIES[found.territory],
    parent: found.parent,
    isGroup: found.isGroup,
    group: found.isGroup ? (found.parent ?? 'Cabecera') : 'Fuera del grupo',
    approvals:
      lacking.length > 0
        ? { label: 'Incompleta', tone: 'amber', gaps: lacking }
        : { label: 'Completa', tone: 'green', gaps: [] },
    status: { label: siteWorkflow.label(found.status), tone: siteWorkflow.tone(found.status) },
    actions: siteWorkflow.available(found.status, role),
    figures: figures[found.id] ?? null,
  }
}

/** Whether there is any company at all: the first start of an installation has none. */
export const hasSites = async (): Promise<boolean> =>
  (await row(`select 1 as found from sites limit 1`)) !== null

/** SQL: the words of a company `s` that are searched. */
export const SITE_WORDS = `f_unaccent(lower(s.code || ' ' || s.legal_name::text || ' ' || coalesce(s.trade_name, '') || ' ' || s.tax_id::text))`

/** SQL: what the filter «Grupo» asks of a company `s`. */
export const GROUP_STATES: Record<string, string> = { yes: 's.is_group', no: 'not s.is_group' }
