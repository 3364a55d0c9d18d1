import { type Actor, recordEvent } from '#app/audit/record_event'
import { sendLetter } from '#app/expenses/actions/tell_claimant'
import { refuseUnknownVariables } from '#app/expenses/email_text'
import ExpenseNote from '#app/expenses/models/expense_note'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export const TEMPLATE_KINDS = {
  info_request: 'Falta información',
  approved: 'Aprobada',
  rejected: 'Rechazada',
  paid: 'Pagada',
  free: 'Otro',
} as const
export type TemplateKind = keyof typeof TEMPLATE_KINDS

export type EmailDraft = {
  noteId: number
  to: string
  cc: string | null
  templateId: number | null
  subject: string
  body: string
  /** Receipts of the note that go with it. */
  receiptIds: number[]
}

/** Writes about a note; variables are filled in as it is sent. Throws at `subject`, `body` and `receipt_ids`. */
export async function sendNoteEmail(draft: EmailDraft, actor: Actor): Promise<void> {
  refuseUnknownVariables(draft.subject, 'subject')
  refuseUnknownVariables(draft.body, 'body')
  await inTransaction(async (trx) => {
    const note = await ExpenseNote.query({ client: trx }).where('id', draft.noteId).forUpdate().firstOrFail()
    await sendLetter(
      note,
      { subject: draft.subject, body: draft.body, templateId: draft.templateId },
      { to: draft.to, cc: draft.cc, userId: actor.userId, fileIds: await filesOf(draft, trx) },
      note.rejectionReason ?? note.infoRequest ?? '',
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'expense_note',
        objectId: note.id,
        siteId: note.siteId,
        event: 'expense_note.mail_sent',
        reason: draft.to,
      },
      trx
    )
  })
}

async function filesOf({ noteId, receiptIds }: EmailDraft, trx: Transaction): Promise<number[]> {
  const found = await rows<{ fileId: number }>(
    `select file_id from expense_note_files where note_id = :noteId and id = any(:receiptIds::bigint[]) order by id`,
    { noteId, receiptIds },
    trx
  )
  if (found.length !== new Set(receiptIds).size)
    throw new DomainError('E_RECEIPT', 'El justificante no es de esta nota.', { field: 'receipt_ids' })
  return found.map(({ fileId }) => fileId)
}

/** A mail that could not be sent waits no longer. Throws where it was sent, or is waiting anyhow. */
export async function resendEmail(noteId: number, messageId: number): Promise<void> {
  const again = await execute(
    `update outgoing_mails m set status = 'queued', attempts = 0, error = null, next_attempt_at = now()
       from expense_note_messages e where e.id = :messageId and e.note_id = :noteId and m.id = e.outgoing_mail_id and m.status <> 'sent'`,
    { noteId, messageId }
  )
  if (again === 0) throw new DomainError('E_MAIL', 'El correo ya se envió.')
}

export type TemplateDraft = {
  kind: TemplateKind
  name: string
  subject: string
  body: string
  isActive: boolean
}

/** A new text, or what becomes of one. Gives its key. Throws at `subject`, `body` and `name`. */
export async function saveTemplate(id: number | null, draft: TemplateDraft, actor: Actor): Promise<number> {
  refuseUnknownVariables(draft.subject, 'subject')
  refuseUnknownVariables(draft.body, 'body')
  try {
    return await inTransaction(async (trx) => {
      const saved = await oneRow<{ id: number }>(
        id === null
          ? `insert into email_templates (kind, name, subject, body, is_active, updated_by) values (:kind, :name, :subject, :body, :isActive, :userId) returning id`
          : `update email_templates set kind = :kind, name = :name, subject = :subject, body = :body, is_active = :isActive, updated_by = :userId where id = :id returning id`,
        { ...draft, ...(id === null ? {} : { id }), userId: actor.userId },
        trx
      )
      await recordEvent(
        {
          actor,
          objectType: 'email_template',
          objectId: saved.id,
          event: id === null ? 'email_template.created' : 'email_template.changed',
          reason: draft.name,
        },
        trx
      )
      return saved.id
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'email_templates_kind_name_key') throw error
    throw new DomainError('E_TEMPLATE', 'Ya hay una plantilla de este tipo con ese nombre.', {
      field: 'name',
      cause: error,
    })
  }
}
