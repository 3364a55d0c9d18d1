import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { FILES_MAX, keepReceipts, refuseUnfit, type SentReceipt } from '#app/expenses/actions/keep_receipts'
import { keepDoubts, lockNote, moveNote } from '#app/expenses/actions/note_state'
import { refuseOtherReviewer } from '#app/expenses/actions/review_lock'
import { tellClaimant } from '#app/expenses/actions/tell_claimant'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { expenseNoteWorkflow } from '#app/expenses/workflows/expense_note_workflow'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { revokeDecisions } from '#app/sites/actions/record_decision'

export const REASON_MIN = 10

/** Somebody takes a note out of the tray and looks at it. */
export function takeUpNote(noteId: number, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    note.reviewUserId = actor.userId
    await moveNote(note, 'take_up', { actor }, trx)
  })
}

/** Asks the claimant for what is missing, by mail and on the page of its status. */
export function askForInformation(noteId: number, message: string, actor: Actor): Promise<void> {
  const text = longEnough(message, 'Escriba qué información falta.')
  return inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    await refuseOtherReviewer(note, actor, trx)
    note.merge({ infoRequest: text, infoRequestedAt: DateTime.now(), remindedTimes: 0 })
    await revokeDecisions('expense_note', noteId, trx)
    await moveNote(note, 'ask', { actor, reason: text }, trx)
    await tellClaimant(note, 'info_request', { reason: text, userId: actor.userId }, trx)
  })
}

type Answer = { noteId: number; text: string; receipts: readonly SentReceipt[]; actor: Actor }

/** The claimant answers, with further receipts: it is reviewed again. Throws at `text` and `files.{n}`. */
export async function answerNote({ noteId, text, receipts, actor }: Answer): Promise<void> {
  const body = text.trim()
  if (body.length < 2 && receipts.length === 0)
    throw new DomainError('E_ANSWER', 'Escriba su respuesta o añada un justificante.', { field: 'text' })
  await refuseUnfit(receipts)
  await inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    expenseNoteWorkflow.next(note.status, 'answer')
    await refuseTooMany(noteId, receipts.length, trx)
    await execute(
      `insert into expense_note_messages (note_id, direction, body, user_id) values (:noteId, 'in', :body, :userId)`,
      { noteId, body: body || '(justificantes añadidos)', userId: actor.userId },
      trx
    )
    await keepReceipts(
      { noteId, number: note.number, siteId: note.siteId, lineIds: [] },
      receipts.map((receipt) => ({ ...receipt, line: null })),
      actor,
      trx
    )
    await moveNote(note, 'answer', { actor }, trx)
    await keepDoubts(note, trx)
  })
}

async function refuseTooMany(noteId: number, more: number, trx: Transaction): Promise<void> {
  const { files } = await oneRow<{ files: number }>(
    `select count(*)::int as files from expense_note_files where note_id = :noteId`,
    { noteId },
    trx
  )
  if (files + more > FILES_MAX)
    throw new DomainError('E_RECEIPT', `Una nota admite hasta ${FILES_MAX} ficheros.`, {
      field: 'files',
    })
}

/** Nothing of it is paid; the claimant learns why. Throws at `reason`. */
export function rejectNote(noteId: number, reason: string, actor: Actor): Promise<void> {
  const why = longEnough(reason, `Indique el motivo en al menos ${REASON_MIN} letras.`)
  return inTransaction(async (trx) => rejectLocked(await lockNote(noteId, trx), 'reject', why, actor, trx))
}

/** The same for a locked note; `expire` where nobody answered what was asked. */
export async function rejectLocked(
  note: ExpenseNote,
  transition: 'reject' | 'expire',
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  note.rejectionReason = reason
  await revokeDecisions('expense_note', note.id, trx)
  await moveNote(note, transition, { actor, reason }, trx)
  await tellClaimant(note, 'rejected', { reason, userId: actor.userId }, trx)
}

/** Taken back by who sent it in, or by accounting. */
export function cancelNote(noteId: number, reason: string | null, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    await revokeDecisions('expense_note', noteId, trx)
    await moveNote(note, 'cancel', { actor, reason }, trx)
  })
}

/** Senior accounting has asked the claimant, outside the form, about an account that is not the registered one. */
export function confirmIban(noteId: number, reason: string, actor: Actor): Promise<void> {
  const why = longEnough(reason, 'Indique cómo se ha comprobado.')
  return inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    if (note.status !== 'in_review')
      throw new DomainError('E_TRANSITION', 'La nota no está en revisión: recargue la página.')
    note.ibanConfirmedBy = actor.userId
    note.lockVersion += 1
    await note.save()
    await recordEvent(
      {
        actor,
        objectType: 'expense_note',
        objectId: noteId,
        siteId: note.siteId,
        event: 'expense_note.iban_confirmed',
        reason: why,
      },
      trx
    )
  })
}

function longEnough(text: string, message: string): string {
  const given = text.trim()
  if (given.length < REASON_MIN) throw new DomainError('E_REASON', message, { field: 'reason' })
  return given
}
