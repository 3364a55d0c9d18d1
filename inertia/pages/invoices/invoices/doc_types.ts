import type { DocType } from './review_types'

/** Kinds of document a supplier sends, in Spanish. */
export const docTypeLabels: Readonly<Record<DocType, string>> = {
  invoice: 'Factura',
  credit_note: 'Factura rectificativa',
  simplified: 'Factura simplificada',
  receipt: 'Recibo',
  proforma: 'Proforma',
  dua: 'DUA',
}

/** Those a reviewer may choose: a DUA comes from customs, it is not made from another kind. */
export const docTypeOptions = (['invoice', 'credit_note', 'simplified', 'receipt', 'proforma'] as const).map(
  (value) => ({ value, label: docTypeLabels[value] })
)
