import { A, S } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const BOTH = [S, A] as const

/** States of a contract with a supplier (area 07 §2). Who wrote it or sent it in does not put it in force. */
export const contractWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'grey' },
    pending_approval: { label: 'Pendiente de aprobación', tone: 'blue' },
    active: { label: 'Vigente', tone: 'green' },
    suspended: { label: 'Suspendido', tone: 'amber' },
    expired: { label: 'Vencido', tone: 'grey' },
    terminated: { label: 'Rescindido', tone: 'red' },
  },
  transitions: {
    submit: { from: ['draft'], to: 'pending_approval', label: 'Enviar a aprobación', roles: BOTH },
    return: { from: ['pending_approval'], to: 'draft', label: 'Devolver', roles: BOTH },
    approve: { from: ['pending_approval'], to: 'active', label: 'Aprobar', roles: BOTH },
    suspend: { from: ['active'], to: 'suspended', label: 'Suspender', roles: BOTH },
    resume: { from: ['suspended'], to: 'active', label: 'Reanudar', roles: BOTH },
    terminate: { from: ['active', 'suspended'], to: 'terminated', label: 'Rescindir', roles: BOTH },
    // Only the calendar.
    expire: { from: ['active', 'suspended'], to: 'expired', label: 'Vencer', roles: [] },
  },
})

export type ContractStatus = keyof typeof contractWorkflow.states
export type ContractTransition = keyof typeof contractWorkflow.transitions
