import { decimalText, Money, parseAmount } from '#app/kernel/money/money'
import type { TaxOption } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'

/** One tax rate as it is typed: amounts are text until they are sent. */
export type TaxRow = { vatCodeId: string | null; base: string; vat: string; surcharge: string }
export type TotalsDraft = { groups: TaxRow[]; withholding: string; supplied: string; total: string }

const chargedKinds = ['iva', 'igic', 'ipsi', 'exempt', 'reverse_charge', 'not_subject']

/** The totals of the invoice, ready to be corrected; one row of the usual rate when none was read. */
export function totalsDraft({ invoice, taxGroups, taxOptions }: ReviewPage): TotalsDraft {
  const text = (minor: number) => decimalText(minor, invoice.currency)
  const groups = taxGroups.map((group) => ({
    vatCodeId: String(group.vatCodeId),
    base: text(group.base.minor),
    vat: text(group.vat.minor),
    surcharge: text(group.surcharge.minor),
  }))
  return {
    groups:
      groups.length > 0
        ? groups
        : [{ ...emptyRow(taxOptions), base: text(invoice.base.minor), vat: text(invoice.vat.minor) }],
    withholding: text(invoice.withholding.minor),
    supplied: text(invoice.supplied.minor),
    total: text(invoice.total.minor),
  }
}

/** A new row, at the highest general rate there is. */
export function emptyRow(options: TaxOption[]): TaxRow {
  const usual = options.find((option) => option.kind === 'iva')
  return { vatCodeId: usual ? String(usual.id) : null, base: '', vat: '', surcharge: '0.00' }
}

/** Tax codes that a row of the totals may carry. */
export function chargedTaxes(options: TaxOption[]) {
  return options
    .filter((option) => chargedKinds.includes(option.kind))
    .map((option) => ({ value: String(option.id), label: option.name }))
}

/** The row with its tax worked out from base and rate; unchanged while the base is no amount. */
export function withTax(row: TaxRow, options: TaxOption[], currency: string): TaxRow {
  const base = parseAmount(row.base, currency)
  const option = options.find((one) => String(one.id) === row.vatCodeId)
  if (base === null || !option) return row
  const rate = option.kind === 'reverse_charge' ? 0 : option.rateBasisPoints
  return { ...row, vat: decimalText(Money.of(base, currency).percent(rate).minor, currency) }
}

/** Base plus taxes less withholding plus suplidos; null while something is no amount. */
export function sumOf(draft: TotalsDraft, currency: string): Money | null {
  const read = (text: string) => (text.trim() === '' ? 0 : parseAmount(text, currency))
  const added = draft.groups.flatMap((row) => [read(row.base), read(row.vat), read(row.surcharge)])
  const [withheld, supplied] = [read(draft.withholding), read(draft.supplied)]
  if (withheld === null || supplied === null || added.some((minor) => minor === null)) return null
  const amounts = [...added, supplied].map((minor) => Money.of(minor ?? 0, currency))
  return Money.sum(amounts, currency).minus(Money.of(withheld, currency))
}
