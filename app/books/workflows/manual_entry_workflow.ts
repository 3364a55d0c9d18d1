import { C, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of an entry written by hand (area 01 §1): somebody else than its author approves and so posts it. */
export const manualEntryWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'amber' },
    posted: { label: 'Contabilizado', tone: 'green' },
    reversed: { label: 'Anulado', tone: 'red' },
    discarded: { label: 'Descartado', tone: 'grey' },
  },
  transitions: {
    edit: { from: ['draft'], to: 'draft', label: 'Editar', roles: [S, SC, C] },
    post: { from: ['draft'], to: 'posted', label: 'Aprobar y contabilizar', roles: [S, SC] },
    discard: { from: ['draft'], to: 'discarded', label: 'Descartar', roles: [S, SC, C] },
    reverse: { from: ['posted'], to: 'reversed', label: 'Anular', roles: [S, SC] },
  },
})

export type ManualEntryStatus = keyof typeof manualEntryWorkflow.states
