import type { ReadDocumentType } from '#app/reading/reading_types'

/** What a document that comes in as an invoice turns out to be, as it is kept. */
export type DocType = ReadDocumentType | 'receipt' | 'dua'

/** What is no invoice, in words: "Es un presupuesto". The database's check of kinds lists them all. */
export const OTHER_KINDS = {
  receipt: 'un recibo',
  proforma: 'una factura proforma',
  quote: 'un presupuesto',
  order: 'un pedido',
  delivery_note: 'un albarán',
  reminder: 'una reclamación de pago',
  statement_of_account: 'un extracto de cuenta',
  other: 'otro documento',
} as const satisfies Partial<Record<DocType, string>>

/** Kinds that a reviewer may choose: a DUA comes from customs, it is not made from another kind. */
export const CHOSEN_KINDS = [
  'invoice',
  'credit_note',
  'simplified',
  'receipt',
  'proforma',
  'quote',
  'order',
  'delivery_note',
  'reminder',
  'statement_of_account',
  'other',
] as const satisfies DocType[]

export type OtherKind = keyof typeof OTHER_KINDS

/** What a document is in words where it is no invoice, null where it is one. */
export function otherKindOf(kind: DocType): string | null {
  return kind in OTHER_KINDS ? OTHER_KINDS[kind as OtherKind] : null
}

/** Kinds that give a right to deduct and a debt to book (art. 97 LIVA; for a DUA art. 97.Uno.3). */
const INVOICES: readonly DocType[] = ['invoice', 'credit_note', 'simplified', 'dua']

/** Whether a kind is an invoice in law: nothing else is approved, booked or paid as one. */
export function isInvoiceKind(kind: DocType | null): boolean {
  return kind === null || INVOICES.includes(kind)
}
