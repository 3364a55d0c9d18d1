import type { ReviewPage } from '../review/review_types'

export type HeaderValues = {
  doc_type: string | null
  kind_reason: string
  concept: string
  currency: string | null
  fx_rate: string
  rectifies_invoice_id: string | null
  rectification_note: string
  is_urgent: boolean
  hold_until: string
  in_347: boolean
}

/** Kind, concept, currency and what is corrected, ready to be changed. */
export function headerValues({ invoice }: ReviewPage): HeaderValues {
  return {
    doc_type: invoice.docType,
    kind_reason: '',
    concept: invoice.concept ?? '',
    currency: invoice.currency,
    fx_rate: invoice.fxRate ?? '',
    rectifies_invoice_id: invoice.rectifiesInvoiceId === null ? null : String(invoice.rectifiesInvoiceId),
    rectification_note: invoice.rectificationNote ?? '',
    is_urgent: invoice.isUrgent,
    hold_until: invoice.holdUntil ?? '',
    in_347: invoice.in347,
  }
}
