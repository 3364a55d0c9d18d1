import { A, C, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const LEAD = [S, A]
const SENIOR = [S, A, SC]
const STAFF = [S, A, SC, C]

/**
 * States of a payment order (area 28 §2). There is no way back from `sent` to `draft`: a known cause of double
 * payments elsewhere. What failed or came back is paid again only by a new order. Without a role a transition is never
 * offered on its own: `requalify` is the system's, `withdraw` goes with the batch, `unsend` takes back what a provider asked
 * to authorise and never took, `reopen` is the system's too and goes with «Modificar» (`modify_order.ts`).
 */
export const paymentOrderWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'grey' },
    buffered: { label: 'En bolsa', tone: 'blue' },
    approved: { label: 'Aprobado', tone: 'green' },
    sent: { label: 'En remesa', tone: 'blue' },
    paid: { label: 'Pagado', tone: 'green' },
    reconciled: { label: 'Conciliado', tone: 'green' },
    failed: { label: 'Fallido', tone: 'red' },
    returned: { label: 'Devuelto', tone: 'red' },
    cancelled: { label: 'Cancelado', tone: 'grey' },
  },
  transitions: {
    buffer: { from: ['draft'], to: 'buffered', label: 'Pasar a la bolsa', roles: STAFF },
    approve: { from: ['buffered'], to: 'approved', label: 'Aprobar', roles: LEAD },
    reject: { from: ['buffered'], to: 'draft', label: 'Rechazar', roles: LEAD },
    reopen: { from: ['buffered', 'approved'], to: 'draft', label: 'Modificar', roles: [] },
    take_out: { from: ['buffered', 'approved'], to: 'draft', label: 'Quitar', roles: SENIOR },
    requalify: { from: ['approved'], to: 'buffered', label: 'Volver a la bolsa', roles: [] },
    release: { from: ['approved'], to: 'sent', label: 'Generar remesa', roles: LEAD },
    withdraw: { from: ['sent'], to: 'cancelled', label: 'Anular con su remesa', roles: [] },
    unsend: { from: ['sent'], to: 'approved', label: 'No autorizado en el proveedor', roles: [] },
    pay: { from: ['sent'], to: 'paid', label: 'Marcar como pagado', roles: [S, A, SC] },
    fail: { from: ['sent'], to: 'failed', label: 'Marcar como fallido', roles: [S, A, SC] },
    reconcile: { from: ['paid'], to: 'reconciled', label: 'Conciliar', roles: [S, SC, C] },
    unreconcile: { from: ['reconciled'], to: 'paid', label: 'Deshacer conciliación', roles: [S, SC, C] },
    return: {
      from: ['paid', 'reconciled'],
      to: 'returned',
      label: 'Marcar como devuelto',
      roles: [S, A, SC],
    },
    cancel: { from: ['draft', 'buffered', 'approved'], to: 'cancelled', label: 'Cancelar', roles: STAFF },
  },
})

export type PaymentOrderStatus = keyof typeof paymentOrderWorkflow.states
export type PaymentOrderTransition = keyof typeof paymentOrderWorkflow.transitions

/** Sub-states of `sent`. */
export const SENT_LABELS = {
  queued: 'En cola',
  submitting: 'Enviando',
  unknown: 'Sin confirmar',
  awaiting_authorisation: 'Pendiente de autorizar',
  processing: 'Procesando',
  vop_pending_decision: 'Titular por confirmar',
} as const
export type SentSubStatus = keyof typeof SENT_LABELS

/**
 * Steps within `sent` (area 28 §2). Nothing ends while it is being submitted or unknown: it is asked for at the bank first.
 * None has a role: the engine makes them with what the bank says.
 */
export const sentWorkflow = defineWorkflow({
  states: {
    queued: { label: SENT_LABELS.queued },
    submitting: { label: SENT_LABELS.submitting },
    unknown: { label: SENT_LABELS.unknown, tone: 'amber' },
    awaiting_authorisation: { label: SENT_LABELS.awaiting_authorisation },
    processing: { label: SENT_LABELS.processing },
    vop_pending_decision: { label: SENT_LABELS.vop_pending_decision, tone: 'amber' },
  },
  transitions: {
    hand_over: { from: ['queued'], to: 'processing', label: 'Marcar como enviado' },
    submit: { from: ['queued'], to: 'submitting', label: 'Enviar' },
    postpone: {
      from: ['submitting', 'unknown', 'awaiting_authorisation'],
      to: 'queued',
      label: 'Volver a la cola',
    },
    lose: { from: ['submitting', 'awaiting_authorisation'], to: 'unknown', label: 'Sin respuesta' },
    resend: { from: ['unknown'], to: 'submitting', label: 'Repetir con la misma clave' },
    acknowledge: {
      from: ['submitting', 'unknown', 'awaiting_authorisation', 'vop_pending_decision'],
      to: 'processing',
      label: 'Admitido por el banco',
    },
    wait: {
      from: ['submitting', 'unknown'],
      to: 'awaiting_authorisation',
      label: 'Pendiente de autorizar',
    },
    doubt: {
      from: ['submitting', 'unknown', 'awaiting_authorisation', 'processing'],
      to: 'vop_pending_decision',
      label: 'Titular por confirmar',
    },
  },
})
export type SentStep = keyof typeof sentWorkflow.transitions

/** Why a release waits. */
export const HOLD_LABELS = {
  blacklist: 'Lista negra',
  no_funds: 'Sin saldo',
  connector_down: 'Proveedor no disponible',
  iban_changed: 'La cuenta ha cambiado',
  vop_no_match: 'El titular no coincide',
  source_changed: 'El documento ha cambiado',
  payee_blocked: 'Proveedor bloqueado',
  payee_inactive: 'Beneficiario inactivo',
  bank_unverified: 'La cuenta no está verificada',
  bank_waiting: 'Cuenta en plazo de espera',
  payee_collects: 'Cobra por domiciliación',
  authorisation_denied: 'Autorización denegada en el proveedor',
  authorisation_expired: 'Nadie lo autorizó a tiempo en el proveedor',
  quote_dearer: 'El cambio cuesta más de lo aprobado',
} as const
export type Hold = keyof typeof HOLD_LABELS

/** Said of a payment that the bank has when the account it goes to is not the payee's any more (area 28 §12). */
export const CHANGED_AFTER_SENT = 'El IBAN cambió después de enviar'

type Held = { status: PaymentOrderStatus; subStatus: SentSubStatus | null; holdReason: string | null }

/** Why a payment waits, why its file is frozen or, once it is sent, what somebody must look at; null where nothing is. */
export function holdLabel({ status, subStatus, holdReason }: Held): string | null {
  if (holdReason === null) return null
  const label = HOLD_LABELS[holdReason as Hold] ?? holdReason
  if (status !== 'sent') return label
  if (subStatus === 'queued') return `Congelado: ${label.charAt(0).toLowerCase()}${label.slice(1)}`
  return holdReason === 'iban_changed' ? CHANGED_AFTER_SENT : label
}

export const BATCH_STATUS = {
  building: { label: 'Preparando', tone: 'grey' },
  ready: { label: 'Sin enviar', tone: 'blue' },
  sent: { label: 'Enviada', tone: 'blue' },
  partially_done: { label: 'Parcialmente ejecutada', tone: 'amber' },
  done: { label: 'Ejecutada', tone: 'green' },
  failed: { label: 'Fallida', tone: 'red' },
  cancelled: { label: 'Anulada', tone: 'grey' },
} as const

/** What the bank made of one submission over the network, or what became of it before. Of files see `attemptBadge`. */
export const ATTEMPT_LABELS = {
  planned: { label: 'Preparado', tone: 'grey' },
  in_flight: { label: 'Enviando', tone: 'blue' },
  waiting: { label: 'Por autorizar', tone: 'amber' },
  acknowledged: { label: 'Admitido', tone: 'green' },
  rejected: { label: 'No admitido', tone: 'red' },
  unknown: { label: 'Sin respuesta', tone: 'amber' },
  repeated: { label: 'Repetido', tone: 'grey' },
  withdrawn: { label: 'Retirado sin enviar', tone: 'grey' },
} as const
