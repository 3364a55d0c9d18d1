import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const ALL = [S, A, SC] as const

/** States of a phase of a procedure (area 30); several may be active at once. */
export const phaseWorkflow = defineWorkflow({
  states: {
    pending: { label: 'Pendiente', tone: 'grey' },
    active: { label: 'En curso', tone: 'blue' },
    completed: { label: 'Completada', tone: 'green' },
    skipped: { label: 'Omitida', tone: 'grey' },
  },
  transitions: {
    start: { from: ['pending'], to: 'active', label: 'Iniciar', roles: ALL },
    complete: { from: ['active'], to: 'completed', label: 'Completar', roles: ALL },
    skip: { from: ['pending'], to: 'skipped', label: 'Omitir', roles: ALL },
    reopen: { from: ['completed'], to: 'active', label: 'Reabrir', roles: [A, S] },
  },
})

export type PhaseStatus = keyof typeof phaseWorkflow.states
export type PhaseTransition = keyof typeof phaseWorkflow.transitions
