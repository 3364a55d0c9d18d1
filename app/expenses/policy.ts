import type { Category } from '#app/expenses/expense_categories'

/** One row of `expense_policies`: of the group or a company, for a category or all of them. Amounts in cents. */
export type PolicyRow = {
  siteId: number | null
  category: Category | null
  maxPerLineMinor: number | null
  maxPerDayMinor: number | null
  kmRateMinor: number | null
  receiptRequiredAboveMinor: number | null
  monthsBack: number | null
}

export type Policy = Omit<PolicyRow, 'siteId' | 'category'>

const FALLBACK = { kmRateMinor: 26, monthsBack: 3 }

/** What holds for a category: field by field the company's own word, else the group's, for the category before all of them. */
export function policyFor(policies: readonly PolicyRow[], category: Category): Policy & typeof FALLBACK {
  const ranked = policies
    .filter((row) => row.category === category || row.category === null)
    .toSorted((a, b) => rank(b) - rank(a))
  const first = <Field extends keyof Policy>(field: Field): Policy[Field] =>
    ranked.find((row) => row[field] !== null)?.[field] ?? (null as Policy[Field])
  return {
    maxPerLineMinor: first('maxPerLineMinor'),
    maxPerDayMinor: first('maxPerDayMinor'),
    kmRateMinor: first('kmRateMinor') ?? FALLBACK.kmRateMinor,
    receiptRequiredAboveMinor: first('receiptRequiredAboveMinor'),
    monthsBack: first('monthsBack') ?? FALLBACK.monthsBack,
  }
}

const rank = ({ siteId, category }: PolicyRow) => (siteId === null ? 0 : 2) + (category === null ? 0 : 1)
