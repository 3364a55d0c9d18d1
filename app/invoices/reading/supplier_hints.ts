import type { ReadInvoice, ReadingContext, SupplierHint } from '#app/invoices/reading/reading_types'
import { likeness } from '#app/invoices/reading/text_forms'

const knownConfidence = 0.99
const byIbanConfidence = 0.9
const nameLikenessMin = 0.55

/**
 * Completes a reading with what is known of the supplier: by its tax number, else by its account. The reading is never
 * contradicted: another account stays as printed and is for the alarms to tell.
 */
export function applySupplierHints(invoice: ReadInvoice, context: ReadingContext): ReadInvoice {
  const hint = findSupplier(invoice, context)
  if (!hint) return invoice
  const { providerTaxId, providerName, providerIban } = invoice.fields
  const isAlike =
    providerName.value === null || likeness(simple(providerName.value), simple(hint.name)) >= nameLikenessMin
  const isKnownIban = providerIban.value !== null && hint.ibans.includes(providerIban.value)
  return {
    ...invoice,
    fields: {
      ...invoice.fields,
      providerTaxId:
        providerTaxId.value === hint.taxId
          ? { ...providerTaxId, confidence: Math.max(providerTaxId.confidence, knownConfidence) }
          : { value: hint.taxId, confidence: byIbanConfidence, method: 'known account', boxes: [] },
      providerName: isAlike
        ? { ...providerName, value: hint.name, confidence: knownConfidence, method: 'known supplier' }
        : providerName,
      providerIban: isKnownIban ? { ...providerIban, confidence: knownConfidence } : providerIban,
    },
  }
}

function findSupplier({ fields }: ReadInvoice, context: ReadingContext): SupplierHint | null {
  const suppliers = context.suppliers ?? []
  const byTaxId = suppliers.find((one) => one.taxId === fields.providerTaxId.value)
  if (byTaxId) return byTaxId
  const iban = fields.providerIban.value
  return fields.providerTaxId.value === null && iban !== null
    ? (suppliers.find((one) => one.ibans.includes(iban)) ?? null)
    : null
}

function simple(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
