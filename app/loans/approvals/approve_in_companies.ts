import type { Actor } from '#app/audit/record_event'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { recordApproval } from '#app/sites/actions/record_decision'
import { type ApprovalQuestion, listCandidates } from '#app/sites/queries/eligible_approvers'
import { requiredApprovals } from '#app/sites/queries/required_approvals'

/** A document that every company in it approves: a loan, a netting. Amounts in cents. */
export type SharedDocument = {
  documentType: 'loan' | 'loan_compensation'
  documentId: number
  siteIds: readonly number[]
  amountMinor: number
  fingerprint: string
}

export type CompanyApprovals = { siteId: number; given: number; required: number }

type Approving = SharedDocument & {
  shownFingerprint: string
  actor: Actor
  comment: string | null
  ownWorkMessage: string
  changedMessage: string
}

/**
 * Approves a document in every company that still needs it and in which the person may, one decision each (area 31). Throws
 * what `recordApproval` throws where they may in none: E_CHANGED, E_FOUR_EYES, E_ALREADY, E_LIMIT, E_NOT_APPROVER. Gives
 * where each company stands afterwards.
 */
export async function approveInCompanies(
  approving: Approving,
  trx: Transaction
): Promise<CompanyApprovals[]> {
  const waiting = (await companyApprovals(approving, trx)).filter(({ given, required }) => given < required)
  const able: number[] = []
  for (const { siteId } of waiting) {
    const candidates = await listCandidates(await questionOf(approving, siteId, trx), trx)
    if (candidates.some(({ userId, reason }) => userId === approving.actor.userId && reason === null))
      able.push(siteId)
  }
  // Where they may in none, the first says why.
  const [first] = waiting
  const approved = able.length > 0 ? able : first ? [first.siteId] : []
  for (const siteId of approved) {
    const question = await questionOf(approving, siteId, trx)
    await recordApproval({ ...approving, question }, trx)
  }
  return companyApprovals(approving, trx)
}

/** How many approvals that still count each company has given, and how many it needs. */
export async function companyApprovals(
  document: SharedDocument,
  trx?: Transaction
): Promise<CompanyApprovals[]> {
  const found: CompanyApprovals[] = []
  for (const siteId of document.siteIds) {
    const { required } = await requiredApprovals(
      { siteId, kind: 'loan', amountMinor: document.amountMinor },
      trx
    )
    const { given } = await oneRow<{ given: number }>(
      `select loan_approvals(:documentType, :documentId::bigint, :siteId::bigint, :fingerprint)::int as given`,
      { ...document, siteId },
      trx
    )
    found.push({ siteId, given, required: Math.max(1, required) })
  }
  return found
}

/** Who may decide it in a company: nobody who wrote it. */
export async function questionOf(
  { documentType, documentId, amountMinor }: SharedDocument,
  siteId: number,
  trx?: Transaction
): Promise<ApprovalQuestion> {
  const hands = await rows<{ userId: number }>(
    `select user_id from document_hands where document_type = :documentType and document_id = :documentId and act = 'wrote'`,
    { documentType, documentId },
    trx
  )
  return {
    siteId,
    kind: 'loan',
    amountMinor,
    excludedUserIds: hands.map(({ userId }) => userId),
    documentType,
    documentId,
  }
}
