import { A, S } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of an issued document: nothing but being annulled happens to it. */
export const invoiceWorkflow = defineWorkflow({
  states: {
    issued: { label: 'Emitida', tone: 'green' },
    annulled: { label: 'Anulada', tone: 'grey' },
  },
  transitions: {
    annul: { from: ['issued'], to: 'annulled', label: 'Anular', roles: [S, A] },
  },
})

export type IssuedStatus = keyof typeof invoiceWorkflow.states
