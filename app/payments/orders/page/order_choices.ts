import {
  type PaymentOrderStatus,
  paymentOrderWorkflow,
  SENT_LABELS,
  type SentSubStatus,
} from '#app/payments/orders/payment_order_workflow'

type Choice = { value: string; label: string }

/** What the filters of a list of payments offer. */
export type OrderChoices = { states: Choice[]; accounts: Choice[] }

/** The states that a tab may be narrowed to; what is sent is told apart by its step. */
export const STATES_OF_TAB: Record<string, readonly PaymentOrderStatus[]> = {
  buffer: ['buffered', 'approved'],
  incident: ['draft', 'buffered', 'approved', 'sent', 'failed', 'returned'],
  history: ['paid', 'reconciled', 'failed', 'returned', 'cancelled'],
}

export const STEPS_OF_TAB: Record<string, readonly SentSubStatus[]> = {
  sent: ['queued', 'submitting', 'unknown', 'awaiting_authorisation', 'processing', 'vop_pending_decision'],
}

/** As one tab has payments of files and by network alike, what is true of both. */
const STEP_CHOICES: Record<SentSubStatus, string> = {
  ...SENT_LABELS,
  queued: 'Sin enviar',
  processing: 'Enviado o marcado como enviado',
}

/** Those of one tab by name; none where all its payments stand in one state. */
export function stateChoices(tab: string): Choice[] {
  const steps = STEPS_OF_TAB[tab]
  if (steps) return steps.map((value) => ({ value, label: STEP_CHOICES[value] }))
  return (STATES_OF_TAB[tab] ?? []).map((value) => ({ value, label: paymentOrderWorkflow.label(value) }))
}
