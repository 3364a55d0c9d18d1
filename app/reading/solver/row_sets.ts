import { surchargeOfVat } from '#app/reading/solver/rates'
import type { TaxRow } from '#app/reading/solver/tax_rows'

const rowsPerSolutionMax = 7
/** Rows come likeliest first, so that what a crowded page leaves out is the unlikely. */
const setsMax = 5_000

/** Sets of rows that can stand in one invoice: one row a rate, a surcharge only beside its tax on the same base. */
export function rowSets(rows: TaxRow[]): TaxRow[][] {
  const sets: TaxRow[][] = []
  const extend = (start: number, chosen: TaxRow[]) => {
    if (chosen.length > 0 && surchargesFit(chosen)) sets.push(chosen)
    if (chosen.length >= rowsPerSolutionMax || sets.length >= setsMax) return
    for (let index = start; index < rows.length; index += 1) {
      const row = rows[index]
      if (row && chosen.every((other) => canStandTogether(other, row))) extend(index + 1, [...chosen, row])
    }
  }
  extend(0, [])
  return sets
}

function canStandTogether(a: TaxRow, b: TaxRow): boolean {
  if (a.type === b.type && a.rate === b.rate) return false
  if (Math.sign(a.base) !== Math.sign(b.base)) return false
  if (a.type !== 'RE' && b.type !== 'RE') {
    if (a.type !== b.type) return false
    if (a.baseFrom && a.baseFrom === b.baseFrom) return false
  }
  return (
    !(a.amountFrom && (a.amountFrom === b.amountFrom || a.amountFrom === b.baseFrom)) &&
    !(b.amountFrom && b.amountFrom === a.baseFrom)
  )
}

function surchargesFit(rows: TaxRow[]): boolean {
  return rows.every(
    (row) =>
      row.type !== 'RE' ||
      rows.some(
        (vat) =>
          vat.type === 'IVA' &&
          vat.base === row.base &&
          (surchargeOfVat[String(vat.rate)] ?? []).includes(row.rate)
      )
  )
}
