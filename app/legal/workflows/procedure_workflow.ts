import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const ALL = [S, A, SC] as const

/** States of a legal procedure (area 30). */
export const procedureWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'grey' },
    open: { label: 'Abierto', tone: 'blue' },
    suspended: { label: 'Suspendido', tone: 'amber' },
    closed: { label: 'Cerrado', tone: 'green' },
    cancelled: { label: 'Anulado', tone: 'red' },
  },
  transitions: {
    open: { from: ['draft'], to: 'open', label: 'Abrir', roles: ALL },
    suspend: { from: ['open'], to: 'suspended', label: 'Suspender', roles: ALL },
    resume: { from: ['suspended'], to: 'open', label: 'Reanudar', roles: ALL },
    close: { from: ['open'], to: 'closed', label: 'Cerrar', roles: ALL },
    reopen: { from: ['closed'], to: 'open', label: 'Reabrir', roles: [A, S] },
    cancel: { from: ['draft', 'open'], to: 'cancelled', label: 'Anular', roles: [S] },
  },
})

export type ProcedureStatus = keyof typeof procedureWorkflow.states
export type ProcedureTransition = keyof typeof procedureWorkflow.transitions
