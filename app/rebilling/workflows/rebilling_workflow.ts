import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const ALL = [S, A, SC] as const

/** States of a charge (area 32). Its payments move it between issued, settling and settled; the guard of the database knows the same steps. */
export const rebillingWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'grey' },
    proposed: { label: 'Propuesta', tone: 'blue' },
    approved: { label: 'Aprobada', tone: 'green' },
    issued: { label: 'Emitida', tone: 'blue' },
    settling: { label: 'En liquidación', tone: 'blue' },
    settled: { label: 'Liquidada', tone: 'green' },
    rectified: { label: 'Rectificada', tone: 'amber' },
    discarded: { label: 'Descartada', tone: 'red' },
  },
  transitions: {
    edit: { from: ['draft'], to: 'draft', label: 'Editar importes', roles: ALL },
    edit_proposal: { from: ['proposed'], to: 'proposed', label: 'Editar importes', roles: ALL },
    approve: { from: ['draft', 'proposed'], to: 'approved', label: 'Aprobar', roles: [S, A] },
    issue: { from: ['approved'], to: 'issued', label: 'Emitir', roles: ALL },
    begin_settling: { from: ['issued', 'settled'], to: 'settling', label: 'Liquidar', roles: ALL },
    settle: { from: ['issued', 'settling'], to: 'settled', label: 'Liquidar', roles: ALL },
    reopen: { from: ['settling', 'settled'], to: 'issued', label: 'Volver a deberse', roles: [] },
    rectify: { from: ['issued', 'settled'], to: 'rectified', label: 'Rectificar', roles: [S, A] },
    annul: { from: ['issued', 'settled'], to: 'discarded', label: 'Anular', roles: [] },
    discard: { from: ['draft', 'proposed', 'approved'], to: 'discarded', label: 'Descartar', roles: ALL },
    recover: { from: ['discarded'], to: 'draft', label: 'Recuperar', roles: ALL },
    recover_proposal: { from: ['discarded'], to: 'proposed', label: 'Recuperar', roles: ALL },
  },
})

export type RebillingStatus = keyof typeof rebillingWorkflow.states
export type RebillingTransition = keyof typeof rebillingWorkflow.transitions
