import { type Actor, SYSTEM } from '#app/audit/record_event'
import { lockNote, moveNote } from '#app/expenses/actions/note_state'
import { tellClaimant, writeToClaimant } from '#app/expenses/actions/tell_claimant'
import { expenseNoteWorkflow } from '#app/expenses/workflows/expense_note_workflow'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** The bank paid so much of a note, or gave it back where negative, in cents. Throws E_OVERPAID. */
export async function settleNote(
  noteId: number,
  amountMinor: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const note = await lockNote(noteId, trx)
  if (amountMinor > 0) expenseNoteWorkflow.next(note.status, 'settle')
  const settled = note.settledMinor + amountMinor
  if (settled < 0 || settled > note.approvedMinor)
    throw new DomainError('E_OVERPAID', 'El importe supera lo pendiente de la nota de gastos.')
  note.settledMinor = settled
  if (settled === note.approvedMinor) {
    await moveNote(note, 'settle', { actor }, trx)
    await tellClaimant(note, 'paid', {}, trx)
  } else if (note.status === 'paid') await moveNote(note, 'give_back', { actor }, trx)
  else await note.save()
}

/** How many payments of a note are under way; `hasFailed` where the last one came to nothing after the bank had it. */
export async function followPayments(
  noteId: number,
  { live, hasFailed }: { live: number; hasFailed: boolean },
  trx: Transaction
): Promise<void> {
  const note = await lockNote(noteId, trx)
  if (live > 0 && note.status === 'approved') await moveNote(note, 'order', { actor: SYSTEM }, trx)
  if (live === 0 && note.status === 'in_payment') await moveNote(note, 'give_back', { actor: SYSTEM }, trx)
  if (live > 0 || note.status !== 'approved' || !hasFailed) return
  await writeToClaimant(
    note,
    {
      subject: 'Nota de gastos {numero}: estamos revisando el pago',
      body: '{nombre}:\n\nEl pago de su nota de gastos {numero} no se ha podido completar. Estamos revisando el pago y le escribiremos cuando se haya hecho.\n\n{enlace_estado}',
    },
    trx
  )
}
