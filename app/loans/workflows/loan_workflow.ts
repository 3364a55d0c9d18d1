import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const ALL = [S, A, SC] as const

/** States of a loan (area 31). It becomes active with its last approval; what it owes settles it, and what is undone reopens it. */
export const loanWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'grey' },
    active: { label: 'Activo', tone: 'blue' },
    settled: { label: 'Liquidado', tone: 'green' },
    cancelled: { label: 'Anulado', tone: 'red' },
  },
  transitions: {
    configure: { from: ['draft'], to: 'draft', label: 'Configurar', roles: ALL },
    activate: { from: ['draft'], to: 'active', label: 'Activar', roles: [S, A] },
    cancel: { from: ['draft'], to: 'cancelled', label: 'Anular', roles: [S, SC] },
    withdraw: { from: ['active'], to: 'active', label: 'Nueva retirada', roles: ALL },
    pay: { from: ['active'], to: 'active', label: 'Nuevo pago', roles: ALL },
    pay_early: { from: ['active'], to: 'active', label: 'Amortizar anticipadamente', roles: ALL },
    revise_rate: { from: ['active'], to: 'active', label: 'Revisar el tipo', roles: ALL },
    settle: { from: ['active'], to: 'settled', label: 'Liquidar', roles: [] },
    reopen: { from: ['settled'], to: 'active', label: 'Reabrir', roles: [] },
  },
})

export type LoanStatus = keyof typeof loanWorkflow.states
