import type { Qualified, Scheme, Supply } from '#app/issuing/invoices/tax_treatment'
import { Money } from '#app/kernel/money/money'

/** A line with the tax that it falls under. */
export type TaxedLine = {
  baseMinor: number
  taxCodeId: number
  scheme: Scheme
  supply: Supply
  qualified: Qualified
}

/** Base and tax of one rate, regime and kind of operation. */
export type TaxGroup = Omit<TaxedLine, 'baseMinor'> & { baseMinor: number; vatMinor: number }

/** Rates in the order in which they are printed: highest first; the tax is worked out once, over the sum of their lines. */
export function taxGroups(lines: readonly TaxedLine[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup>()
  for (const { baseMinor, ...line } of lines) {
    const { tax, regime, qualification, exemption } = line.qualified
    const key = [line.taxCodeId, line.scheme, line.supply, tax, regime, qualification, exemption].join('|')
    const known = groups.get(key)
    if (known) known.baseMinor += baseMinor
    else groups.set(key, { ...line, baseMinor, vatMinor: 0 })
  }
  return [...groups.values()]
    .map((group) => ({
      ...group,
      vatMinor: Money.of(group.baseMinor).percent(group.qualified.rateBasisPoints).minor,
    }))
    .toSorted((a, b) => b.qualified.rateBasisPoints - a.qualified.rateBasisPoints)
}

export type Totals = { baseMinor: number; vatMinor: number; totalMinor: number }

/** What it comes to; withholding is no part of it (validations of AEAT, ImporteTotal). */
export function totalsOf(bases: readonly { baseMinor: number }[], groups: readonly TaxGroup[]): Totals {
  const baseMinor = bases.reduce((sum, line) => sum + line.baseMinor, 0)
  const vatMinor = groups.reduce((sum, group) => sum + group.vatMinor, 0)
  return { baseMinor, vatMinor, totalMinor: baseMinor + vatMinor }
}
