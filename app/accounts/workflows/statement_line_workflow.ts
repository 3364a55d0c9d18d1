import { defineWorkflow } from '#app/kernel/workflow'

/** States of a movement of a statement (area 00 §7). Undoing always leads back to pending. */
export const statementLineWorkflow = defineWorkflow({
  states: {
    pending: { label: 'Pendiente', tone: 'blue' },
    suggested: { label: 'Con sugerencia', tone: 'blue' },
    partially_matched: { label: 'Conciliado en parte', tone: 'amber' },
    matched: { label: 'Conciliado', tone: 'green' },
    booked_direct: { label: 'Contabilizado', tone: 'green' },
    ignored: { label: 'Ignorado', tone: 'grey' },
  },
  transitions: {
    suggest: { from: ['pending', 'suggested'], to: 'suggested', label: 'Sugerir' },
    forget: { from: ['pending', 'suggested'], to: 'pending', label: 'Quitar sugerencia' },
    match: { from: ['pending', 'suggested', 'partially_matched'], to: 'matched', label: 'Conciliar' },
    match_part: {
      from: ['pending', 'suggested', 'partially_matched'],
      to: 'partially_matched',
      label: 'Conciliar en parte',
    },
    book: {
      from: ['pending', 'suggested', 'partially_matched'],
      to: 'booked_direct',
      label: 'Nuevo asiento',
    },
    ignore: { from: ['pending', 'suggested'], to: 'ignored', label: 'Ignorar' },
    undo: {
      from: ['partially_matched', 'matched', 'booked_direct', 'ignored'],
      to: 'pending',
      label: 'Deshacer',
    },
  },
})

export type StatementLineStatus = keyof typeof statementLineWorkflow.states
