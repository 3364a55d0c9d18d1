import {
  BILLING_FREQUENCIES,
  CAP_PERIODS,
  CONTRACT_KINDS,
  FILE_KINDS,
  INDEXATIONS,
} from '#app/contracts/contract_labels'
import type ProviderContract from '#app/contracts/models/provider_contract'
import { minor4Text, type Tier } from '#app/contracts/pricing/rate'
import type { Scope } from '#app/contracts/queries/list_contracts'
import { oneRow, row, rows } from '#app/kernel/database/sql'
import { decimalText } from '#app/kernel/money/money'
import { optionsOf } from '#app/kernel/text/labels'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

type Choice = { value: string; label: string }

/** What the lists of the form offer. */
export async function contractOptions(scope: Scope) {
  const bindings = { all: scope === 'all', ids: scope === 'all' ? [] : scope }
  const [currencies, categories, profiles, taxCodes, centers, owners] = await Promise.all([
    rows<Choice>(
      `select code as value, code || ' · ' || name as label from currencies order by code <> 'EUR', code`
    ),
    rows<Choice>(
      `select id::text as value, name::text as label from categories where active order by name::text collate "es-x-icu"`
    ),
    rows<Choice & { providerId: number | null }>(
      `select id::text as value, name as label, provider_id from expense_profiles where active and (:all or site_ids = '{}' or site_ids && :ids::bigint[]) order by name limit 3000`,
      bindings
    ),
    rows<Choice & { kind: string }>(
      `select id::text as value, name as label, kind from tax_codes where valid_to is null or valid_to >= current_date order by kind, rate_basis_points desc`
    ),
    rows<Choice>(
      `select c.id::text as value, s.code || ' · ' || c.name as label from site_centers c join sites s on s.id = c.site_id
        where c.active and (:all or s.id = any(:ids::bigint[])) order by s.code, c.name collate "es-x-icu"`,
      bindings
    ),
    rows<Choice>(
      `select id::text as value, name as label from users where status = 'active' and role in ('s1st3ma', 'aprobador') order by name collate "es-x-icu"`
    ),
  ])
  const isWithholding = ({ kind }: { kind: string }) => kind === 'irpf' || kind === 'irnr'
  return {
    kinds: optionsOf(CONTRACT_KINDS),
    frequencies: optionsOf(BILLING_FREQUENCIES),
    capPeriods: optionsOf(CAP_PERIODS),
    indexations: optionsOf(INDEXATIONS),
    fileKinds: optionsOf(FILE_KINDS),
    currencies,
    categories,
    profiles: profiles.map(({ providerId, ...profile }) => ({ ...profile, providerId })),
    vatCodes: taxCodes.filter((code) => !isWithholding(code)).map(choice),
    withholdingCodes: taxCodes.filter(isWithholding).map(choice),
    centers,
    owners,
  }
}

const choice = ({ value, label }: Choice): Choice => ({ value, label })
const keyText = (id: number | null) => (id === null ? null : String(id))

/** A draft as its form shows it. */
export async function contractValues(contract: ProviderContract) {
  const { currency } = contract
  const amountText = (minor: number | null) => (minor === null ? '' : decimalText(minor, currency))
  const { name } = await oneRow<{ name: string }>(`select legal_name as name from providers where id = :id`, {
    id: contract.providerId,
  })
  return {
    provider: { value: String(contract.providerId), label: name },
    siteIds: contract.siteIds.map(String),
    title: contract.title,
    kind: contract.kind as string,
    currency: currency as string,
    signedOn: contract.signedOn ?? '',
    startsOn: contract.startsOn as string,
    endsOn: contract.endsOn ?? '',
    noticeDays: String(contract.noticeDays),
    autoRenew: contract.autoRenew,
    renewalMonths: String(contract.renewalMonths),
    billingFrequency: contract.billingFrequency as string,
    expectedDay: contract.expectedDay === null ? '' : String(contract.expectedDay),
    expectedAmount: amountText(contract.expectedAmountMinor),
    amountTolerancePercent: String(contract.amountTolerancePercent),
    vatCodeId: keyText(contract.vatCodeId),
    withholdingCodeId: keyText(contract.withholdingCodeId),
    paymentTermsDays: contract.paymentTermsDays === null ? '' : String(contract.paymentTermsDays),
    cap: amountText(contract.capMinor),
    capPeriod: contract.capPeriod as string,
    indexation: contract.indexation as string,
    indexPercent: contract.indexPercent?.replace('.', ',') ?? '',
    indexBaseMonth: contract.indexBaseMonth?.slice(0, 7) ?? '',
    indexFloor: contract.indexFloor,
    deposit: amountText(contract.depositMinor),
    guaranteeUntil: contract.guaranteeUntil ?? '',
    categoryId: keyText(contract.categoryId),
    profileId: keyText(contract.profileId),
    centerId: keyText(contract.centerId),
    ledgerAccountCode: contract.ledgerAccountCode ?? '',
    requiresInvoiceMatch: contract.requiresInvoiceMatch,
    ownerUserId: keyText(contract.ownerUserId),
    notes: contract.notes ?? '',
    items: await itemRows(contract.id),
  }
}

/** The prices as the grid shows them: Spanish figures and days, tiers as «cantidad: precio». */
async function itemRows(contractId: number) {
  const found = await rows<{
    code: string
    description: string
    unit: string
    price: number
    validFrom: CalendarDate
    validTo: CalendarDate | null
    minQty: string | null
    maxQty: string | null
    tiers: Tier[]
    keywords: string[]
  }>(
    `select code, description, unit, unit_price_minor4 as price, valid_from, valid_to, trim_scale(min_qty)::text as min_qty, trim_scale(max_qty)::text as max_qty, tiers, keywords
       from contract_items where contract_id = :contractId order by position`,
    { contractId }
  )
  return found.map((item) => ({
    code: item.code,
    description: item.description,
    unit: item.unit,
    price: figure(minor4Text(item.price)),
    validFrom: formatDay(item.validFrom),
    validTo: item.validTo ? formatDay(item.validTo) : '',
    minQty: figure(item.minQty ?? ''),
    maxQty: figure(item.maxQty ?? ''),
    tiers: item.tiers
      .map(({ from_qty, price_minor4 }) => `${figure(from_qty)}: ${figure(minor4Text(price_minor4))}`)
      .join('; '),
    keywords: item.keywords.join(', '),
  }))
}

const figure = (text: string) => text.replace('.', ',')

/** The name of a supplier that a form begins with; null when there is none. */
export function findProviderChoice(providerId: number): Promise<Choice | null> {
  return row<Choice>(`select id::text as value, legal_name as label from providers where id = :providerId`, {
    providerId,
  })
}
