import { S } from '#app/identity/roles'
import { defineWorkflow } from '#app/kernel/workflow'

/** States of a company (area 02 §2). */
export const siteWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'grey' },
    active: { label: 'Activa', tone: 'green' },
    archived: { label: 'Archivada', tone: 'amber' },
  },
  transitions: {
    activate: { from: ['draft'], to: 'active', label: 'Activar', roles: [S] },
    archive: { from: ['active'], to: 'archived', label: 'Archivar', roles: [S] },
    reactivate: { from: ['archived'], to: 'active', label: 'Reactivar', roles: [S] },
  },
})
export type SiteStatus = keyof typeof siteWorkflow.states
export type SiteTransition = keyof typeof siteWorkflow.transitions
