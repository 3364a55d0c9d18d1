import { formatAmount } from '#app/kernel/money/money'
import { readDateText } from '#app/reading/candidates/date_text'
import { decimalTextToMinor } from '#app/reading/decimal_text'
import type { ReadAlarm, ReadInvoice } from '#app/reading/reading_types'

/** What the QR of an invoice states (RD 1007/2023 and Orden HAC/1177/2024, art. 20 and 21). */
export type VerifactuCode = {
  taxId: string
  invoiceNumber: string
  issueDate: string | null
  totalMinor: number | null
  url: string
}

/** Hosts of the tax agency whose address the QR carries. */
const agencyHosts = /(^|\.)(agenciatributaria\.gob\.es|aeat\.es)$/
const toleranceMinor = 1

/** Reads the address of a QR; null when it is not one of the tax agency's, whatever it says. */
export function parseVerifactu(text: string): VerifactuCode | null {
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    return null
  }
  if (url.protocol !== 'https:' || !agencyHosts.test(url.hostname)) return null
  const taxId = plain(url.searchParams.get('nif'))
  const invoiceNumber = (url.searchParams.get('numserie') ?? '').trim()
  if (taxId === '' || invoiceNumber === '') return null
  return {
    taxId,
    invoiceNumber,
    issueDate: readDateText(url.searchParams.get('fecha') ?? ''),
    totalMinor: decimalTextToMinor(url.searchParams.get('importe')),
    url: url.href,
  }
}

/** What a QR says otherwise than the print: a sign that somebody altered the document. */
export function verifactuAlarms(invoice: ReadInvoice, code: VerifactuCode): ReadAlarm[] {
  const differences = differencesOf(invoice, code)
  if (differences.length === 0) return []
  return [
    {
      code: 'verifactu_qr_differs',
      message: `El código QR de la factura no coincide con lo impreso: ${differences.map(({ label, printed, stated }) => `${label} ${printed} (QR: ${stated})`).join('; ')}.`,
      evidence: { url: code.url, differences },
    },
  ]
}

type Difference = { label: string; printed: string; stated: string }

function differencesOf({ fields }: ReadInvoice, code: VerifactuCode): Difference[] {
  const found: Difference[] = []
  const add = (label: string, printed: string | null, stated: string | null, isSame: boolean) => {
    if (printed !== null && stated !== null && !isSame) found.push({ label, printed, stated })
  }
  const { providerTaxId, invoiceNumber, issueDate, total, currency } = fields
  add('NIF', providerTaxId.value, code.taxId, plain(providerTaxId.value) === code.taxId)
  add(
    'número',
    invoiceNumber.value,
    code.invoiceNumber,
    plain(invoiceNumber.value) === plain(code.invoiceNumber)
  )
  add('fecha', issueDate.value, code.issueDate, issueDate.value === code.issueDate)
  if (currency.value === 'EUR' && total.value !== null && code.totalMinor !== null)
    add(
      'total',
      formatAmount(total.value, 'EUR'),
      formatAmount(code.totalMinor, 'EUR'),
      isTotal(fields, code.totalMinor)
    )
  return found
}

/** The total of the record counts no withholding and no money paid for the customer; print may count both. */
function isTotal({ total, withholding, taxBase, taxTotal }: ReadInvoice['fields'], stated: number): boolean {
  const totals = [
    total.value,
    (total.value ?? 0) + (withholding.value?.amount ?? 0),
    (taxBase.value ?? 0) + (taxTotal.value ?? 0),
  ]
  return totals.some((one) => one !== null && Math.abs(Math.abs(one) - Math.abs(stated)) <= toleranceMinor)
}

const plain = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The invoice of a file that a code belongs to: by its number, else the only one. */
export function invoiceOfCode(invoices: ReadInvoice[], code: VerifactuCode): ReadInvoice | null {
  const named = invoices.find(({ fields }) => plain(fields.invoiceNumber.value) === plain(code.invoiceNumber))
  return named ?? (invoices.length === 1 ? (invoices[0] ?? null) : null)
}

/** The invoice with the number of its own code where none was read, and more certainty where both agree. */
export function withVerifactu(invoice: ReadInvoice, code: VerifactuCode): ReadInvoice {
  const fields = { ...invoice.fields }
  const certain = 0.99
  const agree = <T>(field: { value: T; confidence: number }, isSame: boolean) =>
    isSame ? { confidence: Math.max(field.confidence, certain) } : {}
  fields.invoiceNumber =
    fields.invoiceNumber.value === null
      ? { value: code.invoiceNumber, confidence: certain, method: 'qr', boxes: [] }
      : {
          ...fields.invoiceNumber,
          ...agree(fields.invoiceNumber, plain(fields.invoiceNumber.value) === plain(code.invoiceNumber)),
        }
  fields.providerTaxId =
    fields.providerTaxId.value === null
      ? { value: code.taxId, confidence: certain, method: 'qr', boxes: [] }
      : {
          ...fields.providerTaxId,
          ...agree(fields.providerTaxId, plain(fields.providerTaxId.value) === code.taxId),
        }
  if (code.issueDate !== null)
    fields.issueDate =
      fields.issueDate.value === null
        ? { value: code.issueDate, confidence: certain, method: 'qr', boxes: [] }
        : { ...fields.issueDate, ...agree(fields.issueDate, fields.issueDate.value === code.issueDate) }
  if (code.totalMinor !== null && fields.total.value !== null && isTotal(fields, code.totalMinor))
    fields.total = { ...fields.total, confidence: Math.max(fields.total.confidence, certain) }
  return { ...invoice, fields }
}
