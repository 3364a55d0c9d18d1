import { peoplePaid } from '#app/employees/queries/people_paid'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'
import { requiredApprovals } from '#app/sites/queries/required_approvals'

/** Hash of what an approver sees and decides on; the database works it out and compares it too. */
export async function noteFingerprint(noteId: number, client?: Client): Promise<string> {
  const { fingerprint } = await oneRow<{ fingerprint: string }>(
    `select expense_note_fingerprint(n) as fingerprint from expense_notes n where n.id = :noteId`,
    { noteId },
    client
  )
  return fingerprint
}

/**
 * Who may approve a note and how many must: nobody who sent it in, is paid by it, said whose it is or put its lines right.
 * The number follows from it and what the same person was approved in the days that the policy adds up (area 02).
 */
export async function askApproval(
  note: ExpenseNote,
  siteId: number,
  client?: Client
): Promise<{ question: ApprovalQuestion; required: number }> {
  const policy = { siteId, kind: 'expense_note' as const, amountMinor: note.approvedMinor }
  const alone = await requiredApprovals(policy, client)
  const { required } =
    alone.aggregateDays === 0
      ? alone
      : await requiredApprovals(
          { ...policy, amountMinor: await amountWithSiblings(note, siteId, alone.aggregateDays, client) },
          client
        )
  return {
    question: {
      ...policy,
      excludedUserIds: await handsInNote(note, client),
      documentType: 'expense_note',
      documentId: note.id,
    },
    required: Math.max(required, 1),
  }
}

/** Who sent it in, who it is paid to, who said whose it is, and everybody who ever changed it. */
export async function handsInNote(
  { id, employeeId }: Pick<ExpenseNote, 'id' | 'employeeId'>,
  client?: Client
): Promise<number[]> {
  const written = await rows<{ userId: number }>(
    `select user_id from document_hands where document_type = 'expense_note' and document_id = :id and act = 'wrote'`,
    { id },
    client
  )
  const payees = await peoplePaid(employeeId === null ? [] : [employeeId], client)
  return [...written.map(({ userId }) => userId), ...[...payees.values()].flat()]
}

async function amountWithSiblings(
  note: ExpenseNote,
  siteId: number,
  days: number,
  client?: Client
): Promise<number> {
  const { siblings } = await oneRow<{ siblings: number }>(
    `select coalesce(sum(approved_minor), 0)::bigint as siblings from expense_notes
      where site_id = :siteId and claimant_tax_id = :taxId and id <> :id and status in ('approved', 'in_payment', 'paid') and approved_at > now() - make_interval(days => :days)`,
    { siteId, taxId: note.claimantTaxId, id: note.id, days },
    client
  )
  return note.approvedMinor + siblings
}
