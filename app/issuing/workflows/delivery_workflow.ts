import { defineWorkflow } from '#app/kernel/workflow'

/** Where a billing record stands with AEAT; it moves by itself. */
export const deliveryWorkflow = defineWorkflow({
  states: {
    pending: { label: 'Pendiente de envío', tone: 'blue' },
    sending: { label: 'Enviándose', tone: 'blue' },
    accepted: { label: 'Aceptada por la AEAT', tone: 'green' },
    accepted_with_errors: { label: 'Aceptada con errores', tone: 'amber' },
    refused: { label: 'Rechazada por la AEAT', tone: 'red' },
  },
  transitions: {
    send: { from: ['pending'], to: 'sending', label: 'Enviar', roles: [] },
    lose: { from: ['sending'], to: 'pending', label: 'Sin respuesta', roles: [] },
    accept: { from: ['sending'], to: 'accepted', label: 'Aceptar', roles: [] },
    accept_with_errors: {
      from: ['sending'],
      to: 'accepted_with_errors',
      label: 'Aceptar con errores',
      roles: [],
    },
    refuse: { from: ['sending'], to: 'refused', label: 'Rechazar', roles: [] },
  },
})

export type DeliveryStatus = keyof typeof deliveryWorkflow.states
