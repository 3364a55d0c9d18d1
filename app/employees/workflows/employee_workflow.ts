import { A, S, SC } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

const STAFF = [S, A, SC] as const

/** States of an employee (area 03 §2); the days of each are in absences and periods. */
export const employeeWorkflow = defineWorkflow({
  states: {
    active: { label: 'Activo', tone: 'green' },
    leave: { label: 'Ausente', tone: 'amber' },
    terminated: { label: 'De baja', tone: 'grey' },
  },
  transitions: {
    leave: { from: ['active'], to: 'leave', label: 'Registrar ausencia', roles: STAFF },
    return: { from: ['leave'], to: 'active', label: 'Reincorporar', roles: STAFF },
    // Who is away may be terminated without a return that never happened.
    terminate: { from: ['active', 'leave'], to: 'terminated', label: 'Dar de baja', roles: STAFF },
    rehire: { from: ['terminated'], to: 'active', label: 'Readmitir', roles: STAFF },
  },
})

export type EmployeeStatus = keyof typeof employeeWorkflow.states
export type EmployeeTransition = keyof typeof employeeWorkflow.transitions
