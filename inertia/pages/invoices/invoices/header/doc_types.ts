import type { DocType } from '../review/review_types'

/** Kinds of document a supplier sends, in Spanish. */
export const docTypeLabels: Readonly<Record<DocType, string>> = {
  invoice: 'Factura',
  credit_note: 'Factura rectificativa',
  simplified: 'Factura simplificada',
  receipt: 'Recibo',
  proforma: 'Proforma',
  quote: 'Presupuesto',
  order: 'Pedido',
  delivery_note: 'Albarán',
  reminder: 'Reclamación de pago',
  statement_of_account: 'Extracto de cuenta',
  other: 'Otro documento',
  dua: 'DUA',
}

/** Those a reviewer may choose: a DUA comes from customs, it is not made from another kind. */
export const docTypeOptions = Object.entries(docTypeLabels)
  .filter(([value]) => value !== 'dua')
  .map(([value, label]) => ({ value, label }))

const invoices: readonly string[] = ['invoice', 'credit_note', 'simplified', 'dua']

/** Whether a kind is an invoice in law. */
export const isInvoice = (kind: string | null): boolean => kind !== null && invoices.includes(kind)
