import type { InvoiceStatus } from '#app/invoices/workflows/invoice_workflow'
import type { Tone } from '#app/kernel/workflow'

/** What the submitter of an invoice may know of it, and no more (area 05 §4). */
export type PublicState = 'received' | 'in_review' | 'accepted' | 'rejected' | 'paid'

export const PUBLIC_STATES: Readonly<Record<PublicState, { label: string; tone: Tone; text: string }>> = {
  received: { label: 'Recibida', tone: 'grey', text: 'Hemos recibido la factura y la estamos registrando.' },
  in_review: {
    label: 'En revisión',
    tone: 'blue',
    text: 'La estamos revisando. No hace falta que la envíe de nuevo.',
  },
  accepted: {
    label: 'Aceptada',
    tone: 'green',
    text: 'La factura está aceptada y se pagará en su vencimiento.',
  },
  rejected: {
    label: 'Rechazada',
    tone: 'red',
    text: 'No hemos podido aceptar la factura. Póngase en contacto con la empresa a la que la envió.',
  },
  paid: { label: 'Pagada', tone: 'green', text: 'La factura está pagada.' },
}

type Stage = { status: InvoiceStatus; paymentState: string }

/** A copy reads as rejected; a dispute is between the two and reads as before it. */
export function publicState({ status, paymentState }: Stage): PublicState {
  switch (status) {
    case 'received':
    case 'analysing':
    case 'analysis_failed':
      return 'received'
    case 'pending_review':
    case 'pending_approval':
      return 'in_review'
    case 'approved':
    case 'booked':
    case 'disputed':
      return paymentState === 'paid' ? 'paid' : 'accepted'
    case 'rejected':
    case 'duplicate':
    case 'cancelled':
      return 'rejected'
    default:
      return status satisfies never
  }
}
