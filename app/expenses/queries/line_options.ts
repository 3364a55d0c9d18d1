import { CATEGORIES, DOCUMENT_KINDS, PER_DIEM_KINDS } from '#app/expenses/expense_categories'
import { policyFor } from '#app/expenses/policy'
import { readLimits, readPerDiems, readPolicies, readVatRates } from '#app/expenses/queries/expense_rules'
import { optionsOf } from '#app/kernel/labels'

/** Choices of a line, by the rules of the company where one is known. */
export async function lineOptions(siteId: number | null) {
  const policies = await readPolicies(siteId)
  return {
    categories: optionsOf(CATEGORIES),
    document_kinds: optionsOf(DOCUMENT_KINDS),
    per_diem_kinds: optionsOf(PER_DIEM_KINDS),
    vat_rates: (await readVatRates(siteId)).map(({ rateBasisPoints, name }) => ({
      value: String(rateBasisPoints),
      label: name,
    })),
    currencies: ['EUR', 'USD', 'GBP', 'CHF'].map((code) => ({ value: code, label: code })),
    per_diem_limits: (await readLimits())
      .filter(({ kind }) => kind in PER_DIEM_KINDS)
      .map(({ kind, validFrom, amountMinor }) => ({ kind, valid_from: validFrom, minor: amountMinor })),
    per_diems: (await readPerDiems(siteId)).map(({ siteId: own, kind, validFrom, amountMinor }) => ({
      kind,
      valid_from: validFrom,
      minor: amountMinor,
      is_own: own !== null,
    })),
    km_rate: { minor: policyFor(policies, 'mileage').kmRateMinor, currency: 'EUR' },
    months_back: policyFor(policies, 'other').monthsBack,
  }
}
