import { SYSTEM } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { isCredit, keptSign } from '#app/invoices/credit_note'
import { dueDateFor } from '#app/invoices/due_date'
import { holdAgainstContracts } from '#app/invoices/editing/hold_against_contracts'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { refreshSearchText } from '#app/invoices/editing/refresh_search_text'
import { fillFromContracts } from '#app/invoices/intake/fill_from_contracts'
import { keepRate } from '#app/invoices/intake/keep_rate'
import { takeAgreedTaxes } from '#app/invoices/intake/take_agreed_taxes'
import { writeReadLines } from '#app/invoices/intake/write_read_lines'
import { learnedSite } from '#app/invoices/learning/learned_site'
import Invoice from '#app/invoices/models/invoice'
import { isDeclared } from '#app/invoices/queries/is_declared'
import { matchProvider, matchSite } from '#app/invoices/queries/match_parties'
import { seriesNumber } from '#app/invoices/series_number'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { row, rows, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, isCalendarDate } from '#app/kernel/time/calendar_date'
import { alarmsOfInvoice } from '#app/reading/alarms_of_invoice'
import { isInvoiceKind } from '#app/reading/doc_kinds'
import { duePartsOf } from '#app/reading/due_parts'
import type { ReadInvoice, ReadResult } from '#app/reading/reading_types'

/**
 * Writes what was read into the invoice and hands it to people: `pending_review`, whatever the confidence; to its
 * approvers at once where the expense profiles of all its lines say so.
 */
export async function applyReading(
  invoiceId: number,
  reading: ReadResult,
  index: number,
  trx: Transaction
): Promise<void> {
  const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
  const read = reading.invoices[index]
  const { invoiceNumber, issuedOn, concept, providerId, totalMinor } = invoice
  if (read) await fillFields(invoice, read, trx)
  if (invoice.source === 'public')
    keepDeclared(invoice, { invoiceNumber, issuedOn, concept, providerId, totalMinor })
  await keepRate(invoice, invoice, trx)
  invoice.reading = JSON.stringify(summary(reading, index))
  invoice.status = invoiceWorkflow.next(invoice.status, 'finish_analysis')
  invoice.lockVersion += 1
  await invoice.save()
  if (read) await writeReadLines(invoice, read, trx)
  await holdAgainstContracts([invoiceId], trx)
  await fillFromContracts(invoiceId, dayOrNull(read?.fields.dueDate.value ?? null), trx)
  await takeAgreedTaxes(invoiceId, trx)
  await refreshSearchText(invoiceId, trx)
  await logInvoiceAction(
    { invoiceId, action: 'ocr_done', actor: SYSTEM, after: { engine: reading.engine, kind: reading.kind } },
    trx
  )
  await auditInvoice(invoiceId, trx)
}

type Declared = Pick<Invoice, 'invoiceNumber' | 'issuedOn' | 'concept' | 'providerId' | 'totalMinor'>

/** What the sender declared stands where the document says nothing. */
function keepDeclared(invoice: Invoice, declared: Declared): void {
  invoice.invoiceNumber ??= declared.invoiceNumber
  invoice.issuedOn ??= declared.issuedOn
  invoice.concept ??= declared.concept
  invoice.providerId ??= declared.providerId
  if (invoice.totalMinor === 0 && invoice.baseMinor === 0) invoice.totalMinor = declared.totalMinor
}

/** What the review page needs: value, confidence and place of each field, the checks, alarms of the reader. */
function summary(reading: ReadResult, index: number) {
  const read = reading.invoices[index]
  return {
    engine: reading.engine,
    kind: reading.kind,
    pages: read?.pages ?? [],
    fields: read
      ? { ...read.fields, documentType: { ...read.fields.documentType, value: keptKind(read) } }
      : null,
    checks: read?.checks ?? null,
    alarms: alarmsOfInvoice(reading, index),
    signature: reading.signature ?? null,
  }
}

async function fillFields(invoice: Invoice, read: ReadInvoice, trx: Transaction): Promise<void> {
  const { fields, supplierId } = read
  const providerId =
    supplierId ??
    (await matchProvider(
      { taxId: fields.providerTaxId.value, iban: fields.providerIban.value, name: fields.providerName.value },
      trx
    ))
  const siteId =
    (await matchSite(fields.customerTaxId.value, fields.customerName.value, trx)) ??
    invoice.siteId ??
    (await learnedSite(providerId, trx))
  const issuedOn = dayOrNull(fields.issueDate.value)
  const taxes = fields.taxes.value ?? []
  const surcharge = taxes.filter((tax) => tax.type === 'RE').reduce((sum, tax) => sum + tax.amount, 0)
  const vat = taxes.filter((tax) => tax.type !== 'RE').reduce((sum, tax) => sum + tax.amount, 0)
  const isCreditNote = isCredit(read)
  const kept = keptSign(read)
  const base = fields.taxBase.value ?? 0
  const withholding = fields.withholding.value?.amount ?? 0
  const total = fields.total.value ?? 0
  invoice.merge({
    docType: keptKind(read),
    siteId: siteId ?? invoice.siteId,
    providerId,
    in347: await isDeclared(providerId, trx),
    invoiceNumber: seriesNumber(fields.invoiceSeries.value, fields.invoiceNumber.value),
    concept: fields.lines.value?.[0]?.description.slice(0, 200) ?? null,
    issuedOn,
    dueOn: dayOrNull(fields.dueDate.value) ?? (await dueDateFor(providerId, issuedOn, trx)),
    currency: await knownCurrency(fields.currency.value, trx),
    reverseCharge: fields.reverseCharge.value ?? false,
    ibanDetected: fields.providerIban.value,
    baseMinor: kept(base),
    vatMinor: kept(vat),
    surchargeMinor: kept(surcharge),
    // It is read without a sign.
    withholdingMinor: isCreditNote ? 0 - Math.abs(withholding) : withholding,
    totalMinor: kept(total),
    ...keptDue(read),
    suppliedMinor: 0,
    providerBankId: await bankOf(providerId, fields.providerIban.value, trx),
    rectifiesInvoiceId: isCorrection(read)
      ? await originalOf(
          { providerId, siteId: siteId ?? invoice.siteId, number: fields.rectifiedInvoiceNumber.value },
          trx
        )
      : null,
  })
  const rest =
    invoice.totalMinor -
    (invoice.baseMinor + invoice.vatMinor + invoice.surchargeMinor - invoice.withholdingMinor)
  // Suplidos are what is left only when the reader saw the sum hold; otherwise the totals are for a person.
  if (
    rest !== 0 &&
    fields.total.confidence >= 0.9 &&
    Math.sign(rest) === (isCreditNote ? -1 : 1) &&
    fields.taxBase.confidence >= 0.9
  )
    invoice.suppliedMinor = rest
}

/** A corrective invoice that adds to the debt is kept as the invoice that it is. */
function keptKind(read: ReadInvoice): Invoice['docType'] {
  const kind = read.fields.documentType.value ?? 'invoice'
  return kind === 'credit_note' && !isCredit(read) ? 'invoice' : kind
}

/** It corrects another: a credit note, or an invoice that names the one it corrects. */
const isCorrection = ({ fields }: ReadInvoice): boolean =>
  fields.documentType.value === 'credit_note' || fields.rectifiedInvoiceNumber.value !== null

/** What is not to be paid now; what is no invoice asks for nothing. */
function keptDue(read: ReadInvoice) {
  const { parts, until } = duePartsOf(read)
  const isInvoice = isInvoiceKind(read.fields.documentType.value)
  const kept = keptSign(read)
  const part = (minor: number) => (isInvoice ? kept(minor) : 0)
  return {
    advanceMinor: part(parts.advance),
    prepaidMinor: part(parts.paid),
    retainedMinor: part(parts.retained),
    roundingMinor: part(parts.rounding),
    retainedUntil: isInvoice && parts.retained !== 0 ? dayOrNull(until) : null,
  }
}

const dayOrNull = (text: string | null): CalendarDate | null => (text && isCalendarDate(text) ? text : null)

type Original = { providerId: number | null; siteId: number | null; number: string | null }

/**
 * The one live invoice that carries the number a credit note names, with a series where it names none; null when there is
 * none or more than one.
 */
async function originalOf(
  { providerId, siteId, number }: Original,
  trx: Transaction
): Promise<number | null> {
  if (!providerId || !siteId || !number) return null
  const found = await rows<{ id: number; isWhole: boolean }>(
    `select id, number_key = invoice_number_key(:number) as is_whole from invoices
      where provider_id = :providerId and site_id = :siteId and doc_type <> 'credit_note' and status in ('pending_approval', 'approved', 'booked', 'disputed')
        and (number_key = invoice_number_key(:number) or right(number_key, length(invoice_number_key(:number)) + 1) = '-' || invoice_number_key(:number))
      order by is_whole desc limit 3`,
    { providerId, siteId, number },
    trx
  )
  const whole = found.filter(({ isWhole }) => isWhole)
  const named = whole.length > 0 ? whole : found
  return named.length === 1 ? (named[0]?.id ?? null) : null
}

async function knownCurrency(code: string | null, trx: Transaction): Promise<string> {
  const found = code
    ? await row<{ code: string }>(`select code from currencies where code = :code`, { code }, trx)
    : null
  return found?.code ?? 'EUR'
}

/** The supplier's bank detail to pay into: the one that is printed, else its default. */
export async function bankOf(
  providerId: number | null,
  iban: string | null,
  trx: Transaction
): Promise<number | null> {
  if (!providerId) return null
  const found = await row<{ id: number }>(
    `select id from provider_banks where provider_id = :providerId and disabled_at is null and verification <> 'rejected'
      order by coalesce(iban = :iban::text, false) desc, is_default desc, id limit 1`,
    { providerId, iban },
    trx
  )
  return found?.id ?? null
}
