import { S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of a main account (area 01 §2). A paused account takes no new payments; its statements go on. */
export const bankAccountWorkflow = defineWorkflow({
  states: {
    active: { label: 'Activa', tone: 'green' },
    paused: { label: 'Pausada', tone: 'amber' },
    closed: { label: 'Cerrada', tone: 'grey' },
  },
  transitions: {
    pause: { from: ['active'], to: 'paused', label: 'Pausar', roles: [S, SC] },
    resume: { from: ['paused'], to: 'active', label: 'Reanudar', roles: [S, SC] },
    close: { from: ['active', 'paused'], to: 'closed', label: 'Cerrar', roles: [S] },
    reopen: { from: ['closed'], to: 'active', label: 'Reabrir', roles: [S] },
  },
})

export type BankAccountStatus = keyof typeof bankAccountWorkflow.states
export type BankAccountTransition = keyof typeof bankAccountWorkflow.transitions
