import type { Actor } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money'
import { execute, rows, type Transaction } from '#app/kernel/sql'
import { type ApprovalQuestion, type Candidate, listCandidates } from '#app/sites/queries/eligible_approvers'

type Input = {
  question: ApprovalQuestion
  actor: Actor
  /** What the approver was shown; must equal what the document is now. */
  shownFingerprint: string
  fingerprint: string
  comment?: string | null
  /** Words for the four-eyes refusal of this kind of document. */
  ownWorkMessage: string
  changedMessage: string
}

/**
 * Records one approval of a document under its row lock. Throws E_CHANGED when the document is not what was
 * shown, E_FOUR_EYES for one's own work, E_ALREADY, E_LIMIT above the person's limit, E_NOT_APPROVER.
 * Gives how many approvals the document has now.
 */
export async function recordApproval(input: Input, trx: Transaction): Promise<number> {
  const { question, actor, fingerprint } = input
  if (input.shownFingerprint !== fingerprint) throw new DomainError('E_CHANGED', input.changedMessage)
  if (question.excludedUserIds.includes(actor.userId))
    throw new DomainError('E_FOUR_EYES', input.ownWorkMessage)
  const candidates = await listCandidates(question, trx)
  const candidate = candidates.find((found) => found.userId === actor.userId)
  refuseUnlessEligible(candidate)
  await execute(
    `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor, approval_id, on_behalf_of, comment)
     values (:documentType, :documentId, :siteId, :userId, 'approve', :fingerprint, :amountMinor, :approvalId, :onBehalfOf, :comment)`,
    {
      documentType: question.documentType,
      documentId: question.documentId,
      siteId: question.siteId,
      userId: actor.userId,
      fingerprint,
      amountMinor: question.amountMinor,
      approvalId: candidate?.approvalId ?? null,
      onBehalfOf: candidate?.onBehalfOf ?? null,
      comment: input.comment ?? null,
    },
    trx
  )
  const given = await countApprovals(question.documentType, [question.documentId], trx)
  return given.get(question.documentId) ?? 0
}

/** How many people have approved each of these documents; a document nobody approved is not in the answer. */
export async function countApprovals(
  documentType: string,
  documentIds: number[],
  trx: Transaction
): Promise<Map<number, number>> {
  const found = await rows<{ documentId: number; given: number }>(
    `select document_id, count(distinct user_id)::int as given from approval_decisions
      where document_type = :documentType and document_id = any(:documentIds::bigint[]) and decision = 'approve' and revoked_at is null group by document_id`,
    { documentType, documentIds },
    trx
  )
  return new Map(found.map(({ documentId, given }) => [documentId, given]))
}

/** Voids every decision on a document: it changed, or went back. Gives how many there were. */
export async function revokeDecisions(
  documentType: string,
  documentId: number,
  trx: Transaction
): Promise<number> {
  return execute(
    `update approval_decisions set revoked_at = now() where document_type = :documentType and document_id = :documentId and revoked_at is null`,
    { documentType, documentId },
    trx
  )
}

function refuseUnlessEligible(candidate: Candidate | undefined): void {
  if (!candidate)
    throw new DomainError('E_NOT_APPROVER', 'No tiene aprobaciones para este documento en esta empresa.')
  if (candidate.reason === null) return
  if (candidate.reason === 'Ya ha decidido')
    throw new DomainError('E_ALREADY', 'Ya ha aprobado este documento.')
  if (candidate.reason === 'Supera su límite') {
    throw new DomainError(
      'E_LIMIT',
      `El importe supera su límite de aprobación (${formatAmount(candidate.maxAmountMinor ?? 0, 'EUR')}).`
    )
  }
  if (candidate.reason === 'Supera su límite diario')
    throw new DomainError('E_LIMIT', 'El importe supera su límite diario de aprobación.')
  throw new DomainError('E_FOUR_EYES', `No puede aprobarlo: ${candidate.reason.toLowerCase()}.`)
}
