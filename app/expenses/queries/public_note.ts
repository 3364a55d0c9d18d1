import { findNoteOfLink } from '#app/expenses/public/note_link'
import { type ExpenseNoteStatus, noteBadge } from '#app/expenses/workflows/expense_note_workflow'
import { oneRow, rows } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import type { MoneyJson } from '#app/kernel/money/money'
import type { Tone } from '#app/kernel/workflow'

export type PublicNote = {
  number: string
  title: string
  status: { label: string; tone: Tone }
  text: string
  total: MoneyJson
  approved: MoneyJson | null
  /** The last four of the account: never more is shown back. */
  iban: string | null
  reason: string | null
  infoRequest: string | null
  canAnswer: boolean
  canCancel: boolean
  files: string[]
  steps: { label: string; at: string }[]
}

const TEXTS: Record<ExpenseNoteStatus, string> = {
  received: 'Hemos recibido su nota de gastos. La revisaremos en los próximos días.',
  in_review: 'Estamos revisando su nota y sus justificantes.',
  info_requested: 'Necesitamos que complete la información de abajo para seguir.',
  approved: 'Su nota está aprobada. La pagaremos en la próxima remesa.',
  in_payment: 'El pago está en curso.',
  paid: 'La nota está pagada.',
  rejected: 'No hemos podido aceptar la nota.',
  cancelled: 'La nota está cancelada.',
}

/** What the holder of a secret link may know of a note, and no more; null for a link that says nothing. */
export async function findPublicNote(token: string): Promise<PublicNote | null> {
  const noteId = await findNoteOfLink(token)
  if (noteId === null) return null
  const note = await oneRow<{
    number: string
    title: string
    status: ExpenseNoteStatus
    totalMinor: number
    approvedMinor: number
    currency: string
    iban: string | null
    rejectionReason: string | null
    infoRequest: string | null
  }>(
    `select number, title, status, total_minor, approved_minor, currency, iban, rejection_reason, info_request from expense_notes where id = :noteId`,
    { noteId }
  )
  const isOwed = ['approved', 'in_payment', 'paid'].includes(note.status)
  return {
    number: note.number,
    title: note.title,
    status: noteBadge(note.status),
    text: TEXTS[note.status],
    total: { minor: note.totalMinor, currency: note.currency },
    approved: isOwed ? { minor: note.approvedMinor, currency: note.currency } : null,
    iban: note.iban ? `•••• ${lastFour(note.iban)}` : null,
    reason: note.rejectionReason,
    infoRequest: note.status === 'info_requested' ? note.infoRequest : null,
    canAnswer: note.status === 'info_requested',
    canCancel: ['received', 'in_review', 'info_requested'].includes(note.status),
    files: await fileNames(noteId),
    steps: await stepsOf(noteId),
  }
}

async function fileNames(noteId: number): Promise<string[]> {
  const found = await rows<{ name: string }>(
    `select s.name from expense_note_files f join files s on s.id = f.file_id where f.note_id = :noteId order by f.id`,
    { noteId }
  )
  return found.map(({ name }) => name)
}

/** The states it went through, without who or why. */
async function stepsOf(noteId: number): Promise<PublicNote['steps']> {
  const found = await rows<{ to: ExpenseNoteStatus; at: Date }>(
    `select to_status as "to", at from audit_events where object_type = 'expense_note' and object_id = :noteId and to_status is not null order by at, id`,
    { noteId }
  )
  return found.map(({ to, at }) => ({ label: noteBadge(to).label, at: at.toISOString() }))
}

/** The note of a number and a tax number, with where its claimant is written to; null unless both are its own. */
export async function findNoteByNumber(
  number: string,
  taxId: string
): Promise<{ id: number; email: string; name: string } | null> {
  const [found] = await rows<{ id: number; email: string; name: string }>(
    `select id, claimant_email::text as email, claimant_name as name from expense_notes
      where number = :number and claimant_tax_id = :taxId and claimant_email is not null and (final_at is null or final_at > now() - interval '12 months')`,
    { number, taxId }
  )
  return found ?? null
}
