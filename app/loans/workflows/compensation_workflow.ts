import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of a netting (area 31): the last approval it needs in its companies posts it, and it is reversed as a whole. */
export const compensationWorkflow = defineWorkflow({
  states: {
    proposed: { label: 'Propuesta', tone: 'blue' },
    approved: { label: 'Aprobada', tone: 'blue' },
    posted: { label: 'Contabilizada', tone: 'green' },
    reversed: { label: 'Revertida', tone: 'red' },
    cancelled: { label: 'Descartada', tone: 'grey' },
  },
  transitions: {
    approve: { from: ['proposed'], to: 'approved', label: 'Aprobar', roles: [S, A] },
    post: { from: ['approved'], to: 'posted', label: 'Contabilizar', roles: [] },
    discard: { from: ['proposed'], to: 'cancelled', label: 'Descartar', roles: [S, A, SC] },
    reverse: { from: ['posted'], to: 'reversed', label: 'Revertir', roles: [S] },
  },
})

export type CompensationStatus = keyof typeof compensationWorkflow.states
