import type { DueRow } from '#app/reading/fields/due_rows'
import type { ReadTotals } from '#app/reading/fields/read_totals'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

/** A sum that is not to be paid now, by its label or the words of its row. */
export type Part = { amount: AmountEvidence; kind: 'advance' | 'paid' | 'retention' }
/** What stands under a total: the rows whose words speak of paying, all sums, and those that are parts of it. */
export type Foot = { rows: DueRow[]; foot: AmountEvidence[]; parts: Part[]; solution: ReadTotals['solution'] }

/** The last sum that is asked for, or a bare "Total" under the total, where it is less than the total and no part of a plan of payment. */
export function finalBelow(value: number, { rows, solution }: Foot): AmountEvidence | null {
  const known = new Set(
    solution
      ? [solution.base, solution.taxTotal, ...solution.rows.flatMap((one) => [one.base, one.amount])].map(
          Math.abs
        )
      : []
  )
  const owed = Math.abs(value)
  const sums = rows.filter(
    ({ amount, role, isFoot }) =>
      role.role === 'asked' || (role.role === 'total' && isFoot && !known.has(Math.abs(amount.value)))
  )
  const below = sums.filter(
    ({ amount }) => (value > 0 ? amount.value > 0 : amount.value !== 0) && Math.abs(amount.value) < owed
  )
  const planned = below.filter(({ isPlan }) => isPlan)
  const isWhole = [below, planned].some(
    (some) => some.length > 1 && some.reduce((sum, { amount }) => sum + Math.abs(amount.value), 0) === owed
  )
  const last = sums.filter((row) => !isWhole || !row.isPlan).at(-1)
  return last && below.includes(last) ? last.amount : null
}

const columnSlackHeights = 4

/** A sum with a minus in the column of the sums and under the total takes something off, whatever its words are; those of other sums do not. */
export function isTakenOff(
  value: number,
  { foot, rows, solution }: Foot,
  { layout }: ReadingMaterial
): boolean {
  const place = solution?.totalFrom
  if (!place || !solution) return false
  const known = [Math.abs(solution.withholding?.amount ?? 0)]
  const column = [place, solution.baseFrom, ...solution.rows.map((row) => row.amountFrom)]
  const isAskedWhole = rows.some(({ amount, role }) => role.role === 'asked' && amount.value === value)
  const spoken = new Set(
    rows.flatMap((row) =>
      row.role.role === 'part' || isContrary(row, value, isAskedWhole) ? [] : [row.amount]
    )
  )
  const under = foot.filter(
    (amount) =>
      amount.page === place.page &&
      column.some((one) => one && Math.abs(amount.x1 - one.x1) < columnSlackHeights * layout.textHeight) &&
      !spoken.has(amount) &&
      !known.includes(Math.abs(amount.value))
  )
  // Goods that are listed under the sums have their own discounts.
  const isList = under.some((amount) => amount.value * value > 0 && amount.value !== value)
  return (
    !isList && under.some((amount) => amount.value * value < 0 && Math.abs(amount.value) < Math.abs(value))
  )
}

const ofOffer =
  /pronto pago|\bp\.? ?p\b|skonto|escompte|sconto|early|discount|korting|\bdto|anterior|previous|mora\b|ahorro/

/** "Saldo a su favor -300,00": asks with a minus, or is said aside of no offer, where the whole is not asked for below. */
const isContrary = ({ amount, role, text }: DueRow, value: number, isAskedWhole: boolean): boolean =>
  amount.value * value < 0 &&
  !isAskedWhole &&
  (role.role === 'asked' || (role.role === 'aside' && (!ofOffer.test(text) || /favou?r\b/.test(text))))

/** Whatever their words are: what is printed under the total with a minus, and below it what that leaves. */
export function leftByPrint(value: number, { foot, rows }: Foot): AmountEvidence | null {
  const aside = new Set(rows.flatMap(({ amount, role }) => (role.role === 'aside' ? [amount] : [])))
  let left = value
  for (const amount of foot) {
    if (left !== value && left * value > 0 && amount.value === left && !aside.has(amount)) return amount
    if (amount.value * value < 0) left += amount.value
  }
  return null
}
