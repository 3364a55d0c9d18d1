import { A, S } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of a connection (area 23 §4). What has no roles happens by itself. */
export const connectorWorkflow = defineWorkflow({
  states: {
    auth_required: { label: 'Requiere autorización', tone: 'amber' },
    active: { label: 'Activa', tone: 'green' },
    paused: { label: 'En pausa', tone: 'grey' },
    error: { label: 'Con errores', tone: 'red' },
    disabled: { label: 'Desactivada', tone: 'grey' },
  },
  transitions: {
    edit: {
      from: ['auth_required', 'active', 'paused', 'error'],
      to: 'auth_required',
      label: 'Cambiar la dirección',
      roles: [S, A],
    },
    reconnect: { from: ['auth_required', 'error'], to: 'active', label: 'Reconectar', roles: [S, A] },
    pause: { from: ['active', 'error'], to: 'paused', label: 'Pausar', roles: [S, A] },
    resume: { from: ['paused'], to: 'active', label: 'Reanudar', roles: [S, A] },
    lose: { from: ['active', 'error'], to: 'auth_required', label: 'Perder la autorización', roles: [] },
    fail: { from: ['active'], to: 'error', label: 'Dejar de responder', roles: [] },
    recover: { from: ['error'], to: 'active', label: 'Volver a responder', roles: [] },
    disable: {
      from: ['auth_required', 'active', 'paused', 'error'],
      to: 'disabled',
      label: 'Desactivar',
      roles: [S],
    },
  },
})

export type ConnectorStatus = keyof typeof connectorWorkflow.states
export type ConnectorMove = keyof typeof connectorWorkflow.transitions
