import { A, C, S, SC } from '#app/identity/roles'
import { defineWorkflow, type Tone } from '#app/kernel/workflow'

/** The way of an expense note (area 29); the guard in the database knows the same edges. */
export const expenseNoteWorkflow = defineWorkflow({
  states: {
    received: { label: 'Recibida', tone: 'grey' },
    in_review: { label: 'En revisión', tone: 'blue' },
    info_requested: { label: 'Falta información', tone: 'amber' },
    approved: { label: 'Aprobada', tone: 'green' },
    in_payment: { label: 'Pago en curso', tone: 'blue' },
    paid: { label: 'Pagada', tone: 'green' },
    rejected: { label: 'Rechazada', tone: 'red' },
    cancelled: { label: 'Cancelada', tone: 'grey' },
  },
  transitions: {
    take_up: { from: ['received'], to: 'in_review', label: 'Revisar', roles: [S, A, SC, C] },
    ask: { from: ['in_review'], to: 'info_requested', label: 'Pedir información', roles: [S, SC, C] },
    answer: { from: ['info_requested'], to: 'in_review', label: 'Responder' },
    approve: { from: ['in_review'], to: 'approved', label: 'Aprobar', roles: [S, A, SC] },
    reject: { from: ['in_review'], to: 'rejected', label: 'Rechazar', roles: [S, A, SC, C] },
    expire: { from: ['info_requested'], to: 'rejected', label: 'Rechazar por falta de respuesta', roles: [] },
    cancel: { from: ['received', 'in_review', 'info_requested'], to: 'cancelled', label: 'Cancelar' },
    undo_approval: { from: ['approved'], to: 'in_review', label: 'Anular aprobación', roles: [S, A, SC] },
    order: { from: ['approved'], to: 'in_payment', label: 'Ordenar el pago', roles: [] },
    settle: { from: ['in_payment'], to: 'paid', label: 'Pagar', roles: [] },
    give_back: { from: ['in_payment', 'paid'], to: 'approved', label: 'Devolver a aprobada', roles: [] },
  },
})

export type ExpenseNoteStatus = keyof typeof expenseNoteWorkflow.states
export type ExpenseNoteTransition = keyof typeof expenseNoteWorkflow.transitions

/** States from which no way leads on. */
export const FINAL_STATES: readonly ExpenseNoteStatus[] = ['paid', 'rejected', 'cancelled']

export const noteBadge = (status: ExpenseNoteStatus): { label: string; tone: Tone } => ({
  label: expenseNoteWorkflow.label(status),
  tone: expenseNoteWorkflow.tone(status),
})
