import { S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of a fiscal year (area 00 §5). */
export const fiscalYearWorkflow = defineWorkflow({
  states: {
    open: { label: 'Abierto', tone: 'green' },
    soft_closed: { label: 'Cierre provisional', tone: 'amber' },
    closed: { label: 'Cerrado', tone: 'grey' },
  },
  transitions: {
    soft_close: { from: ['open'], to: 'soft_closed', label: 'Cierre provisional', roles: [S, SC] },
    reopen: { from: ['soft_closed'], to: 'open', label: 'Reabrir', roles: [S] },
    close: { from: ['soft_closed'], to: 'closed', label: 'Cerrar ejercicio', roles: [S] },
    undo_close: { from: ['closed'], to: 'soft_closed', label: 'Reabrir ejercicio', roles: [S] },
  },
})

export type FiscalYearStatus = keyof typeof fiscalYearWorkflow.states
export type FiscalYearTransition = keyof typeof fiscalYearWorkflow.transitions
