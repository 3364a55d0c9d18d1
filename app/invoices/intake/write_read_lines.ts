import { keptSign } from '#app/invoices/credit_note'
import { setDeductible } from '#app/invoices/editing/set_deductible'
import type Invoice from '#app/invoices/models/invoice'
import { classify } from '#app/invoices/queries/classify'
import { linesContext } from '#app/invoices/queries/lines_context'
import { findTaxCodes, type TaxCodes } from '#app/invoices/queries/tax_codes'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { Money } from '#app/kernel/money/money'
import type { ReadFields, ReadInvoice, ReadTax } from '#app/reading/reading_types'

type NewLine = { concept: string; quantity: number; baseMinor: number; tax: ReadTax | null }

/**
 * Detail lines from a reading. The printed lines are kept when they add up to the base at one rate; otherwise
 * one line a tax rate stands for them, so that what is booked is exactly what the totals say.
 */
export async function writeReadLines(
  invoice: Invoice,
  read: Pick<ReadInvoice, 'fields' | 'increasesDebt'>,
  trx: Transaction
): Promise<void> {
  const { fields } = read
  const codes = await findTaxCodes(invoice, trx)
  const kept = keptSign(read)
  const lines = chooseLines(invoice, fields, kept)
  const withholding = fields.withholding.value
  await execute(`delete from invoice_lines where invoice_id = :id`, { id: invoice.id }, trx)
  await execute(`delete from invoice_tax_groups where invoice_id = :id`, { id: invoice.id }, trx)
  const shares = lines.length > 0 ? splitWithholding(invoice, lines) : []
  const context = await linesContext(invoice, trx)
  for (const [index, line] of lines.entries()) {
    const choice = await classify({ ...context, concept: line.concept, baseMinor: line.baseMinor }, trx)
    await execute(
      `insert into invoice_lines (invoice_id, position, concept, quantity, base_minor, vat_code_id, vat_minor, withholding_code_id, withholding_minor,
          category_id, profile_id, account_code, center_id, match_score, match_state, match_explanation)
       values (:invoiceId, :position, :concept, :quantity, :baseMinor, :vatCodeId, :vatMinor, :withholdingCodeId, :withholdingMinor,
          :categoryId, :profileId, :accountCode, :centerId, :score, :matchState, :explanation)`,
      {
        invoiceId: invoice.id,
        position: index + 1,
        concept: line.concept.slice(0, 500) || 'Sin concepto',
        quantity: line.quantity || 1,
        baseMinor: line.baseMinor,
        vatCodeId: codeOf(line.tax, fields, codes),
        vatMinor: vatOf(invoice, line),
        withholdingCodeId: withholding
          ? (codes.withholding.get(Math.round(withholding.rate * 100)) ?? null)
          : null,
        withholdingMinor: shares[index] ?? 0,
        categoryId: choice.categoryId,
        profileId: choice.profileId,
        accountCode: choice.accountCode,
        centerId: choice.centerId,
        score: choice.score,
        matchState: choice.state,
        explanation: JSON.stringify(choice.explanation),
      },
      trx
    )
  }
  await setDeductible(invoice.id, trx)
  await writeTaxGroups(invoice, fields, { codes, kept }, trx)
  await writeUntaxedGroups(invoice.id, trx)
}

const vatOf = ({ currency }: Invoice, { tax, baseMinor }: NewLine) =>
  tax ? Money.of(baseMinor, currency).percent(Math.round(tax.rate * 100)).minor : 0

type Kept = (minor: number) => number

/** Lines in the sign in which they are kept: a contrary line of a credit note stays contrary to it. */
function chooseLines(invoice: Invoice, fields: ReadFields, kept: Kept): NewLine[] {
  const taxes = (fields.taxes.value ?? []).filter((tax) => tax.type !== 'RE')
  const [only] = taxes
  const printed = fields.lines.value ?? []
  const sum = printed.reduce((total, line) => total + line.amount, 0)
  if (printed.length > 0 && taxes.length <= 1 && Math.abs(sum) === Math.abs(invoice.baseMinor)) {
    const turn = sum === invoice.baseMinor ? 1 : -1
    return printed.map((line) => ({
      concept: line.description,
      quantity: line.quantity ?? 1,
      baseMinor: line.amount === 0 ? 0 : turn * line.amount,
      tax: only ?? null,
    }))
  }
  const concept = printed[0]?.description ?? fields.providerName.value ?? 'Según factura'
  if (taxes.length === 0)
    return invoice.baseMinor === 0 ? [] : [{ concept, quantity: 1, baseMinor: invoice.baseMinor, tax: null }]
  const grouped = taxes.map((tax) => ({ concept, quantity: 1, baseMinor: kept(tax.base), tax }))
  const rest = invoice.baseMinor - grouped.reduce((total, line) => total + line.baseMinor, 0)
  return rest !== 0 && Math.sign(rest) === Math.sign(invoice.baseMinor)
    ? [...grouped, { concept, quantity: 1, baseMinor: rest, tax: null }]
    : grouped
}

/** The withholding falls on the lines in proportion to their bases, to the cent. */
function splitWithholding(invoice: Invoice, lines: NewLine[]): number[] {
  if (invoice.withholdingMinor === 0) return lines.map(() => 0)
  return Money.of(invoice.withholdingMinor, invoice.currency)
    .allocate(lines.map((line) => Math.abs(line.baseMinor)))
    .map((share) => share.minor)
}

/** Under reverse charge the invoice prints no VAT; a row that prints some is charged as it says. */
function codeOf(tax: ReadTax | null, fields: ReadFields, codes: TaxCodes): number | null {
  if (fields.reverseCharge.value && (!tax || tax.rate === 0)) return codes.reverseCharge
  if (!tax) return codes.exempt
  return codes.vat.get(Math.round(tax.rate * 100)) ?? null
}

async function writeTaxGroups(
  invoice: Invoice,
  fields: ReadFields,
  { codes, kept }: { codes: TaxCodes; kept: Kept },
  trx: Transaction
): Promise<void> {
  const taxes = fields.taxes.value ?? []
  for (const tax of taxes.filter((candidate) => candidate.type !== 'RE')) {
    const vatCodeId = codeOf(tax, fields, codes)
    if (!vatCodeId) continue
    const surcharge = taxes
      .filter((candidate) => candidate.type === 'RE' && candidate.base === tax.base)
      .reduce((sum, candidate) => sum + candidate.amount, 0)
    await execute(
      `insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor, surcharge_minor)
       values (:invoiceId, :vatCodeId, :base, :vat, :surcharge) on conflict (invoice_id, vat_code_id) do update
         set base_minor = invoice_tax_groups.base_minor + excluded.base_minor, vat_minor = invoice_tax_groups.vat_minor + excluded.vat_minor,
             surcharge_minor = invoice_tax_groups.surcharge_minor + excluded.surcharge_minor`,
      {
        invoiceId: invoice.id,
        vatCodeId,
        base: kept(tax.base),
        vat: kept(tax.amount),
        surcharge: kept(surcharge),
      },
      trx
    )
  }
}

/** Bases on which no tax is printed (exempt, reverse charge) have no row in the document; the lines tell them. */
async function writeUntaxedGroups(invoiceId: number, trx: Transaction): Promise<void> {
  await execute(
    `insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor)
     select l.invoice_id, l.vat_code_id, sum(l.base_minor), 0 from invoice_lines l join tax_codes t on t.id = l.vat_code_id
      where l.invoice_id = :invoiceId and t.kind in ('exempt', 'reverse_charge') group by l.invoice_id, l.vat_code_id
     on conflict (invoice_id, vat_code_id) do nothing`,
    { invoiceId },
    trx
  )
}
