import { listEvents } from '#app/audit/list_events'
import {
  BILLING_FREQUENCIES,
  CAP_PERIODS,
  CONTRACT_KINDS,
  DEPOSIT_TERMS,
  FILE_KINDS,
  INDEXATIONS,
} from '#app/contracts/contract_labels'
import ProviderContract from '#app/contracts/models/provider_contract'
import { linkedInvoices } from '#app/contracts/ports'
import {
  listAmendments,
  listCalendar,
  listDeposits,
  listFiles,
  sumUsage,
} from '#app/contracts/queries/contract_parts'
import { hasWorkedOnContract } from '#app/contracts/queries/has_worked_on_contract'
import type { Scope } from '#app/contracts/queries/list_contracts'
import { listPrices } from '#app/contracts/queries/list_prices'
import { type ContractTransition, contractWorkflow } from '#app/contracts/workflows/contract_workflow'
import { oneRow, rows } from '#app/kernel/database/sql'
import { optionsOf } from '#app/kernel/text/labels'

export type ContractViewer = { id: number; role: string; scope: Scope }

/** Everything that the page of one contract shows. */
export async function contractPage(contract: ProviderContract, viewer: ContractViewer) {
  const money = (minor: number | null) => (minor === null ? null : { minor, currency: contract.currency })
  const [head, prices, invoices, calendar, amendments, files, deposits, usage, events, banks] =
    await Promise.all([
      contractHead(contract, viewer),
      listPrices(contract),
      linkedInvoices.one()(contract.rootId, viewer.scope),
      listCalendar(contract, viewer.scope),
      listAmendments(contract.id),
      listFiles(contract.id),
      listDeposits(contract.id, viewer.scope),
      sumUsage(contract),
      listEvents('provider_contract', contract.id),
      listBanks(contract, viewer.scope),
    ])
  return {
    contract: head,
    facts: {
      kind: CONTRACT_KINDS[contract.kind],
      signedOn: contract.signedOn,
      startsOn: contract.startsOn,
      endsOn: contract.endsOn,
      endedOn: contract.endedOn,
      suspendedOn: contract.suspendedOn,
      endReason: contract.endReason,
      noticeDays: contract.noticeDays,
      noticeUntil: contract.noticeUntil,
      autoRenew: contract.autoRenew,
      renewalMonths: contract.renewalMonths,
      billingFrequency: BILLING_FREQUENCIES[contract.billingFrequency],
      expectedDay: contract.expectedDay,
      expected: money(contract.expectedAmountMinor),
      tolerancePercent: contract.amountTolerancePercent,
      cap: money(contract.capMinor),
      capPeriod: CAP_PERIODS[contract.capPeriod],
      used: money(contract.capMinor === null ? usage.totalMinor : usage.periodMinor),
      billed: money(usage.totalMinor),
      indexation: INDEXATIONS[contract.indexation],
      indexKind: contract.indexation,
      indexPercent: contract.indexPercent,
      indexBaseMonth: contract.indexBaseMonth?.slice(0, 7) ?? null,
      indexFloor: contract.indexFloor,
      lastIndexedOn: contract.lastIndexedOn,
      deposit: money(contract.depositMinor),
      guaranteeUntil: contract.guaranteeUntil,
      ...(await invoiceTerms(contract)),
      requiresInvoiceMatch: contract.requiresInvoiceMatch,
      notes: contract.notes,
    },
    prices,
    invoices: invoices.map(({ baseMinor, agreedMinor, currency, ...invoice }) => ({
      ...invoice,
      base: { minor: baseMinor, currency },
      agreed: agreedMinor === null ? null : { minor: agreedMinor, currency },
      deviation: agreedMinor === null ? null : { minor: baseMinor - agreedMinor, currency },
    })),
    calendar: calendar.map(({ baseMinor, expectedOn, ...period }) => ({
      ...period,
      expectedOn,
      base: { minor: baseMinor, currency: contract.currency },
    })),
    amendments,
    files,
    deposits,
    banks,
    events,
    options: { fileKinds: optionsOf(FILE_KINDS), depositTerms: optionsOf(DEPOSIT_TERMS) },
  }
}

/** What its invoices are filed under, taxed with and paid by, in words. */
async function invoiceTerms(contract: ProviderContract) {
  const named = await oneRow<{
    category: string | null
    profile: string | null
    center: string | null
    vat: string | null
    withholding: string | null
  }>(
    `select (select name::text from categories where id = :categoryId) as category, (select name from expense_profiles where id = :profileId) as profile,
        (select name from site_centers where id = :centerId) as center, (select name from tax_codes where id = :vatCodeId) as vat,
        (select name from tax_codes where id = :withholdingCodeId) as withholding`,
    {
      categoryId: contract.categoryId,
      profileId: contract.profileId,
      centerId: contract.centerId,
      vatCodeId: contract.vatCodeId,
      withholdingCodeId: contract.withholdingCodeId,
    }
  )
  return {
    filedUnder: [named.category, named.profile, named.center, contract.ledgerAccountCode].filter(
      (one) => one !== null
    ),
    taxes: [named.vat, named.withholding].filter((one) => one !== null),
    paymentTermsDays: contract.paymentTermsDays,
  }
}

/** Name, state and what the viewer may do about it. */
export async function contractHead(contract: ProviderContract, viewer: ContractViewer) {
  const [party] = await rows<{
    provider: string
    owner: string | null
    approvedBy: string | null
    createdBy: string | null
    submittedBy: string | null
  }>(
    `select p.legal_name as provider, o.name as owner, a.name as approved_by, b.name as created_by, s.name as submitted_by from provider_contracts c join providers p on p.id = c.provider_id
       left join users o on o.id = c.owner_user_id left join users a on a.id = c.approved_by left join users b on b.id = c.created_by left join users s on s.id = c.submitted_by where c.id = :id`,
    { id: contract.id }
  )
  const parent = contract.parentContractId
    ? await ProviderContract.findOrFail(contract.parentContractId)
    : null
  return {
    id: contract.id,
    reference: contract.reference,
    title: contract.title,
    providerId: contract.providerId,
    provider: party?.provider ?? '',
    owner: party?.owner ?? null,
    approvedBy: party?.approvedBy ?? null,
    createdBy: party?.createdBy ?? null,
    submittedBy: party?.submittedBy ?? null,
    sites: await listSites(contract, viewer.scope),
    otherSites: countOutside(contract.siteIds, viewer.scope),
    currency: contract.currency,
    state: contract.status,
    status: { label: contractWorkflow.label(contract.status), tone: contractWorkflow.tone(contract.status) },
    parent: parent ? { id: parent.id, reference: parent.reference } : null,
    actions: await actionsOf(contract, viewer),
    lockVersion: contract.lockVersion,
  }
}

/** An amendment follows its contract; who had a hand in it does not approve it. */
async function actionsOf(contract: ProviderContract, viewer: ContractViewer): Promise<string[]> {
  const available: ContractTransition[] = contractWorkflow.available(contract.status, viewer.role)
  const own =
    contract.status === 'pending_approval' && (await hasWorkedOnContract(contract, { userId: viewer.id }))
  const allowed: string[] = available.filter((transition) => {
    if (transition === 'approve') return !own
    return !contract.isAmendment || !['suspend', 'resume', 'terminate'].includes(transition)
  })
  if (contract.status === 'draft') allowed.push('edit', 'delete')
  if (contract.isAmendment) return allowed
  if (['active', 'suspended'].includes(contract.status)) allowed.push('amend')
  if (contract.status === 'active' && contract.indexation !== 'none') allowed.push('revise')
  if (!['draft', 'pending_approval'].includes(contract.status)) allowed.push('deposit')
  return allowed
}

function listSites({ siteIds }: ProviderContract, scope: Scope) {
  return rows<{ id: number; code: string; name: string }>(
    `select id, code, coalesce(nullif(trade_name, ''), legal_name::text) as name from sites where id = any(:siteIds::bigint[]) and (:all or id = any(:ids::bigint[])) order by code`,
    { siteIds, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
}

/** Accounts that a deposit may leave from or come back to. */
function listBanks({ siteIds, currency }: ProviderContract, scope: Scope) {
  return rows<{ value: string; label: string; siteId: number }>(
    `select b.id::text as value, s.code || ' · ' || b.name as label, b.site_id from bank_accounts b join sites s on s.id = b.site_id
      where b.site_id = any(:siteIds::bigint[]) and (:all or b.site_id = any(:ids::bigint[])) and b.status <> 'closed' and b.currency = :currency and b.ledger_account_id is not null
      order by s.code, b.name`,
    { siteIds, currency, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
}

const countOutside = (siteIds: readonly number[], scope: Scope) =>
  scope === 'all' ? 0 : siteIds.filter((id) => !scope.includes(id)).length
