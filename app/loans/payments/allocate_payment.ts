import { divideRounded } from '#app/kernel/money/rational'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { percentage } from '#app/loans/schedule/percentage'

/** An instalment with what nobody has paid of it, nor is about to; cents. */
export type OpenInstallment = {
  id: number
  dueOn: CalendarDate
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
}

export type Allocation = {
  installmentId: number
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
}

export type Split = {
  lines: Allocation[]
  /** Principal that stands on no instalment: of current accounts and credit lines. */
  freeMinor: number
  /** What nothing was left to be paid with. */
  restMinor: number
}

export type Debt = {
  open: readonly OpenInstallment[]
  freeMinor: number
  /** Percent of the interest that is withheld when it is paid. */
  withholdingRate: string
}

type Amounts = Omit<Allocation, 'installmentId'>
type Part = 'interest' | 'fee' | 'principal'
type Slot = { installment: OpenInstallment; part: Part }

/**
 * Spreads money over what is owed (area 31): overdue interest, interest that is due, fees, principal, the oldest first; what
 * is left goes to the instalments to come, one after the other, and to principal without an instalment. What is withheld of
 * an interest is paid with it.
 */
export function allocatePayment(debt: Debt, cashMinor: number, day: CalendarDate): Split {
  const spread = new Spread(debt)
  let left = cashMinor
  for (const slot of slotsByDue(debt.open, day)) left -= spread.pay(slot, left)
  return spread.end(left)
}

/** The same with each part told by a person, in gross amounts; each goes to the oldest instalments. */
export function allocateParts(debt: Debt, parts: Readonly<Record<Part, number>>): Split {
  const spread = new Spread(debt)
  let restMinor = 0
  const sorted = debt.open.toSorted(byDue)
  for (const part of ['interest', 'fee', 'principal'] as const) {
    let left = parts[part]
    for (const installment of sorted) left -= spread.take({ installment, part }, left)
    if (part === 'principal') return spread.end(left, restMinor)
    restMinor += left
  }
  return spread.end(0, restMinor)
}

/** What would pay all that is owed, in money. */
export function payableOf({ open, freeMinor }: Debt): number {
  return open.reduce(
    (sum, row) => sum + row.principalMinor + row.interestMinor + row.feeMinor - row.withholdingMinor,
    freeMinor
  )
}

/** What is transferred for a split: what is withheld stays with who pays. */
export function cashOfSplit({ lines, freeMinor }: Pick<Split, 'lines' | 'freeMinor'>): number {
  return lines.reduce(
    (sum, line) => sum + line.principalMinor + line.interestMinor + line.feeMinor - line.withholdingMinor,
    freeMinor
  )
}

class Spread {
  private readonly lines = new Map<number, Allocation>()
  private readonly left: Map<number, OpenInstallment>

  constructor(private readonly debt: Debt) {
    this.left = new Map(debt.open.map((row) => [row.id, { ...row }]))
  }

  /** Pays of a slot what some money pays; gives the money it took. */
  pay({ installment, part }: Slot, cashMinor: number): number {
    if (cashMinor <= 0) return 0
    if (part !== 'interest') return this.take({ installment, part }, cashMinor)
    const row = this.rowOf(installment)
    const net = row.interestMinor - row.withholdingMinor
    if (cashMinor >= net) {
      this.take({ installment, part }, row.interestMinor)
      return net
    }
    const withholdingMinor = Math.min(this.grossOf(cashMinor) - cashMinor, row.withholdingMinor)
    this.note(installment, { interestMinor: cashMinor + withholdingMinor, withholdingMinor })
    return cashMinor
  }

  /** Takes of a slot a gross amount at most; gives what it took. */
  take({ installment, part }: Slot, mostMinor: number): number {
    const row = this.rowOf(installment)
    const taken = Math.max(0, Math.min(mostMinor, row[`${part}Minor`]))
    if (taken === 0) return 0
    if (part !== 'interest') this.note(installment, { [`${part}Minor`]: taken })
    else {
      const isAll = taken === row.interestMinor
      const withholdingMinor = isAll
        ? row.withholdingMinor
        : Math.min(this.withheldOf(taken), row.withholdingMinor)
      this.note(installment, { interestMinor: taken, withholdingMinor })
    }
    return taken
  }

  /** What is left goes to principal without an instalment, as far as there is any. */
  end(leftMinor: number, restMinor = 0): Split {
    const freeMinor = Math.min(leftMinor, this.debt.freeMinor)
    return { lines: [...this.lines.values()], freeMinor, restMinor: restMinor + leftMinor - freeMinor }
  }

  private note(installment: OpenInstallment, paid: Partial<Amounts>): void {
    const amounts = Object.entries(paid) as [keyof Amounts, number][]
    if (amounts.every(([, minor]) => minor === 0)) return
    const row = this.rowOf(installment)
    const line = this.lines.get(installment.id) ?? { installmentId: installment.id, ...NOTHING }
    for (const [key, minor] of amounts) {
      line[key] += minor
      row[key] -= minor
    }
    this.lines.set(installment.id, line)
  }

  private rowOf({ id }: OpenInstallment): OpenInstallment {
    const row = this.left.get(id)
    if (!row) throw new Error(`Instalment ${id} is not one of the debt`)
    return row
  }

  private withheldOf(interestMinor: number): number {
    const { top, bottom } = percentage(this.debt.withholdingRate)
    return Number(divideRounded(BigInt(interestMinor) * top, bottom, 'half_away_from_zero'))
  }

  /** The interest of which so much is left once its withholding is taken off. */
  private grossOf(cashMinor: number): number {
    const { top, bottom } = percentage(this.debt.withholdingRate)
    return Number(divideRounded(BigInt(cashMinor) * bottom, bottom - top, 'half_away_from_zero'))
  }
}

const NOTHING = { principalMinor: 0, interestMinor: 0, feeMinor: 0, withholdingMinor: 0 }

function slotsByDue(open: readonly OpenInstallment[], day: CalendarDate): Slot[] {
  const sorted = open.toSorted(byDue)
  const due = sorted.filter(({ dueOn }) => dueOn <= day)
  const ahead = sorted.filter(({ dueOn }) => dueOn > day)
  const of = (rows: readonly OpenInstallment[], part: Part) =>
    rows.map((installment) => ({ installment, part }))
  return [
    ...of(due, 'interest'),
    ...of(due, 'fee'),
    ...of(due, 'principal'),
    ...ahead.flatMap((installment) =>
      (['interest', 'fee', 'principal'] as const).map((part) => ({ installment, part }))
    ),
  ]
}

function byDue(a: OpenInstallment, b: OpenInstallment): number {
  if (a.dueOn === b.dueOn) return a.id - b.id
  return a.dueOn < b.dueOn ? -1 : 1
}
