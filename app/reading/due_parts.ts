import type { ReadDeduction, ReadInvoice } from '#app/reading/reading_types'

/** A rounding of what is paid (PayableRoundingAmount) is a matter of cents: more than a unit of money is none. */
const roundingMax = 100

/** What of a total is not to be paid now, in minor units with the sign of the total; `rounding` is added to it. */
export type DueParts = { advance: number; paid: number; retained: number; rounding: number }

/** `exceeds`: the document asks for more than it bills; `unexplained`: for less, without saying why. */
export type DueDoubt = 'exceeds' | 'unexplained' | null

/** What is due of a total by its deductions, null without a total. */
export function dueOf(total: number | null, deductions: readonly ReadDeduction[] = []): number | null {
  if (total === null) return null
  return deductions.reduce((due, { kind, amount }) => due + (kind === 'rounding' ? amount : -amount), total)
}

/**
 * The parts that are kept of what was read, so that never more than the total is paid nor more than the document asks for:
 * what it asks too little without a word counts as an advance, what it asks too much is not owed. Tells whether it contradicts itself.
 */
export function duePartsOf({
  fields,
  deductions = [],
  askedDue,
}: Pick<ReadInvoice, 'fields' | 'deductions' | 'askedDue'>): {
  parts: DueParts
  /** What is left to pay, with the sign of the total. */
  payable: number
  until: string | null
  doubt: DueDoubt
} {
  const total = fields.total.value ?? 0
  const sign = total < 0 ? -1 : 1
  const owed = Math.abs(total)
  const sum = (kind: ReadDeduction['kind']) =>
    deductions.reduce((all, one) => all + (one.kind === kind ? sign * one.amount : 0), 0)
  const stated = { advance: sum('advance'), paid: sum('paid'), retained: sum('retention') }
  const isRounding = Math.abs(sum('rounding')) <= roundingMax && owed + sum('rounding') >= 0
  const rounding = isRounding ? sum('rounding') : 0
  let left = owed + rounding
  const take = (wanted: number) => {
    const taken = Math.min(Math.max(wanted, 0), left)
    left -= taken
    return taken
  }
  const kept = { retained: take(stated.retained), advance: take(stated.advance), paid: take(stated.paid) }
  const statedDue = askedDue ?? fields.amountDue.value
  const asked = statedDue === null ? left : sign * statedDue
  const isCut = Object.values(stated).some((value) => value < 0) || !isRounding || asked < 0
  const unexplained = take(left - Math.max(asked, 0))
  const isTooMuch = asked > left || isCut || stated.advance + stated.paid + stated.retained > owed + rounding
  const doubt = isTooMuch ? 'exceeds' : unexplained > 0 ? 'unexplained' : null
  const signed = (value: number) => (value === 0 ? 0 : sign * value)
  return {
    parts: {
      advance: signed(kept.advance + unexplained),
      paid: signed(kept.paid),
      retained: signed(kept.retained),
      rounding: signed(rounding),
    },
    payable: signed(left),
    until: deductions.find(({ until }) => until !== undefined)?.until ?? null,
    doubt,
  }
}
