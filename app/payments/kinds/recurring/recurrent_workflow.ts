import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const SENIOR = [S, A, SC]

/** States of an agreement that is paid again and again (area 28 §10). What has ended stays ended. */
export const recurrentWorkflow = defineWorkflow({
  states: {
    active: { label: 'Activo', tone: 'green' },
    paused: { label: 'En pausa', tone: 'amber' },
    ended: { label: 'Finalizado', tone: 'grey' },
  },
  transitions: {
    pause: { from: ['active'], to: 'paused', label: 'Pausar', roles: SENIOR },
    resume: { from: ['paused'], to: 'active', label: 'Reanudar', roles: SENIOR },
    end: { from: ['active', 'paused'], to: 'ended', label: 'Finalizar', roles: SENIOR },
  },
})

export type RecurrentStatus = keyof typeof recurrentWorkflow.states
export type RecurrentTransition = keyof typeof recurrentWorkflow.transitions

export const RECURRENT_KINDS = {
  rent: 'Alquiler',
  leasing: 'Leasing o renting',
  utilities: 'Suministros',
  insurance: 'Seguro',
  subscription: 'Suscripción',
  other: 'Otro',
} as const

export const AMOUNT_MODES = {
  fixed: 'Importe fijo',
  variable: 'Importe variable: se pide cada vez',
  from_invoice: 'Espera la factura y la paga',
} as const
