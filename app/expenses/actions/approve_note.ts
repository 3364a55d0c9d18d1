import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { keepDoubts, lockNote, moveNote } from '#app/expenses/actions/note_state'
import { postNote, takeNoteBack } from '#app/expenses/actions/post_note'
import { type Reduction, reduceLines } from '#app/expenses/actions/reduce_lines'
import { tellClaimant } from '#app/expenses/actions/tell_claimant'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { noteRebilling } from '#app/expenses/ports'
import { askApproval, noteFingerprint } from '#app/expenses/queries/note_approval'
import { noteDoubts } from '#app/expenses/queries/note_doubts'
import { expenseNoteWorkflow } from '#app/expenses/workflows/expense_note_workflow'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { paymentsOf } from '#app/ledger/document_payments'
import { recordOverride } from '#app/sites/actions/override_approval'
import { countApprovals, recordApproval, revokeDecisions } from '#app/sites/actions/record_decision'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'

type Decision = {
  noteId: number
  shownFingerprint: string
  actor: Actor
  /** Lines of which less is approved, each with why. */
  reductions?: readonly Reduction[]
  /** Somebody looked at the notes or invoices that it resembles and stands by it. */
  confirmDuplicate?: boolean
}
type Approval = Decision & { comment?: string | null }
type Override = Decision & { reason: string }

export type NoteApproval = { given: number; required: number; isApproved: boolean }

/**
 * Approves what was shown, less what is taken off its lines. With the last approval it needs, it is posted on that day and
 * the claimant is told. Throws E_CHANGED, E_FOUR_EYES, E_LIMIT, E_ALREADY, at `confirm_duplicate`, at `lines.{n}`, and
 * what is missing to pay it.
 */
export function approveNote({ comment = null, ...decision }: Approval): Promise<NoteApproval> {
  return decide({ ...decision, comment }, (_note, shown, trx) => {
    const ownWorkMessage = 'No puede aprobar su propia nota ni una que haya modificado.'
    return recordApproval({ ...shown, comment, ownWorkMessage }, trx)
  })
}

/**
 * The emergency approval of the system role (area 02), where nobody may approve the note: the same checks, and the
 * refusals of `recordOverride`.
 */
export function overrideNoteApproval({ reason, ...decision }: Override): Promise<NoteApproval> {
  return decide({ ...decision, comment: reason }, ({ id, number, currency }, shown, trx) =>
    recordOverride(
      {
        ...shown,
        reason,
        document: { name: `la nota de gastos ${number}`, currency, path: `/payexpenses/${id}` },
      },
      trx
    )
  )
}

type Shown = {
  question: ApprovalQuestion
  actor: Actor
  shownFingerprint: string
  fingerprint: string
  changedMessage: string
}
type Record = (note: ExpenseNote, shown: Shown, trx: Transaction) => Promise<void>
type Commented = Decision & { comment: string | null }

/** What is approved is the note as it was shown, less what this approval takes off it: that has a fingerprint of its own. */
function decide(decision: Commented, record: Record): Promise<NoteApproval> {
  return inTransaction(async (trx) => {
    const { actor } = decision
    const note = await lockNote(decision.noteId, trx)
    expenseNoteWorkflow.next(note.status, 'approve')
    if ((await noteFingerprint(note.id, trx)) !== decision.shownFingerprint) throw changed()
    await refuseUnready(note, decision, trx)
    if (await reduceLines(note, decision.reductions ?? [], actor, trx))
      await revokeDecisions('expense_note', note.id, trx)
    if (note.approvedMinor === 0)
      throw new DomainError('E_NOTHING', 'No queda nada que aprobar: rechace la nota.')
    const { siteId } = note
    if (siteId === null) throw new Error(`Note ${note.id} is ready without a company`)
    const { question, required } = await askApproval(note, siteId, trx)
    const fingerprint = await noteFingerprint(note.id, trx)
    const changedMessage = changed().message
    await record(note, { question, actor, shownFingerprint: fingerprint, fingerprint, changedMessage }, trx)
    const given = (await countApprovals('expense_note', [note.id], trx)).get(note.id) ?? 0
    note.requiredApprovals = required
    if (given >= required) await finish(note, decision, trx)
    else await noteApproval(note, actor, `${given} de ${required}`, trx)
    return { given, required, isApproved: given >= required }
  })
}

const changed = () =>
  new DomainError('E_CHANGED', 'La nota ha cambiado desde que la abrió. Revísela de nuevo.')

/** Last but the mail comes the entry: the year is held only for the end of the transaction. */
async function finish(note: ExpenseNote, { actor, comment }: Commented, trx: Transaction): Promise<void> {
  await tellClaimant(note, 'approved', { userId: actor.userId }, trx)
  const { entryId, postedOn, version } = await postNote(note, actor, trx)
  note.merge({ approvedAt: DateTime.now(), postedOn, postingVersion: version, journalEntryId: entryId })
  await moveNote(note, 'approve', { actor, reason: comment }, trx)
}

async function noteApproval(
  note: ExpenseNote,
  actor: Actor,
  reason: string,
  trx: Transaction
): Promise<void> {
  await note.save()
  await recordEvent(
    {
      actor,
      objectType: 'expense_note',
      objectId: note.id,
      siteId: note.siteId,
      event: 'expense_note.approval_given',
      reason,
    },
    trx
  )
}

/** What has to be put right before anybody can approve it. */
async function refuseUnready(
  note: ExpenseNote,
  { confirmDuplicate, actor }: Decision,
  trx: Transaction
): Promise<void> {
  const doubts = await noteDoubts(note, trx)
  const stops = doubts.find(({ code }) => ['unknown_claimant', 'no_site', 'no_bank'].includes(code))
  if (stops) throw new DomainError('E_UNREADY', stops.message)
  const differs = doubts.find(({ code }) => code === 'iban_differs')
  if (differs && note.ibanConfirmedBy === null)
    throw new DomainError(
      'E_IBAN',
      'El IBAN de la nota es distinto del registrado: contabilidad sénior debe confirmarlo antes con el solicitante.'
    )
  const twin = doubts.find(({ code }) => code === 'duplicate')
  if (twin && !confirmDuplicate && note.duplicateConfirmedBy === null)
    throw new DomainError('E_DUPLICATE', `${twin.message} Confirme que no es un duplicado.`, {
      field: 'confirm_duplicate',
    })
  if (twin && confirmDuplicate) note.duplicateConfirmedBy = actor.userId
}

/** Takes an approval back while nothing of it is being paid: its entry is reversed and it is reviewed again. */
export async function undoApproval(noteId: number, reason: string, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  await inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    expenseNoteWorkflow.next(note.status, 'undo_approval')
    if (note.rebilledAt !== null || (await noteRebilling.one().isCharged(noteId, trx)))
      throw new DomainError('E_REBILLED', 'La nota ya está refacturada: no se puede anular su aprobación.')
    const payments = await paymentsOf('expense_note', [noteId], trx)
    const live = payments.findLast(({ status }) => !['cancelled', 'failed', 'returned'].includes(status))
    if (live) throw new DomainError('E_LIVE_ORDER', `La nota está incluida en el pago ${live.number}.`)
    const { journalEntryId } = note
    if (journalEntryId === null) throw new Error(`Note ${noteId} is approved without an entry`)
    await revokeDecisions('expense_note', noteId, trx)
    note.merge({ journalEntryId: null, approvedAt: null, postedOn: null, requiredApprovals: null })
    await moveNote(note, 'undo_approval', { actor, reason: why }, trx)
    await keepDoubts(note, trx)
    await takeNoteBack({ entryId: journalEntryId, reason: why, actor }, trx)
  })
}
