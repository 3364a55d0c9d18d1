import { type AmountEvidence, strengthOfAny } from '#app/reading/solver/amount_evidence'
import { rateOfTax } from '#app/reading/solver/rate_of_tax'
import { rateOf } from '#app/reading/solver/rates'
import type { Solution, SolverInput } from '#app/reading/solver/solution'

/** More lines than this can be shared out in too many ways. */
const linesMax = 16
const taxKinds = ['tax', 'igic', 'ipsi'] as const

type NamedTax = { rate: number; tax: AmountEvidence }

/**
 * The bases of taxes of which a foot prints rate and amount alone ("IVA 21 % 84,00  IVA 10 % 12,30"): the one way to
 * share out the lines of goods among the rates that gives every tax to the cent. Null when there is none or more than
 * one.
 */
export function basesOfLines(solution: Solution, input: SolverInput): (NamedTax & { base: number })[] | null {
  const taxes = namedTaxes(solution, input)
  const lines = taxes ? lineAmounts(solution.base, input.amounts) : null
  if (!taxes || !lines) return null
  let found = shares(taxes, lines, false)
  if (found.size === 0) found = shares(taxes, lines, true)
  const [only] = found.values()
  return found.size === 1 && only ? taxes.map((one, index) => ({ ...one, base: only[index] ?? 0 })) : null
}

/** The printed taxes with a rate each, all different, that add up to what the solution says. */
function namedTaxes(solution: Solution, input: SolverInput): NamedTax[] | null {
  const taxes = input.amounts.flatMap((tax) => {
    const rate = strengthOfAny(tax, taxKinds) > 0.5 && tax.value !== 0 ? rateOfTax(tax, input) : null
    return rate === null || rate === 0 ? [] : [{ rate, tax }]
  })
  const byRate = new Map(taxes.map((one) => [one.rate, one]))
  const sum = [...byRate.values()].reduce((total, { tax }) => total + tax.value, 0)
  return byRate.size >= 1 && byRate.size <= 4 && sum === solution.taxTotal ? [...byRate.values()] : null
}

/** The run of amounts in one column that adds up to the base. */
function lineAmounts(base: number, amounts: AmountEvidence[]): number[] | null {
  for (const edge of ['x1', 'x0'] as const) {
    const columns: AmountEvidence[][] = []
    for (const amount of amounts) {
      const column = columns.find(
        ([first]) => first && Math.abs(first[edge] - amount[edge]) < (amount.y1 - amount.y0) * 1.1
      )
      if (column) column.push(amount)
      else columns.push([amount])
    }
    for (const column of columns) {
      const run = runOf(
        column.toSorted((a, b) => a.line - b.line).map((amount) => amount.value),
        base
      )
      if (run) return run
    }
  }
  return null
}

function runOf(values: number[], base: number): number[] | null {
  for (const start of values.keys()) {
    let sum = 0
    for (let end = start; end < Math.min(values.length, start + linesMax); end += 1) {
      sum += values[end] ?? 0
      if (sum === base && end > start) return values.slice(start, end + 1)
    }
  }
  return null
}

/** Every way to give each rate lines whose tax is the printed one; lines taxed at nought may be left when so wanted. */
function shares(taxes: NamedTax[], lines: number[], mayLeave: boolean): Map<string, number[]> {
  const found = new Map<string, number[]>()
  shareOut(taxes, lines, [], { found, mayLeave })
  return found
}

type Search = { found: Map<string, number[]>; mayLeave: boolean }

function shareOut(taxes: NamedTax[], lines: number[], bases: number[], search: Search): void {
  const { found, mayLeave } = search
  const [next, ...others] = taxes
  if (!next) {
    if (lines.length === 0 || mayLeave) found.set(bases.join(), bases)
    return
  }
  for (let mask = 1; mask < 1 << lines.length && found.size < 2; mask += 1) {
    let base = 0
    for (let bit = 0; bit < lines.length; bit += 1) if (mask & (1 << bit)) base += lines[bit] ?? 0
    if (Math.abs(rateOf(base, next.rate) - next.tax.value) > 0) continue
    const left = lines.filter((_, bit) => !(mask & (1 << bit)))
    shareOut(others, left, [...bases, base], search)
  }
}
