import { CATEGORIES, DOCUMENT_KINDS, PER_DIEM_KINDS } from '#app/expenses/expense_categories'
import { policyFor } from '#app/expenses/policy'
import { readLimits, readPerDiems, readPolicies, readVatRates } from '#app/expenses/queries/expense_rules'
import { optionsOf } from '#app/kernel/text/labels'

/** Choices of a line, by the rules of the company where one is known. */
export async function lineOptions(siteId: number | null) {
  const policies = await readPolicies(siteId)
  return {
    categories: optionsOf(CATEGORIES),
    documentKinds: optionsOf(DOCUMENT_KINDS),
    perDiemKinds: optionsOf(PER_DIEM_KINDS),
    vatRates: (await readVatRates(siteId)).map(({ rateBasisPoints, name }) => ({
      value: String(rateBasisPoints),
      label: name,
    })),
    currencies: ['EUR', 'USD', 'GBP', 'CHF'].map((code) => ({ value: code, label: code })),
    perDiemLimits: (await readLimits())
      .filter(({ kind }) => kind in PER_DIEM_KINDS)
      .map(({ kind, validFrom, amountMinor }) => ({ kind, validFrom, minor: amountMinor })),
    perDiems: (await readPerDiems(siteId)).map(({ siteId: own, kind, validFrom, amountMinor }) => ({
      kind,
      validFrom,
      minor: amountMinor,
      isOwn: own !== null,
    })),
    kmRate: { minor: policyFor(policies, 'mileage').kmRateMinor, currency: 'EUR' },
    monthsBack: policyFor(policies, 'other').monthsBack,
  }
}
