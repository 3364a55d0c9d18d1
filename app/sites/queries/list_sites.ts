import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { row } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import { listApprovalGaps } from '#app/sites/queries/list_approval_gaps'
import { TERRITORIES } from '#app/sites/site_labels'
import { type SiteStatus, siteWorkflow } from '#app/sites/workflows/site_workflow'

export type SiteRow = {
  id: number
  code: string
  name: string
  trade_name: string | null
  tax_id: string
  territory: string
  /** The company it depends on; null for one at the top. */
  parent: string | null
  is_group: boolean
  approvals: { label: string; tone: Tone; gaps: string[] }
  status: { label: string; tone: Tone }
  actions: string[]
}

export const sitesList: ListDefinition = {
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

export type FoundSite = {
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
  const page = await listPage<FoundSite>(sitesList, request, filter)
  const gaps = await gapsBySite(page.rows.map(({ id }) => id))
  return { ...page, rows: page.rows.map((found) => siteRow(found, role, gaps)) }
}

/** What each of these companies lacks in approvers, in words; a company without a gap is not in the answer. */
export async function gapsBySite(siteIds: number[]): Promise<Map<number, string[]>> {
  const bySite = new Map<number, string[]>()
  for (const { siteId, text } of await listApprovalGaps(siteIds))
    bySite.set(siteId, [...(bySite.get(siteId) ?? []), text])
  return bySite
}

export function siteRow(found: FoundSite, role: string, gaps: Map<number, string[]>): SiteRow {
  const lacking = gaps.get(found.id) ?? []
  return {
    id: found.id,
    code: found.code,
    name: found.name,
    trade_name: found.tradeName,
    tax_id: found.taxId,
    territory: TERRITORIES[found.territory],
    parent: found.parent,
    is_group: found.isGroup,
    approvals:
      lacking.length > 0
        ? { label: 'Incompleta', tone: 'amber', gaps: lacking }
        : { label: 'Completa', tone: 'green', gaps: [] },
    status: { label: siteWorkflow.label(found.status), tone: siteWorkflow.tone(found.status) },
    actions: siteWorkflow.available(found.status, role),
  }
}

/** Whether there is any company at all: the first start of an installation has none. */
export const hasSites = async (): Promise<boolean> =>
  (await row(`select 1 as found from sites limit 1`)) !== null
