export type LabelKind =
  | 'invoiceNumber'
  | 'genericNumber'
  | 'otherNumber'
  | 'rectifiedNumber'
  | 'title'
  | 'creditTitle'
  | 'simplifiedTitle'
  | 'issueDate'
  | 'genericDate'
  | 'dueDate'
  | 'otherDate'
  | 'customer'
  | 'provider'
  | 'otherParty'
  | 'taxId'
  | 'customerTaxId'
  | 'iban'
  | 'total'
  | 'pending'
  | 'previous'
  | 'current'
  | 'advance'
  | 'base'
  | 'gross'
  | 'tax'
  | 'igic'
  | 'ipsi'
  | 'surcharge'
  | 'withholding'
  | 'retained'
  | 'outlay'
  | 'exempt'
  | 'discount'
  | 'rate'
  | 'quantity'
  | 'price'
  | 'description'
  | 'lineAmount'
  | 'reference'
  | 'currency'

/** Kinds that name a sum of money at the foot of an invoice. */
export const amountKinds: readonly LabelKind[] = [
  'total',
  'pending',
  'previous',
  'current',
  'advance',
  'base',
  'gross',
  'tax',
  'igic',
  'ipsi',
  'surcharge',
  'withholding',
  'retained',
  'outlay',
  'exempt',
  'discount',
]
