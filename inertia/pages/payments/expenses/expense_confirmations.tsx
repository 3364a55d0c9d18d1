import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { NoteHead } from './expense_page'

export type Step = (note: NoteHead) => Confirmation

const facts = ({ claimant, approved }: NoteHead) => [
  { label: 'Solicitante', value: claimant.name },
  { label: 'Importe', value: <Money value={approved} /> },
]

export const takeUpNote: Step = (note) => ({
  title: 'Revisar la nota',
  question: `La nota ${note.number} quedará a su cargo.`,
  facts: facts(note),
  submitLabel: 'Revisar',
  url: urlFor('payexpenses.review', { id: note.id }),
})

export const takeOverNote: Step = (note) => ({
  title: 'Tomar la revisión',
  question: `La está revisando ${note.reviewer}. La nota ${note.number} quedará a su cargo.`,
  facts: facts(note),
  submitLabel: 'Tomar la revisión',
  url: urlFor('payexpenses.review.take-over', { id: note.id }),
  method: 'put',
})

export const rejectNote: Step = (note) => ({
  title: 'Rechazar la nota',
  question: `No se pagará nada de la nota ${note.number}, y quien la envió recibirá el motivo.`,
  facts: facts(note),
  submitLabel: 'Rechazar',
  isDangerous: true,
  reason: { label: 'Motivo del rechazo', isRequired: true },
  url: urlFor('payexpenses.reject', { id: note.id }),
})

export const cancelNote: Step = (note) => ({
  title: 'Cancelar la nota',
  question: `La nota ${note.number} no se pagará.`,
  facts: facts(note),
  // The other button of the sheet is «Cancelar» too.
  submitLabel: `Sí, cancelar ${note.number}`,
  isDangerous: true,
  reason: { label: 'Motivo', isRequired: false },
  url: urlFor('payexpenses.cancel', { id: note.id }),
  method: 'delete',
})

export const undoApproval: Step = (note) => ({
  title: 'Anular la aprobación',
  question: `La nota ${note.number} volverá a revisión y su asiento se anulará.`,
  facts: facts(note),
  submitLabel: 'Anular aprobación',
  isDangerous: true,
  reason: { label: 'Motivo', isRequired: true },
  url: urlFor('payexpenses.approval.undo', { id: note.id }),
  method: 'delete',
})

export const confirmIban: Step = (note) => ({
  title: 'Confirmar el IBAN',
  question:
    'El IBAN de la nota no es el registrado. Compruébelo con el solicitante por otro medio: se pagará en la cuenta verificada de su ficha.',
  facts: [
    ...facts(note),
    { label: 'IBAN de la nota', value: <span className="num">{note.claimant.iban}</span> },
  ],
  submitLabel: 'Lo he comprobado',
  reason: { label: 'Cómo se ha comprobado', isRequired: true },
  url: urlFor('payexpenses.iban.confirm', { id: note.id }),
  method: 'put',
})
