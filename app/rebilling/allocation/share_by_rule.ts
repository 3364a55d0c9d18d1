import { DomainError } from '#app/kernel/domain_error'
import { Money } from '#app/kernel/money/money'
import { allocateByWeight, allocateFixed, type Part } from '#app/rebilling/allocation/allocate'
import { exactWeights } from '#app/rebilling/allocation/exact_weight'
import type { Allocation } from '#app/rebilling/rebilling_labels'

/** How a sum is shared out: of each company its percentage, its amount, or its value of the key as text. */
export type Shared = {
  allocation: Allocation
  targets: readonly { siteId: number; percentage: string | null; amountMinor: number | null }[]
  /** Values of the key by company, where it is shared out by one. */
  values?: ReadonlyMap<number, string>
  /** What people call key and period, for what is missing. */
  keyText?: string
  periodText?: string
}

/** The share of each company of a sum in cents, with its sign. Throws E_NO_KEY where nobody has a value of the key. */
export function shareOutByRule(baseMinor: number, shared: Shared): Part[] {
  const { allocation, targets, values = new Map<number, string>() } = shared
  if (allocation === 'fixed_amount')
    return allocateFixed(
      baseMinor,
      targets.map(({ siteId, amountMinor }) => ({ siteId, amountMinor: amountMinor ?? 0 }))
    )
  const weights = exactWeights(
    targets.map(({ siteId, percentage }) => {
      if (allocation === 'equal') return '1'
      return (allocation === 'percentage' ? percentage : values.get(siteId)) ?? '0'
    })
  )
  const parts = allocateByWeight(
    baseMinor,
    targets.map(({ siteId }, place) => ({ siteId, weight: weights[place] ?? 0n }))
  )
  if (parts === null)
    throw new DomainError(
      'E_NO_KEY',
      `No hay valores para la clave ${shared.keyText ?? ''} en ${shared.periodText ?? ''}.`
    )
  return parts
}

type Rates = { markupBasisPoints: number; vatBasisPoints: number }

/** Margin and tax of a share, each rounded once (area 32, rule 5). */
export function chargeAmounts(baseMinor: number, { markupBasisPoints, vatBasisPoints }: Rates) {
  const markupMinor = Money.of(baseMinor).percent(markupBasisPoints).minor
  const vatMinor = Money.of(baseMinor + markupMinor).percent(vatBasisPoints).minor
  return { baseMinor, markupMinor, vatMinor, totalMinor: baseMinor + markupMinor + vatMinor }
}
