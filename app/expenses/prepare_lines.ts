import { exemptMinor, type LegalLimit, mileageMinor } from '#app/expenses/allowances'
import {
  type Category,
  type DocumentKind,
  givesVat,
  needsReceipt,
  type PerDiemKind,
} from '#app/expenses/expense_categories'
import { type PolicyRow, policyFor } from '#app/expenses/policy'
import type { VatRate } from '#app/expenses/queries/expense_rules'
import { DomainError } from '#app/kernel/domain_error'
import { Money } from '#app/kernel/money/money'
import { addMonths, type CalendarDate, compareDays, today } from '#app/kernel/time/calendar_date'
import { convertToBase } from '#app/ledger/fx/convert'

export const LINES_MAX = 40
/** What rounding line by line may put between printed VAT and that of the rate, in cents. */
const VAT_TOLERANCE_MINOR = 2

/** A line as somebody fills it in; amounts in minor units of `currency`. */
export type LineDraft = {
  spentOn: CalendarDate
  category: Category
  concept: string
  documentKind: DocumentKind
  supplierName: string | null
  supplierTaxId: string | null
  invoiceNumber: string | null
  /** Null for mileage, which is worked out. */
  totalMinor: number | null
  vatMinor: number
  /** Basis points of the VAT printed on it; null without. */
  vatRate: number | null
  currency: string
  /** With one decimal at most: `12.5`. */
  km: string | null
  perDiemKind: PerDiemKind | null
  days: number | null
  /** How many receipts come with it. */
  files: number
}

/** The same with everything worked out, in cents of the euro. */
export type PreparedLine = Omit<LineDraft, 'totalMinor' | 'vatRate' | 'files' | 'currency'> & {
  totalMinor: number
  baseMinor: number
  vatCodeId: number | null
  foreignCurrency: string | null
  foreignMinor: number | null
  rate: string | null
  kmRateMinor: number | null
  exemptMinor: number | null
}

/** What lines are held against; `rateOf` gives how many units of a currency are one euro on a day, or null. */
export type LineRules = {
  policies: readonly PolicyRow[]
  limits: readonly LegalLimit[]
  vatRates: readonly VatRate[]
  rateOf: (currency: string, day: CalendarDate) => string | null
}

/** Works out lines. Throws at `lines.{n}.{field}` what the person has to put right. */
export function prepareLines(drafts: readonly LineDraft[], rules: LineRules): PreparedLine[] {
  if (drafts.length === 0) throw refusal('lines', 'Añada al menos una línea.')
  if (drafts.length > LINES_MAX) throw refusal('lines', `Una nota admite hasta ${LINES_MAX} líneas.`)
  return drafts.map((draft, index) => prepareLine(draft, rules, (field) => `lines.${index}.${field}`))
}

type At = (field: string) => string

function prepareLine(draft: LineDraft, rules: LineRules, at: At): PreparedLine {
  const policy = policyFor(rules.policies, draft.category)
  refuseDay(draft.spentOn, policy.monthsBack, at)
  if (needsReceipt(draft.category, draft.documentKind) && draft.files === 0)
    throw refusal(at('files'), 'Adjunte el justificante de esta línea.')
  const { totalMinor, ...foreign } = totalOf(draft, policy.kmRateMinor, rules, at)
  const vat = vatOf(draft, totalMinor, rules, at)
  const isInvoice = draft.documentKind === 'invoice'
  if (isInvoice && !draft.supplierTaxId)
    throw refusal(at('supplier_tax_id'), 'Indique el NIF de quien emite la factura.')
  if (isInvoice && !draft.invoiceNumber)
    throw refusal(at('invoice_number'), 'Indique el número de la factura.')
  const line = { ...draft, totalMinor, ...allowanceOf(draft, at) }
  return {
    spentOn: line.spentOn,
    category: line.category,
    concept: line.concept,
    documentKind: line.documentKind,
    supplierName: line.supplierName,
    supplierTaxId: line.supplierTaxId,
    invoiceNumber: line.invoiceNumber,
    totalMinor,
    ...vat,
    baseMinor: totalMinor - vat.vatMinor,
    ...foreign,
    km: line.km,
    kmRateMinor: line.category === 'mileage' ? policy.kmRateMinor : null,
    perDiemKind: line.perDiemKind,
    days: line.days,
    exemptMinor: exemptMinor(line, rules.limits),
  }
}

function refuseDay(day: CalendarDate, monthsBack: number, at: At): void {
  if (compareDays(day, today()) > 0) throw refusal(at('spent_on'), 'La fecha no puede ser futura.')
  if (compareDays(day, addMonths(today(), -monthsBack)) < 0)
    throw refusal(at('spent_on'), `No se admiten gastos de hace más de ${monthsBack} meses.`)
}

function allowanceOf({ category, km, perDiemKind, days }: LineDraft, at: At) {
  if (category === 'per_diem' && perDiemKind === null)
    throw refusal(at('per_diem_kind'), 'Elija el tipo de dieta.')
  if (category === 'per_diem' && days === null) throw refusal(at('days'), 'Indique los días.')
  return {
    km: category === 'mileage' ? km : null,
    perDiemKind: category === 'per_diem' ? perDiemKind : null,
    days: category === 'per_diem' ? days : null,
  }
}

type Total = {
  totalMinor: number
  foreignCurrency: string | null
  foreignMinor: number | null
  rate: string | null
}

function totalOf(draft: LineDraft, kmRateMinor: number, { rateOf }: LineRules, at: At): Total {
  const own = { foreignCurrency: null, foreignMinor: null, rate: null }
  if (draft.category === 'mileage') {
    if (draft.km === null) throw refusal(at('km'), 'Indique los kilómetros.')
    const totalMinor = mileageMinor(draft.km, kmRateMinor)
    if (totalMinor <= 0) throw refusal(at('km'), 'Indique los kilómetros.')
    return { totalMinor, ...own }
  }
  const { totalMinor, currency } = draft
  if (totalMinor === null || totalMinor <= 0)
    throw refusal(at('total'), 'Introduzca un importe mayor que cero.')
  if (currency === 'EUR') return { totalMinor, ...own }
  const rate = rateOf(currency, draft.spentOn)
  if (rate === null)
    throw refusal(
      at('currency'),
      `No hay tipo de cambio de ${currency} para ese día: indique el importe en euros.`
    )
  return {
    totalMinor: convertToBase(totalMinor, currency, rate),
    foreignCurrency: currency,
    foreignMinor: totalMinor,
    rate,
  }
}

/** Of what is no whole invoice the VAT is part of the cost: it is kept as printed, without a code. */
function vatOf(draft: LineDraft, totalMinor: number, { vatRates }: LineRules, at: At) {
  const none = { vatMinor: 0, vatCodeId: null }
  const isAllowance = draft.category === 'mileage' || draft.category === 'per_diem'
  if (isAllowance || draft.currency !== 'EUR' || draft.vatMinor === 0) return none
  if (draft.vatMinor < 0 || draft.vatMinor >= totalMinor)
    throw refusal(at('vat'), 'El importe del IVA no cuadra con la base.')
  if (draft.vatRate === null) {
    if (givesVat(draft.category, draft.documentKind))
      throw refusal(at('vat_rate'), 'Elija el tipo de IVA de la factura.')
    return { vatMinor: draft.vatMinor, vatCodeId: null }
  }
  const code = vatRates.find(({ rateBasisPoints }) => rateBasisPoints === draft.vatRate)
  if (!code) throw refusal(at('vat_rate'), 'El tipo de IVA no es válido.')
  if (!vatAddsUp({ totalMinor, vatMinor: draft.vatMinor, rateBasisPoints: code.rateBasisPoints }))
    throw refusal(at('vat'), 'El importe del IVA no cuadra con la base.')
  return { vatMinor: draft.vatMinor, vatCodeId: code.id }
}

/** Whether VAT is that of its rate on the rest of the total, but for rounding. */
export function vatAddsUp({
  totalMinor,
  vatMinor,
  rateBasisPoints,
}: {
  totalMinor: number
  vatMinor: number
  rateBasisPoints: number
}): boolean {
  const wanted = Money.of(totalMinor - vatMinor).percent(rateBasisPoints).minor
  return Math.abs(wanted - vatMinor) <= VAT_TOLERANCE_MINOR
}

const refusal = (field: string, message: string) => new DomainError('E_EXPENSE_LINE', message, { field })
