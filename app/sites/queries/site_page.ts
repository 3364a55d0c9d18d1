import { S } from '#app/identity/roles'
import { oneRow, rows } from '#app/kernel/database/sql'
import { decimalText } from '#app/kernel/money/money'
import { optionsOf } from '#app/kernel/text/labels'
import { coolingTime } from '#app/sites/actions/set_cooling_hours'
import { listPaidFor } from '#app/sites/actions/set_paid_for'
import { seniorCap } from '#app/sites/actions/set_senior_cap'
import { APPROVAL_KINDS } from '#app/sites/approval_kinds'
import type Site from '#app/sites/models/site'
import { furtherSiteTabs, supplierOfSite } from '#app/sites/ports'
import { listAccountRoles } from '#app/sites/queries/list_account_roles'
import { listApprovalGaps } from '#app/sites/queries/list_approval_gaps'
import { listApprovalPolicies, type PolicyStep } from '#app/sites/queries/list_approval_policies'
import { listApprovals } from '#app/sites/queries/list_approvals'
import { listApproverOptions } from '#app/sites/queries/list_approver_options'
import { listCenters } from '#app/sites/queries/list_centers'
import { listSiteEvents } from '#app/sites/queries/list_site_events'
import { activationBlockers, archiveBlockers } from '#app/sites/queries/site_blockers'
import { listOpenChanges } from '#app/sites/second_person/list_changes'
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

/** The tab a query asks for, one of ours or one that another area brings; the first one when it asks for none. */
export const siteTab = (asked: unknown): string =>
  [...TABS, ...furtherSiteTabs.all().map(({ key }) => key)].find((tab) => tab === asked) ?? 'data'

type Viewer = { id: number; role: string }
type Asked = { site: Site; viewer: Viewer; tab: string }

/** Props of a company's page; of the tabs only the one in view is read. */
export async function sitePage({ site, viewer, tab }: Asked) {
  const canWrite = viewer.role === S
  const gaps = await listApprovalGaps([site.id])
  return {
    site: siteHead(site, viewer),
    tab,
    canWrite,
    gaps: gaps.map(({ text }) => text),
    pendingChanges: await listOpenChanges({ id: viewer.id, siteIds: 'all' }, { siteId: site.id }),
    blockers: await blockersOf(site),
    hasEntries: await hasEntries(site.id),
    supplier: await supplierOfSite.one()(site.id),
    form: ['data', 'fiscal', 'intake', 'policies'].includes(tab) ? formValues(site) : null,
    paidFor: tab === 'policies' ? await listPaidFor(site.id) : null,
    options: await siteOptions(site.id),
    roles: tab === 'accounting' ? await listAccountRoles(site.id) : null,
    approvals: tab === 'approvals' ? await approvalsTab(site.id, viewer) : null,
    centers: tab === 'centers' ? await listCenters(site.id) : null,
    events: tab === 'history' ? await listSiteEvents(site.id) : null,
    further:
      (await furtherSiteTabs
        .all()
        .find(({ key }) => key === tab)
        ?.read(site.id, viewer)) ?? null,
  }
}

function siteHead(site: Site, viewer: Viewer) {
  return {
    id: site.id,
    code: site.code,
    legalName: site.legalName,
    tradeName: site.tradeName,
    taxId: site.taxId,
    isDraft: site.status === 'draft',
    status: { label: siteWorkflow.label(site.status), tone: siteWorkflow.tone(site.status) },
    actions: siteWorkflow.available(site.status, viewer.role) as string[],
    logo: logoOf(site),
    hasPublicLink: site.publicTokenHash !== null,
    lockVersion: site.lockVersion,
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
    legalName: site.legalName,
    tradeName: site.tradeName ?? '',
    code: site.code,
    taxId: site.taxId,
    kind: site.kind,
    parentSiteId: site.parentSiteId === null ? null : String(site.parentSiteId),
    ownershipPercent: site.ownershipPercent?.replace('.', ',') ?? '',
    isGroup: site.isGroup,
    address: site.address ?? '',
    postalCode: site.postalCode ?? '',
    city: site.city ?? '',
    provinceCode: site.provinceCode,
    startedOn: site.startedOn,
    closedOn: site.closedOn ?? '',
    color: site.color,
    territory: site.territory,
    baseCurrency: site.baseCurrency,
    accountWidth: String(site.accountWidth),
    fiscalYearStartMonth: site.fiscalYearStartMonth,
    vatPeriod: site.vatPeriod,
    withholdingPeriod: site.withholdingPeriod,
    withholdingAccrual: site.withholdingAccrual,
    sii: site.sii,
    redeme: site.redeme,
    cashBasis: site.cashBasis,
    prorataPercent: String(site.prorataPercent),
    invoiceEmailAlias: site.invoiceEmailAlias ?? '',
    autoBookLimit: euro(site.autoBookLimitMinor),
    autoReconcile: site.autoReconcile,
    maxWriteoff: euro(site.maxWriteoffMinor),
    cardCeiling: euro(site.cardCeilingMinor),
    salesSource: site.salesSource,
  }
}

async function siteOptions(siteId: number) {
  return {
    kinds: optionsOf(SITE_KINDS),
    territories: optionsOf(TERRITORIES),
    periods: optionsOf(PERIODS),
    accruals: optionsOf(ACCRUALS),
    salesSources: optionsOf(SALES_SOURCES),
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
    groupPolicies: (await listApprovalPolicies(null)).map(policyRow),
    kinds: optionsOf(APPROVAL_KINDS),
    people: await listApproverOptions(siteId),
    categories: await rows<{ value: string; label: string }>(
      `select id::text as value, name::text as label from categories where active order by name::text collate "es-x-icu"`
    ),
    seniorCap: {
      value: { minor: cap.valueMinor, currency: 'EUR' },
      text: decimalText(cap.valueMinor),
      updatedBy: cap.updatedBy,
      updatedAt: cap.updatedAt.toISOString(),
    },
    cooling: {
      hours: cooling.hours,
      updatedBy: cooling.updatedBy,
      updatedAt: cooling.updatedAt?.toISOString() ?? null,
    },
  }
}

const policyRow = ({ id, kind, fromMinor, required, aggregateDays, slaHours }: PolicyStep) => ({
  id,
  kind,
  from: decimalText(fromMinor),
  required,
  aggregateDays,
  slaHours,
})
