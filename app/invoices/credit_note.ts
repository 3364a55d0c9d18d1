import type { ReadFields } from '#app/invoices/reading/reading_types'

/** Whether what was read is a credit note: its amounts are kept negative. */
export function isCredit(fields: Pick<ReadFields, 'documentType'>): boolean {
  return fields.documentType.value === 'credit_note'
}
