import type { ReviewPage } from '../review/review_types'

export type HeaderValues = {
  docType: string | null
  kindReason: string
  concept: string
  currency: string | null
  fxRate: string
  rectifiesInvoiceId: string | null
  rectificationNote: string
  isUrgent: boolean
  holdUntil: string
  in347: boolean
}

/** Kind, concept, currency and what is corrected, ready to be changed. */
export function headerValues({ invoice }: ReviewPage): HeaderValues {
  return {
    docType: invoice.docType,
    kindReason: '',
    concept: invoice.concept ?? '',
    currency: invoice.currency,
    fxRate: invoice.fxRate ?? '',
    rectifiesInvoiceId: invoice.rectifiesInvoiceId === null ? null : String(invoice.rectifiesInvoiceId),
    rectificationNote: invoice.rectificationNote ?? '',
    isUrgent: invoice.isUrgent,
    holdUntil: invoice.holdUntil ?? '',
    in347: invoice.in347,
  }
}
