import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of an entry of the list (area 27). Who asks to take an account off does not confirm it. */
export const entryWorkflow = defineWorkflow({
  states: {
    active: { label: 'Activa', tone: 'red' },
    lifted: { label: 'Retirada', tone: 'grey' },
    expired: { label: 'Caducada', tone: 'grey' },
  },
  transitions: {
    edit: { from: ['active'], to: 'active', label: 'Editar', roles: [S, A, SC] },
    request_lift: { from: ['active'], to: 'active', label: 'Solicitar baja', roles: [S, A, SC] },
    lift: { from: ['active'], to: 'lifted', label: 'Confirmar baja', roles: [S, A] },
    expire: { from: ['active'], to: 'expired', label: 'Caducar', roles: [] },
  },
})

export type EntryStatus = keyof typeof entryWorkflow.states
