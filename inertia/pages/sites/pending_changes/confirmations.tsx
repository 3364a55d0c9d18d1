import type { Confirmation } from '~/kit/dialog/confirm_action'
import { urlFor } from '~/urls'
import { type PendingChange, type PendingPerson, sentence } from './pending'

/** Vouching for a person: asked of themselves, not of who invited them. */
export const confirmingPerson = (person: PendingPerson): Confirmation => ({
  title: 'Confirmar al usuario',
  question:
    'Hable con esta persona, no con quien la invitó o la cambió: debe decirle que el correo es suyo y que ella misma eligió su contraseña. Desde que lo confirme cuenta como aprobador.',
  facts: [
    { label: 'Usuario', value: person.name },
    { label: 'Email', value: person.email },
    { label: 'Rol', value: person.role },
    { label: 'Empresas', value: person.companies },
    ...person.changes.map(({ change, by }) => ({ label: change, value: by })),
  ],
  submitLabel: `Confirmar a ${person.name}`,
  url: urlFor('users.confirm', { id: person.id }),
  values: { lastChangeId: person.lastChangeId },
})

const factsOf = (change: PendingChange) => [
  { label: 'Control', value: sentence(change.title) },
  { label: 'Alcance', value: change.site ?? 'Todo el grupo' },
  { label: 'Ahora', value: change.before },
  { label: 'Propuesto', value: change.after },
  { label: 'Motivo', value: change.reason },
  { label: 'Propuesto por', value: change.proposer },
]

export const confirmingChange = (change: PendingChange): Confirmation => ({
  title: 'Confirmar el cambio',
  question: 'Este cambio relaja un control. Vale desde que lo confirme, y se avisa a todos los aprobadores.',
  facts: factsOf(change),
  submitLabel: 'Confirmar el cambio',
  isDangerous: true,
  url: urlFor('sites.pending-changes.confirm', { change: change.id }),
})

export const rejectingChange = (change: PendingChange): Confirmation => ({
  title: 'Rechazar el cambio',
  question: 'Sigue como estaba, y se avisa a quien lo propuso y a los aprobadores.',
  facts: factsOf(change),
  submitLabel: 'Rechazar el cambio',
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  url: urlFor('sites.pending-changes.reject', { change: change.id }),
})

export const withdrawingChange = (change: PendingChange): Confirmation => ({
  title: 'Retirar el cambio',
  question: 'Sigue como estaba. Podrá proponerlo de nuevo.',
  facts: factsOf(change),
  submitLabel: 'Retirar el cambio',
  method: 'delete',
  url: urlFor('sites.pending-changes.withdraw', { change: change.id }),
})
