import type { BillingFrequency } from '#app/contracts/calendar/expected_periods'
import type { CapPeriod, ContractKind, Indexation } from '#app/contracts/contract_labels'
import type { Tier } from '#app/contracts/pricing/rate'
import { DomainError } from '#app/kernel/domain_error'
import type { Currency } from '#app/kernel/money/currency'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** An agreed price. Prices are ten-thousandths, quantities decimal texts. */
export type ItemTerms = {
  code: string
  description: string
  unit: string
  unitPriceMinor4: number
  minQty: string | null
  maxQty: string | null
  validFrom: CalendarDate
  validTo: CalendarDate | null
  tiers: Tier[]
  keywords: string[]
}

/** What a contract says, as the form gives it; amounts in minor units of its currency, without VAT. */
export type ContractTerms = {
  providerId: number
  siteIds: number[]
  title: string
  kind: ContractKind
  currency: Currency
  signedOn: CalendarDate | null
  startsOn: CalendarDate
  endsOn: CalendarDate | null
  noticeDays: number
  autoRenew: boolean
  renewalMonths: number
  billingFrequency: BillingFrequency
  expectedDay: number | null
  expectedAmountMinor: number | null
  amountTolerancePercent: number
  vatCodeId: number | null
  withholdingCodeId: number | null
  paymentTermsDays: number | null
  capMinor: number | null
  capPeriod: CapPeriod
  indexation: Indexation
  /** Percent with two decimals, as text. */
  indexPercent: string | null
  /** First day of the month. */
  indexBaseMonth: CalendarDate | null
  indexFloor: boolean
  depositMinor: number | null
  guaranteeUntil: CalendarDate | null
  categoryId: number | null
  profileId: number | null
  centerId: number | null
  ledgerAccountCode: string | null
  requiresInvoiceMatch: boolean
  ownerUserId: number | null
  notes: string | null
  items: ItemTerms[]
}

const ITEMS_MAX = 2_000

/** Throws at the field that is wrong, prices at `items`. */
export function refuseBadTerms(terms: ContractTerms): void {
  const { startsOn, endsOn, capMinor, indexation, autoRenew } = terms
  if (endsOn !== null && endsOn < startsOn)
    throw new DomainError('E_DAYS', 'La fecha de fin debe ser posterior al inicio.', { field: 'ends_on' })
  if (autoRenew && endsOn === null)
    throw new DomainError('E_RENEWAL', 'Un contrato que se renueva necesita fecha de fin.', {
      field: 'ends_on',
    })
  refuseNotPositive(capMinor, 'cap', 'El tope debe ser mayor que cero.')
  refuseNotPositive(terms.expectedAmountMinor, 'expected_amount', 'El importe debe ser mayor que cero.')
  refuseNotPositive(terms.depositMinor, 'deposit', 'La fianza debe ser mayor que cero.')
  if (indexation === 'ipc' && terms.indexBaseMonth === null)
    throw new DomainError('E_INDEX', 'Indique el mes base del IPC.', { field: 'index_base_month' })
  if (indexation === 'fixed_percent' && terms.indexPercent === null)
    throw new DomainError('E_INDEX', 'Indique el porcentaje de la revisión.', { field: 'index_percent' })
  refuseOverlaps(terms.items)
}

function refuseNotPositive(minor: number | null, field: string, message: string): void {
  if (minor !== null && minor <= 0) throw new DomainError('E_AMOUNT', message, { field })
}

/** Two prices of one code never hold on the same day. */
function refuseOverlaps(items: readonly ItemTerms[]): void {
  if (items.length > ITEMS_MAX)
    throw new DomainError('E_ITEMS', 'Un contrato admite hasta 2.000 precios.', { field: 'items' })
  const byCode = Map.groupBy(items, ({ code }) => code)
  for (const [code, same] of byCode) {
    const ordered = same.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    for (const [index, item] of ordered.entries()) {
      if (item.validTo !== null && item.validTo < item.validFrom)
        throw new DomainError('E_DAYS', `El precio de ${code} termina antes de empezar.`, { field: 'items' })
      const next = ordered[index + 1]
      if (next && (item.validTo === null || next.validFrom <= item.validTo))
        throw new DomainError('E_OVERLAP', `Ya hay un precio de ${code} vigente en esas fechas.`, {
          field: 'items',
        })
    }
  }
}
