import { BANK_VERIFICATION, type BankVerification } from '#app/accounts/bank_verification'
import { listEvents } from '#app/audit/list_events'
import type User from '#app/identity/models/user'
import { listSitesInScope } from '#app/identity/queries/list_sites_in_scope'
import { oneRow, row, rows } from '#app/kernel/database/sql'
import {
  type AccountKind,
  type AccountNumbers,
  maskAccount,
  ROUTING_LABELS,
} from '#app/kernel/identifiers/account_number'
import { ibanBankName } from '#app/kernel/identifiers/iban'
import type Provider from '#app/providers/models/provider'
import {
  recurringPayments,
  supplierContracts,
  supplierInvoices,
  supplierProfiles,
} from '#app/providers/ports'
import { isOneOf, PROVIDER_KEEPERS, PROVIDER_LEADS } from '#app/providers/roles'
import { providerWorkflow } from '#app/providers/workflows/provider_workflow'
import { coolingHours } from '#app/sites/actions/set_cooling_hours'

/** Everything the page of one supplier shows; its figures are those of the reader's companies. */
export async function providerPage(provider: Provider, user: User, scope: number[] | 'all') {
  const canVerify = isOneOf(PROVIDER_KEEPERS, user.role)
  const figures = await oneRow<{ pending: number; invoiced: number; invoices: number }>(
    supplierInvoices.one().figures(':id', (site) => `(:all or ${site} = any(:siteIds::bigint[]))`),
    { id: provider.id, all: scope === 'all', siteIds: scope === 'all' ? [] : scope }
  )
  return {
    provider: {
      id: provider.id,
      code: provider.code,
      legalName: provider.legalName,
      tradeName: provider.tradeName,
      taxIdType: provider.taxIdType,
      taxId: provider.taxId,
      country: provider.country,
      kind: provider.kind,
      ledgerPrefix: provider.ledgerPrefix,
      siteIdIfGroup: provider.siteIdIfGroup,
      defaultPayerSiteId: provider.defaultPayerSiteId,
      defaultBankAccountId: provider.defaultBankAccountId,
      defaultCategoryId: provider.defaultCategoryId,
      email: provider.email,
      phone: provider.phone,
      address: provider.address,
      postalCode: provider.postalCode,
      city: provider.city,
      website: provider.website,
      contactName: provider.contactName,
      vatRegime: provider.vatRegime,
      defaultVatCodeId: provider.defaultVatCodeId,
      defaultWithholdingCodeId: provider.defaultWithholdingCodeId,
      excludedFrom347: provider.excludedFrom347,
      paymentTermsDays: provider.paymentTermsDays,
      paymentDay: provider.paymentDay,
      paymentMethod: provider.paymentMethod,
      notes: provider.notes,
      active: provider.active,
      isDraft: provider.status === 'draft',
      multiBank: provider.multiBank,
      canDelete: provider.status !== 'merged' && isOneOf(PROVIDER_LEADS, user.role),
      defaultProfileId: provider.defaultProfileId,
      blockReason: provider.blockReason,
      lockVersion: provider.lockVersion,
      mergedInto: await mergedInto(provider.mergedIntoId),
      canMerge: provider.status !== 'merged' && isOneOf(PROVIDER_LEADS, user.role),
      status: {
        label: providerWorkflow.label(provider.status),
        tone: providerWorkflow.tone(provider.status),
      },
      actions: providerWorkflow.available(provider.status, user.role) as string[],
    },
    figures: {
      pending: { minor: figures.pending, currency: 'EUR' },
      invoiced: { minor: figures.invoiced, currency: 'EUR' },
      count: figures.invoices,
    },
    agreed: await agreedWith(provider.id),
    contracts: isOneOf(PROVIDER_LEADS, user.role)
      ? await supplierContracts.one().list(provider.id, scope)
      : null,
    banks: await listBanks(provider.id, user, { canVerify, scope }),
    sites: await listSitesInScope(scope),
    profiles: await supplierProfiles.one().options(provider.id),
    events: await listEvents('provider', provider.id),
    canVerify,
    coolingHours: await coolingHours(),
  }
}

/** Contracts in force and recurring payments: what goes on when it is deactivated. */
const agreedWith = (providerId: number) =>
  oneRow<{ contracts: number; recurrents: number }>(
    `select (select count(*)::int from (${supplierContracts.one().inForce(':providerId')}) k) as contracts,
        (select count(*)::int from (${recurringPayments.one()(':providerId')}) r) as recurrents`,
    { providerId }
  )

const mergedInto = (providerId: number | null) =>
  row<{ id: number; code: string; name: string }>(
    `select id, code, legal_name as name from providers where id = :providerId`,
    { providerId }
  )

type Bank = AccountNumbers & {
  id: number
  label: string
  accountKind: AccountKind
  routingCode: string | null
  bankName: string | null
  country: string | null
  holderName: string
  isDefault: boolean
  verification: BankVerification
  verifiedBy: string | null
  verifierId: number | null
  verifiedAt: Date | null
  payableFrom: Date | null
  disabled: boolean
  createdBy: number | null
  movedBy: number | null
  creator: string | null
  evidence: string | null
  bic: string | null
  siteId: number | null
  site: string | null
}

type Reader = { canVerify: boolean; scope: number[] | 'all' }

/** The bank details as this reader sees them: masked until the IBAN is asked for, those of other companies left out. */
async function listBanks(providerId: number, user: User, { canVerify, scope }: Reader) {
  const banks = await rows<Bank>(
    `select b.id, b.label, b.account_kind, b.iban, b.account_number, b.routing_code, b.bank_name, b.country, b.holder_name, b.is_default, b.verification, v.name as verified_by, b.verified_by as verifier_id, b.verified_at, b.payable_from, b.disabled_at is not null as disabled, b.created_by, b.moved_by, c.name as creator, f.name as evidence, b.bic, b.site_id, coalesce(nullif(s.trade_name, ''), s.legal_name) as site
       from provider_banks b left join sites s on s.id = b.site_id left join users v on v.id = b.verified_by left join users c on c.id = b.created_by left join files f on f.id = b.evidence_file_id where b.provider_id = :providerId and (b.site_id is null or :all or b.site_id = any(:siteIds::bigint[]))
      order by b.disabled_at is not null, b.is_default desc, b.id`,
    { providerId, all: scope === 'all', siteIds: scope === 'all' ? [] : scope }
  )
  return banks.map((bank) => ({
    id: bank.id,
    label: bank.label,
    iban: maskAccount(bank),
    withoutIban: withoutIban(bank),
    bic: bank.bic,
    site: bank.site,
    siteId: bank.siteId,
    bank: bank.iban === null ? bank.bankName : ibanBankName(bank.iban),
    holder: bank.holderName,
    isDefault: bank.isDefault,
    verification: BANK_VERIFICATION[bank.verification],
    verifiedBy: bank.verifiedBy,
    verifiedAt: bank.verifiedAt?.toISOString() ?? null,
    payableFrom: bank.payableFrom && bank.payableFrom > new Date() ? bank.payableFrom.toISOString() : null,
    disabled: bank.disabled,
    creator: bank.creator,
    evidence: bank.evidence,
    /** Four eyes: never who added it, nor who brought it over with a merge. */
    canVerify:
      canVerify &&
      !bank.disabled &&
      bank.verification !== 'verified' &&
      bank.createdBy !== user.id &&
      bank.movedBy !== user.id,
    isOwn: bank.createdBy === user.id || bank.movedBy === user.id,
    canWaive:
      user.role === 'aprobador' &&
      bank.verification === 'verified' &&
      bank.verifierId !== user.id &&
      bank.payableFrom !== null &&
      bank.payableFrom > new Date(),
  }))
}

/** What else tells an account that has no IBAN. */
function withoutIban({ accountKind, routingCode, country }: Bank) {
  if (accountKind === 'iban') return null
  const label = ROUTING_LABELS[accountKind]
  return { routing: label === null ? null : { label, code: routingCode ?? '' }, country: country ?? '' }
}
