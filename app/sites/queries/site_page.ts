import { S } from '#app/identity/roles'
import { optionsOf } from '#app/kernel/labels'
import { decimalText } from '#app/kernel/money'
import { oneRow, row, rows } from '#app/kernel/sql'
import { coolingTime } from '#app/sites/actions/set_cooling_hours'
import { seniorCap } from '#app/sites/actions/set_senior_cap'
import { APPROVAL_KINDS } from '#app/sites/approval_kinds'
import type Site from '#app/sites/models/site'
import { listAccountRoles } from '#app/sites/queries/list_account_roles'
import { listApprovalGaps } from '#app/sites/queries/list_approval_gaps'
import { listApprovalPolicies, type PolicyStep } from '#app/sites/queries/list_approval_policies'
import { listApprovals } from '#app/sites/queries/list_approvals'
import { listApproverOptions } from '#app/sites/queries/list_approver_options'
import { listCenters } from '#app/sites/queries/list_centers'
import { listSiteEvents } from '#app/sites/queries/list_site_events'
import { activationBlockers, archiveBlockers } from '#app/sites/queries/site_blockers'
import { ACCRUALS, PERIODS, SALES_SOURCES, SITE_KINDS, TERRITORIES } from '#app/sites/site_labels'
import { siteWorkflow } from '#app/sites/workflows/site_workflow'

const TABS = [
  'data',
  'fiscal',
  'accounting',
  'approvals',
  'centers',
  'intake',
  'policies',
  'history',
] as const
export type SiteTab = (typeof TABS)[number]

/** The tab a query asks for; the first one when it asks for none of ours. */
export const siteTab = (asked: unknown): SiteTab => TABS.find((tab) => tab === asked) ?? 'data'

type Viewer = { id: number; role: string }
type Asked = { site: Site; viewer: Viewer; tab: SiteTab }

/** Props of a company's page; of the tabs only the one in view is read. */
export async function sitePage({ site, viewer, tab }: Asked) {
  const canWrite = viewer.role === S
  const gaps = await listApprovalGaps([site.id])
  return {
    site: siteHead(site, viewer),
    tab,
    can_write: canWrite,
    gaps: gaps.map(({ text }) => text),
    blockers: await blockersOf(site),
    has_entries: await hasEntries(site.id),
    supplier: await supplierOf(site.id),
    form: ['data', 'fiscal', 'intake', 'policies'].includes(tab) ? formValues(site) : null,
    options: await siteOptions(site.id),
    roles: tab === 'accounting' ? await listAccountRoles(site.id) : null,
    approvals: tab === 'approvals' ? await approvalsTab(site.id, viewer) : null,
    centers: tab === 'centers' ? await listCenters(site.id) : null,
    events: tab === 'history' ? await listSiteEvents(site.id) : null,
  }
}

function siteHead(site: Site, viewer: Viewer) {
  return {
    id: site.id,
    code: site.code,
    legal_name: site.legalName,
    trade_name: site.tradeName,
    tax_id: site.taxId,
    status: { label: siteWorkflow.label(site.status), tone: siteWorkflow.tone(site.status) },
    actions: siteWorkflow.available(site.status, viewer.role) as string[],
    logo: logoOf(site),
    has_public_link: site.publicTokenHash !== null,
    lock_version: site.lockVersion,
  }
}

/** Where its mark is; the address changes with the picture, so that no older one is shown. */
export const logoOf = ({ id, logoFileId }: Site): string | null =>
  logoFileId ? `/sites/${id}/logo?v=${logoFileId}` : null

/** What stands in the way of the transition that comes next. */
function blockersOf({ id, status }: Site) {
  if (status === 'draft') return activationBlockers(id)
  return status === 'active' ? archiveBlockers(id) : []
}

/** The supplier that the company is to the others of its group, null when it is none. */
const supplierOf = (siteId: number) =>
  row<{ id: number; code: string; name: string }>(
    `select id, code, legal_name as name from providers where site_id_if_group = :siteId`,
    { siteId }
  )

async function hasEntries(siteId: number): Promise<boolean> {
  const { has } = await oneRow<{ has: boolean }>(
    `select exists (select 1 from journal_entries where site_id = :siteId) as has`,
    { siteId }
  )
  return has
}

/** The company as its forms keep it; amounts as text, empty for none. */
function formValues(site: Site) {
  const euro = (minor: number | null) => (minor === null ? '' : decimalText(minor))
  return {
    legal_name: site.legalName,
    trade_name: site.tradeName ?? '',
    code: site.code,
    tax_id: site.taxId,
    kind: site.kind,
    parent_site_id: site.parentSiteId === null ? null : String(site.parentSiteId),
    ownership_percent: site.ownershipPercent?.replace('.', ',') ?? '',
    is_group: site.isGroup,
    address: site.address ?? '',
    postal_code: site.postalCode ?? '',
    city: site.city ?? '',
    province_code: site.provinceCode,
    started_on: site.startedOn,
    closed_on: site.closedOn ?? '',
    color: site.color,
    territory: site.territory,
    base_currency: site.baseCurrency,
    account_width: String(site.accountWidth),
    fiscal_year_start_month: site.fiscalYearStartMonth,
    vat_period: site.vatPeriod,
    withholding_period: site.withholdingPeriod,
    withholding_accrual: site.withholdingAccrual,
    sii: site.sii,
    redeme: site.redeme,
    cash_basis: site.cashBasis,
    prorata_percent: String(site.prorataPercent),
    invoice_email_alias: site.invoiceEmailAlias ?? '',
    auto_book_limit: euro(site.autoBookLimitMinor),
    auto_reconcile: site.autoReconcile,
    max_writeoff: euro(site.maxWriteoffMinor),
    card_ceiling: euro(site.cardCeilingMinor),
    sales_source: site.salesSource,
  }
}

async function siteOptions(siteId: number) {
  return {
    kinds: optionsOf(SITE_KINDS),
    territories: optionsOf(TERRITORIES),
    periods: optionsOf(PERIODS),
    accruals: optionsOf(ACCRUALS),
    sales_sources: optionsOf(SALES_SOURCES),
    currencies: await listCurrencyOptions(),
    parents: await rows<{ value: string; label: string }>(
      `select id::text as value, legal_name::text as label from sites where id <> :siteId and status <> 'archived' order by legal_name`,
      { siteId }
    ),
  }
}

/** Currencies a company may keep its books in. */
export const listCurrencyOptions = () =>
  rows<{ value: string; label: string }>(
    `select code as value, code || ' · ' || name as label from currencies order by code <> 'EUR', code`
  )

async function approvalsTab(siteId: number, viewer: Viewer) {
  const cap = await seniorCap()
  const cooling = await coolingTime()
  return {
    list: await listApprovals(siteId, viewer),
    policies: (await listApprovalPolicies(siteId)).map(policyRow),
    group_policies: (await listApprovalPolicies(null)).map(policyRow),
    kinds: optionsOf(APPROVAL_KINDS),
    people: await listApproverOptions(siteId),
    categories: await rows<{ value: string; label: string }>(
      `select id::text as value, name::text as label from categories where active order by name::text collate "es-x-icu"`
    ),
    senior_cap: {
      value: { minor: cap.valueMinor, currency: 'EUR' },
      text: decimalText(cap.valueMinor),
      updated_by: cap.updatedBy,
      updated_at: cap.updatedAt.toISOString(),
    },
    cooling: {
      hours: cooling.hours,
      updated_by: cooling.updatedBy,
      updated_at: cooling.updatedAt?.toISOString() ?? null,
    },
  }
}

const policyRow = ({ id, kind, fromMinor, required, aggregateDays, slaHours }: PolicyStep) => ({
  id,
  kind,
  from: decimalText(fromMinor),
  required,
  aggregate_days: aggregateDays,
  sla_hours: slaHours,
})
