import { defineWorkflow } from '#app/kernel/workflow'

export const announcementWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'grey' },
    published: { label: 'Publicado', tone: 'green' },
    withdrawn: { label: 'Retirado', tone: 'amber' },
  },
  transitions: {
    publish: { from: ['draft', 'withdrawn'], to: 'published', label: 'Publicar' },
    withdraw: { from: ['published'], to: 'withdrawn', label: 'Retirar' },
  },
})
