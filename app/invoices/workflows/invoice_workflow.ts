import { A, C, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const STAFF = [S, A, SC, C]
const SENIOR = [S, A, SC]

/** States of a supplier invoice (area 05 §2). The database's check lists the same. */
export const invoiceWorkflow = defineWorkflow({
  states: {
    received: { label: 'Recibida', tone: 'grey' },
    analysing: { label: 'Leyendo', tone: 'blue' },
    analysis_failed: { label: 'Lectura fallida', tone: 'amber' },
    pending_review: { label: 'Por revisar', tone: 'blue' },
    pending_approval: { label: 'Pendiente de aprobación', tone: 'blue' },
    approved: { label: 'Aprobada', tone: 'green' },
    booked: { label: 'Contabilizada', tone: 'green' },
    disputed: { label: 'En disputa', tone: 'amber' },
    rejected: { label: 'Rechazada', tone: 'red' },
    duplicate: { label: 'Duplicada', tone: 'red' },
    cancelled: { label: 'Anulada', tone: 'grey' },
  },
  transitions: {
    analyse: { from: ['received', 'analysis_failed'], to: 'analysing', label: 'Leer', roles: STAFF },
    take_unread: { from: ['received'], to: 'pending_review', label: 'Recoger sin leer', roles: [] },
    read_pages: { from: ['pending_review'], to: 'analysing', label: 'Dividir o unir páginas', roles: STAFF },
    finish_analysis: { from: ['analysing'], to: 'pending_review', label: 'Terminar lectura', roles: [] },
    fail_analysis: { from: ['analysing'], to: 'analysis_failed', label: 'Lectura fallida', roles: [] },
    complete_by_hand: {
      from: ['analysis_failed'],
      to: 'pending_review',
      label: 'Completar a mano',
      roles: STAFF,
    },
    submit: { from: ['pending_review'], to: 'pending_approval', label: 'Enviar a aprobación', roles: STAFF },
    book_directly: {
      from: ['pending_review'],
      to: 'booked',
      label: 'Contabilizar directo',
      roles: [S, SC],
    },
    approve: { from: ['pending_approval'], to: 'approved', label: 'Aprobar', roles: SENIOR },
    return: { from: ['pending_approval'], to: 'pending_review', label: 'Devolver', roles: SENIOR },
    reject: {
      from: ['pending_approval', 'pending_review'],
      to: 'rejected',
      label: 'Rechazar',
      roles: SENIOR,
    },
    revoke: { from: ['approved'], to: 'pending_approval', label: 'Revisar de nuevo', roles: [] },
    book: { from: ['approved'], to: 'booked', label: 'Contabilizar', roles: [S, SC, C] },
    dispute: { from: ['approved', 'booked'], to: 'disputed', label: 'Disputar', roles: STAFF },
    resolve_booked: { from: ['disputed'], to: 'booked', label: 'Resolver disputa', roles: SENIOR },
    resolve_approved: { from: ['disputed'], to: 'approved', label: 'Resolver disputa', roles: SENIOR },
    unbook: { from: ['booked'], to: 'pending_review', label: 'Descontabilizar', roles: [S, SC] },
    /** Of an invoice of the group, when its document is annulled in both books. */
    annul: { from: ['booked', 'disputed'], to: 'cancelled', label: 'Anular', roles: [] },
    mark_duplicate: {
      from: ['pending_review', 'pending_approval'],
      to: 'duplicate',
      label: 'Marcar como duplicada',
      roles: STAFF,
    },
    recover: { from: ['rejected', 'duplicate'], to: 'pending_review', label: 'Recuperar', roles: [S, SC] },
    cancel: {
      from: ['received', 'analysing', 'analysis_failed', 'pending_review'],
      to: 'cancelled',
      label: 'Anular',
      roles: [S, SC],
    },
  },
})

export type InvoiceStatus = keyof typeof invoiceWorkflow.states
/** States in which the data of an invoice may still be corrected. */
const EDITABLE: readonly InvoiceStatus[] = [
  'pending_review',
  'pending_approval',
  'approved',
  'analysis_failed',
]

export const isEditable = (status: InvoiceStatus): boolean => EDITABLE.includes(status)

export type InvoiceTransition = keyof typeof invoiceWorkflow.transitions

export const PAYMENT_STATES = {
  unpaid: { label: 'Sin pagar', tone: 'grey' },
  in_process: { label: 'En pago', tone: 'blue' },
  partial: { label: 'Pago parcial', tone: 'amber' },
  paid: { label: 'Pagada', tone: 'green' },
  offset: { label: 'Compensada', tone: 'green' },
} as const
