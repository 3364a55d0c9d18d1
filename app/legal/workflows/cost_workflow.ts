import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const ALL = [S, A, SC] as const

/** States of a cost (area 30). Its payments and its invoice move it between payable, ordered and paid; nobody does by hand. */
export const costWorkflow = defineWorkflow({
  states: {
    planned: { label: 'Previsto', tone: 'grey' },
    payable: { label: 'Por pagar', tone: 'blue' },
    ordered: { label: 'En pago', tone: 'blue' },
    paid: { label: 'Pagado', tone: 'green' },
    offset: { label: 'Compensado', tone: 'green' },
    cancelled: { label: 'Anulado', tone: 'red' },
  },
  transitions: {
    approve: { from: ['planned'], to: 'payable', label: 'Aprobar', roles: ALL },
    cancel: { from: ['planned', 'payable'], to: 'cancelled', label: 'Anular', roles: ALL },
    offset: { from: ['payable'], to: 'offset', label: 'Compensar pago manual', roles: [S, SC] },
    undo_offset: { from: ['offset'], to: 'payable', label: 'Deshacer', roles: [S] },
    order: { from: ['payable'], to: 'ordered', label: 'Ordenar', roles: [] },
    pay: { from: ['ordered', 'payable'], to: 'paid', label: 'Pagar', roles: [] },
    reopen: { from: ['ordered', 'paid'], to: 'payable', label: 'Volver a deberse', roles: [] },
  },
})

export type CostStatus = keyof typeof costWorkflow.states
export type CostTransition = keyof typeof costWorkflow.transitions
