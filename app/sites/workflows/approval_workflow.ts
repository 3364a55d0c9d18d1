import { A, S } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of an approval (area 02 §2): never edited, only ended and proposed anew. */
export const approvalWorkflow = defineWorkflow({
  states: {
    proposed: { label: 'Propuesta', tone: 'blue' },
    active: { label: 'Vigente', tone: 'green' },
    ended: { label: 'Finalizada', tone: 'grey' },
  },
  transitions: {
    activate: { from: ['proposed'], to: 'active', label: 'Activar', roles: [S] },
    end: { from: ['proposed', 'active'], to: 'ended', label: 'Finalizar', roles: [S, A] },
  },
})
export type ApprovalStatus = keyof typeof approvalWorkflow.states
