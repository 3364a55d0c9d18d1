import { A, C, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const STAFF = [S, A, SC, C]

/** States of an alarm of the invoice audit (area 06 §2). The database's check lists the same. */
export const alarmWorkflow = defineWorkflow({
  states: {
    open: { label: 'Abierta', tone: 'amber' },
    resolved: { label: 'Resuelta', tone: 'green' },
    false_positive: { label: 'Falsa alarma', tone: 'grey' },
    snoozed: { label: 'Pospuesta', tone: 'blue' },
    auto_closed: { label: 'Cerrada sola', tone: 'grey' },
  },
  transitions: {
    resolve: { from: ['open'], to: 'resolved', label: 'Resolver', roles: STAFF },
    dismiss: { from: ['open'], to: 'false_positive', label: 'Falsa alarma', roles: STAFF },
    snooze: { from: ['open'], to: 'snoozed', label: 'Posponer', roles: STAFF },
    wake: { from: ['snoozed', 'auto_closed'], to: 'open', label: 'Reabrir', roles: [] },
    close: { from: ['open', 'snoozed'], to: 'auto_closed', label: 'Cerrar sola', roles: [] },
  },
})
export type AlarmStatus = keyof typeof alarmWorkflow.states
