import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of a supplier (area 04 §2); the flag «Activo» stands beside them. */
export const providerWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Por revisar', tone: 'amber' },
    active: { label: 'Activo', tone: 'green' },
    blocked: { label: 'Bloqueado', tone: 'red' },
    merged: { label: 'Fusionado', tone: 'grey' },
  },
  transitions: {
    validate: { from: ['draft'], to: 'active', label: 'Validar', roles: [S, A, SC] },
    block: { from: ['active', 'draft'], to: 'blocked', label: 'Bloquear', roles: [S, A, SC] },
    unblock: { from: ['blocked'], to: 'active', label: 'Desbloquear', roles: [S, A] },
  },
})
