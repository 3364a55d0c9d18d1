import type { ScheduleRow, ScheduleTerms } from '#app/loans/schedule/terms'
import { Fraction } from '#tests/unit/loans/slow_fraction'

type Foreseen = { fraction: Fraction; isGrace: boolean }

const MONTHS = { monthly: 1, quarterly: 3, half_yearly: 6, yearly: 12, at_maturity: 0 }

/** The rules of the schedule once more, written down as they are told and without a thought for speed. */
export function slowSchedule(terms: ScheduleTerms): ScheduleRow[] {
  const rows: ScheduleRow[] = []
  const dues = slowDues(terms)
  const early = [...terms.earlyPayments]
  let owed = terms.principalMinor
  let count = dues.length
  let annuity = 0
  let parts: number[] = []
  let rateBefore = -2

  const rateNo = (k: number) => {
    const begins = k === 0 ? terms.startOn : String(dues[k - 1])
    let found = -1
    let foundFrom = ''
    for (const [index, { from }] of terms.revisions.entries()) {
      if (from <= begins && from >= foundFrom) [found, foundFrom] = [index, from]
    }
    return found
  }
  const annual = (no: number) =>
    Fraction.decimal(no < 0 ? terms.annualRate : String(terms.revisions[no]?.annualRate)).over(
      Fraction.of(100)
    )
  const foresee = (k: number, cut: string | null): Foreseen[] =>
    dues.slice(k, count).map((_, index) => ({
      fraction: annual(rateNo(k)).times(slowFraction(terms, dues, k + index, index === 0 ? cut : null)),
      isGrace: k + index < terms.gracePeriods,
    }))
  const replan = (k: number, cut: string | null) => {
    const repaying = foresee(k, cut).filter(({ isGrace }) => !isGrace)
    if (terms.method === 'french') annuity = slowAnnuity(owed, repaying)
    if (terms.method !== 'linear') return
    const first = count - repaying.length
    parts = dues.map((_, index) => {
      const share = Math.trunc(owed / repaying.length)
      return share + (index - first < owed - share * repaying.length ? 1 : 0)
    })
  }
  const principal = (k: number, interest: number, left: number, last: number) => {
    if (k === last) return left
    if (k < terms.gracePeriods || terms.method === 'bullet') return 0
    if (terms.method === 'custom') return Number(terms.custom?.[k]?.principalMinor)
    if (terms.method === 'linear') return Math.min(Number(parts[k]), left)
    return Math.min(Math.max(annuity - interest, 0), left)
  }
  const shortened = (k: number, cut: string | null) => {
    let left = owed
    for (const [index, { fraction }] of foresee(k, cut).entries()) {
      left -= principal(k + index, Fraction.of(left).times(fraction).rounded(), left, count - 1)
      if (left === 0) return k + index + 1
    }
    return count
  }
  const write = (seq: number | null, dueOn: string, amount: number, interest: number) => {
    const withheld = Fraction.of(interest).times(Fraction.decimal(terms.withholdingRate ?? '0'))
    rows.push({
      seq,
      dueOn: dueOn as ScheduleRow['dueOn'],
      openingMinor: owed,
      principalMinor: amount,
      interestMinor: interest,
      withholdingMinor: withheld.over(Fraction.of(100)).rounded(),
      totalMinor: amount + interest,
    })
    owed -= amount
  }

  for (let k = 0; k < count; k += 1) {
    const begins = k === 0 ? terms.startOn : String(dues[k - 1])
    const ends = String(dues[k])
    if (k === 0 || (rateNo(k) !== rateBefore && terms.method === 'french')) replan(k, null)
    rateBefore = rateNo(k)
    let cut: string | null = null
    const inside = early
      .map((payment, index) => ({ ...payment, index }))
      .filter(({ on }) => on >= begins && on < ends)
      .sort((a, b) => (a.on === b.on ? a.index - b.index : a.on < b.on ? -1 : 1))
    for (const { on, principalMinor, option } of inside) {
      const days = Fraction.of(slowDays(cut ?? begins, on, terms.dayCount), slowBase(terms.dayCount))
      write(
        null,
        on,
        principalMinor,
        Fraction.of(owed)
          .times(annual(rateNo(k)))
          .times(days)
          .rounded()
      )
      if (owed === 0) return rows
      if (on !== begins) cut = on
      if (option === 'reduce_term') count = shortened(k, cut)
      else replan(k, cut)
    }
    const rate = annual(rateNo(k)).times(slowFraction(terms, dues, k, cut))
    const interest = Fraction.of(owed).times(rate).rounded()
    write(k + 1, ends, principal(k, interest, owed, count - 1), interest)
  }
  return rows
}

function slowAnnuity(owed: number, repaying: Foreseen[]): number {
  let worth = Fraction.of(0)
  for (let k = 0; k < repaying.length; k += 1) {
    let discount = Fraction.of(1)
    for (const { fraction } of repaying.slice(0, k + 1))
      discount = discount.over(Fraction.of(1).plus(fraction))
    worth = worth.plus(discount)
  }
  return repaying.length === 0 ? 0 : Fraction.of(owed).over(worth).rounded()
}

function slowFraction(terms: ScheduleTerms, dues: string[], k: number, cut: string | null): Fraction {
  const begins = cut ?? (k === 0 ? terms.startOn : String(dues[k - 1]))
  const months = MONTHS[terms.periodicity]
  const isRegular = k > 0 || slowMonths(terms.startOn, months) === terms.firstPaymentOn
  const isWhole = cut === null && terms.dayCount === '30/360' && terms.method !== 'custom' && months > 0
  if (isWhole && isRegular) return Fraction.of(months, 12)
  return Fraction.of(slowDays(begins, String(dues[k]), terms.dayCount), slowBase(terms.dayCount))
}

function slowDues(terms: ScheduleTerms): string[] {
  if (terms.custom) return terms.custom.map(({ dueOn }) => dueOn)
  const months = MONTHS[terms.periodicity]
  if (months === 0) return [terms.firstPaymentOn]
  const isRegular = slowMonths(terms.startOn, months) === terms.firstPaymentOn
  return Array.from({ length: terms.periods }, (_, k) =>
    isRegular ? slowMonths(terms.startOn, (k + 1) * months) : slowMonths(terms.firstPaymentOn, k * months)
  )
}

function slowMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  for (let tried = date; ; tried -= 1) {
    const found = new Date(Date.UTC(year, month - 1 + months, tried))
    if (found.getUTCDate() === tried) return found.toISOString().slice(0, 10)
  }
}

/** Days as they are told: of the calendar, or of months of thirty days. */
export function slowDays(from: string, to: string, dayCount: string): number {
  if (dayCount !== '30/360') return (Date.parse(to) - Date.parse(from)) / 86_400_000
  const [y1 = 0, m1 = 0, d1 = 0] = from.split('-').map(Number)
  const [y2 = 0, m2 = 0, d2 = 0] = to.split('-').map(Number)
  const first = d1 === 31 ? 30 : d1
  return (y2 - y1) * 360 + (m2 - m1) * 30 + (d2 === 31 && first === 30 ? 30 : d2) - first
}

/** Days of the year by the count. */
export function slowBase(dayCount: string): number {
  return dayCount === 'ACT/365' ? 365 : 360
}
