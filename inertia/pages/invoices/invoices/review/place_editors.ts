import type { EditorName } from './review_types'

const editors: Readonly<Record<string, EditorName>> = {
  providerName: 'provider',
  providerTaxId: 'provider',
  providerIban: 'bank',
  customerName: 'site',
  customerTaxId: 'site',
  documentType: 'header',
  invoiceNumber: 'number',
  issueDate: 'date',
  dueDate: 'date',
  taxBase: 'totals',
  taxTotal: 'totals',
  withholding: 'totals',
  total: 'totals',
  amountDue: 'due',
}

/** The correction of what stands at a place of the document ("total", "total.1"); null when it has none. */
export function editorOfPlace(box: string): EditorName | null {
  return editors[placeOfBox(box)] ?? null
}

/** The field a marked place belongs to. */
export function placeOfBox(box: string): string {
  return box.split('.')[0] ?? box
}
