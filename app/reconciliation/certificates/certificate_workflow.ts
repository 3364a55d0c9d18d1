import { defineWorkflow } from '#app/kernel/workflow'

/** States of a monthly acta: whoever reviews it is not who prepared it. */
export const certificateWorkflow = defineWorkflow({
  states: {
    draft: { label: 'Borrador', tone: 'amber' },
    reviewed: { label: 'Revisada', tone: 'green' },
  },
  transitions: {
    prepare: { from: ['draft'], to: 'draft', label: 'Preparar' },
    review: { from: ['draft'], to: 'reviewed', label: 'Revisar' },
    reopen: { from: ['reviewed'], to: 'draft', label: 'Reabrir' },
  },
})

export type CertificateStatus = keyof typeof certificateWorkflow.states
