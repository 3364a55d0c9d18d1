import { AD, S } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of a person who may sign in (area 03 §1). A lock after failed attempts is no state: it ends by itself. */
export const userWorkflow = defineWorkflow({
  states: {
    invited: { label: 'Invitado', tone: 'blue' },
    active: { label: 'Activo', tone: 'green' },
    suspended: { label: 'Suspendido', tone: 'amber' },
    archived: { label: 'Archivado', tone: 'grey' },
  },
  transitions: {
    suspend: { from: ['active', 'invited'], to: 'suspended', label: 'Suspender', roles: [AD, S] },
    reactivate: { from: ['suspended'], to: 'active', label: 'Reactivar', roles: [AD, S] },
    archive: { from: ['invited', 'active', 'suspended'], to: 'archived', label: 'Archivar', roles: [S] },
  },
})

export type UserTransition = keyof typeof userWorkflow.transitions
