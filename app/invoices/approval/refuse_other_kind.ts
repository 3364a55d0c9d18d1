import type Invoice from '#app/invoices/models/invoice'
import { DomainError } from '#app/kernel/domain_error'
import { otherKindOf } from '#app/reading/doc_kinds'

/** Throws E_NOT_AN_INVOICE: only an invoice gives a right to deduct and a debt to book (art. 97 LIVA). */
export function refuseOtherKind({ docType }: Pick<Invoice, 'docType'>): void {
  const other = otherKindOf(docType)
  if (other === null) return
  throw new DomainError(
    'E_NOT_AN_INVOICE',
    `Es ${other}, no una factura: no se aprueba, ni se contabiliza, ni se paga. Si es una factura, dígalo en «Tipo y concepto».`
  )
}
