import { fillText, type Variables } from '#app/expenses/email_text'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { makeNoteLink } from '#app/expenses/public/note_link'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { queueMail } from '#app/mail/queue_mail'

type Letter = { subject: string; body: string; templateId: number | null }
type Sending = { to: string; cc?: string | null; userId: number | null; fileIds?: number[] }

/** Tells the claimant with the house's text of this kind, where an e-mail is known. The mail brings a link of its own. */
export async function tellClaimant(
  note: ExpenseNote,
  kind: 'info_request' | 'approved' | 'rejected' | 'paid',
  { reason = '', userId = null }: { reason?: string; userId?: number | null },
  trx: Transaction
): Promise<void> {
  if (!note.claimantEmail) return
  const template = await row<{ id: number; subject: string; body: string }>(
    `select id, subject, body from email_templates where kind = :kind and is_active order by id limit 1`,
    { kind },
    trx
  )
  if (!template) return
  await sendLetter(
    note,
    { subject: template.subject, body: template.body, templateId: template.id },
    { to: note.claimantEmail, userId },
    reason,
    trx
  )
}

/** Says something for which the house has no text of its own. */
export async function writeToClaimant(
  note: ExpenseNote,
  { subject, body }: { subject: string; body: string },
  trx: Transaction
): Promise<void> {
  if (!note.claimantEmail) return
  const letter = { subject, body, templateId: null }
  await sendLetter(note, letter, { to: note.claimantEmail, userId: null }, '', trx)
}

/** Fills a letter in, queues it and keeps it among the messages of the note, where its way can be followed. */
export async function sendLetter(
  note: ExpenseNote,
  letter: Letter,
  { to, cc = null, userId, fileIds = [] }: Sending,
  reason: string,
  trx: Transaction
): Promise<void> {
  const { url } = await makeNoteLink(note.id, trx)
  const variables = { ...(await variablesOf(note, reason, trx)), enlace_estado: url }
  const subject = oneLine(fillText(letter.subject, variables))
  const body = fillText(letter.body, variables)
  const mailId = await queueMail(
    { to, cc, subject, body, objectType: 'expense_note', objectId: note.id, fileIds },
    trx
  )
  await execute(
    `insert into expense_note_messages (note_id, direction, "to", cc, subject, body, template_id, outgoing_mail_id, user_id)
     values (:noteId, 'out', :to, :cc, :subject, :body, :templateId, :mailId, :userId)`,
    {
      noteId: note.id,
      to,
      cc,
      subject,
      // A link that leads in is not kept where others read it.
      body: body.replaceAll(url, '(enlace de estado)'),
      templateId: letter.templateId,
      mailId,
      userId,
    },
    trx
  )
}

/** What the variables of a text stand for; the link is made when the mail is. */
export async function variablesOf(note: ExpenseNote, reason: string, trx?: Transaction): Promise<Variables> {
  const { company } = await oneRow<{ company: string }>(
    `select coalesce((select legal_name::text from sites where id = :siteId), 'la empresa') as company`,
    { siteId: note.siteId },
    trx
  )
  return {
    nombre: note.claimantName,
    numero: note.number,
    empresa: company,
    importe: formatAmount(note.approvedMinor, note.currency),
    motivo: reason,
    enlace_estado: '(enlace de estado)',
  }
}

/** A subject is one line, whatever was filled in. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
