import type { Actor } from '#app/audit/record_event'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { today } from '#app/kernel/time/calendar_date'
import type { ApprovalKind } from '#app/sites/approval_kinds'
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
 */
export async function recordApproval(input: Input, trx: Transaction): Promise<void> {
  const { question, fingerprint } = input
  await recordApprovals(
    {
      ...input,
      documents: [{ documentId: question.documentId, amountMinor: question.amountMinor, fingerprint }],
    },
    trx
  )
}

/** A part of what is decided at once, as it is now. */
type Part = { documentId: number; amountMinor: number; fingerprint: string }

/**
 * One decision over many documents (area 28 §3.1): `question.amountMinor` is their total, which the person's limits are
 * held against, `question.documentId` one of them; the same refusals. Each gets its own record, with its own fingerprint.
 */
export async function recordApprovals(
  { documents, ...input }: Input & { documents: readonly Part[] },
  trx: Transaction
): Promise<void> {
  const { question, actor, fingerprint } = input
  if (input.shownFingerprint !== fingerprint) throw new DomainError('E_CHANGED', input.changedMessage)
  if (question.excludedUserIds.includes(actor.userId)) throw new DomainError('E_FOUR_EYES', ownWork(input))
  await lockApprover(actor, question.siteId, trx)
  const candidates = await listCandidates(question, trx)
  const candidate = candidates.find((found) => found.userId === actor.userId)
  refuseUnlessEligible(candidate)
  await execute(
    `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor, approval_id, on_behalf_of, comment)
     select :documentType, d.id, :siteId::bigint, :userId::bigint, 'approve', d.fingerprint, d.amount_minor, :approvalId::bigint, :onBehalfOf::bigint, :comment
       from unnest(:ids::bigint[], :fingerprints::text[], :amounts::bigint[]) as d(id, fingerprint, amount_minor)`,
    {
      documentType: question.documentType,
      siteId: question.siteId,
      userId: actor.userId,
      approvalId: candidate?.approvalId ?? null,
      onBehalfOf: candidate?.onBehalfOf ?? null,
      comment: input.comment ?? null,
      ids: documents.map(({ documentId }) => documentId),
      fingerprints: documents.map((part) => part.fingerprint),
      amounts: documents.map(({ amountMinor }) => amountMinor),
    },
    trx
  )
}

/** That it is their own work, and what of it was where that is known. */
function ownWork({ question, actor, ownWorkMessage }: Input): string {
  const why = question.whyExcluded?.get(actor.userId ?? 0)
  return why ? `${ownWorkMessage} ${why}.` : ownWorkMessage
}

/**
 * One decision of a person at a time, and one of an approval: what was approved today is summed before the next one is
 * added, also that of who stands in for its holder.
 */
async function lockApprover({ userId }: Actor, siteId: number, trx: Transaction): Promise<void> {
  await execute(`select pg_advisory_xact_lock(hashtext('approver'), :userId::int)`, { userId }, trx)
  await rows(
    `select id from approvals where site_id = :siteId and status = 'active' and (user_id = :userId or delegate_user_id = :userId)
      order by id for no key update`,
    { siteId, userId },
    trx
  )
}

/** A document as it is now, whose approvals are looked at again. */
export type ApprovedDocument = {
  documentId: number
  amountMinor: number
  fingerprint: string
  excludedUserIds: (number | null)[]
}

/** Somebody whose approval counts, and the company that they answered for. */
export type Approver = { userId: number; siteId: number }

/**
 * Who has approved each document and still counts: the person is confirmed, they and one of their approvals are active,
 * in scope and within the limit, they had no hand in it, and it is what they saw; an emergency approval stands by the system role
 * alone. Others' decisions are as if never given.
 */
export async function standingApprovers(
  { documentType, kind }: { documentType: string; kind: ApprovalKind },
  documents: readonly ApprovedDocument[],
  trx: Transaction
): Promise<Map<number, Approver[]>> {
  const found = await rows<Approver & { documentId: number }>(
    `with held as materialized (
        select a.site_id, a.user_id, case when bool_or(a.max_amount_minor is null) then null else max(a.max_amount_minor) end as max_minor
          from approvals a join approval_kinds k on k.approval_id = a.id and k.kind = :kind and k.period @> :today::date
         where a.status = 'active' group by a.site_id, a.user_id)
     select w.id as document_id, d.user_id, d.site_id
       from unnest(:ids::bigint[], :fingerprints::text[], :amounts::bigint[]) as w(id, fingerprint, amount_minor)
       join approval_decisions d on d.document_type = :documentType and d.document_id = w.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = w.fingerprint
       join users u on u.id = d.user_id and u.status = 'active' and is_confirmed(u.id) and is_confirmed(d.on_behalf_of)
        and (u.role in ('s1st3ma', 'aprobador') or (u.role = 'superC0ntab1l1dad' and :kind in ('invoice', 'expense_note')))
        and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = d.site_id))
       left join held h on h.site_id = d.site_id and h.user_id = coalesce(d.on_behalf_of, d.user_id)
      where (d.is_override and u.role = 's1st3ma') or h.user_id is not null and (h.max_minor is null or h.max_minor >= abs(w.amount_minor))`,
    {
      documentType,
      kind,
      today: today(),
      ids: documents.map(({ documentId }) => documentId),
      fingerprints: documents.map(({ fingerprint }) => fingerprint),
      amounts: documents.map(({ amountMinor }) => amountMinor),
    },
    trx
  )
  const byDocument = Map.groupBy(found, ({ documentId }) => documentId)
  return new Map(
    documents.map(({ documentId, excludedUserIds }) => [
      documentId,
      (byDocument.get(documentId) ?? [])
        .filter(({ userId }) => !excludedUserIds.includes(userId))
        .map(({ userId, siteId }) => ({ userId, siteId })),
    ])
  )
}

/** Voids the approvals of a document that no longer count. Gives how many there were. */
export function revokeAllBut(
  userIds: readonly number[],
  { documentType, documentId }: { documentType: string; documentId: number },
  trx: Transaction
): Promise<number> {
  return execute(
    `update approval_decisions set revoked_at = now() where document_type = :documentType and document_id = :documentId and revoked_at is null
        and not (user_id = any(:userIds::bigint[]))`,
    { documentType, documentId, userIds },
    trx
  )
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
  return revokeAllDecisions(documentType, [documentId], trx)
}

/** The same for many documents. */
export function revokeAllDecisions(
  documentType: string,
  documentIds: readonly number[],
  trx: Transaction
): Promise<number> {
  return execute(
    `update approval_decisions set revoked_at = now() where document_type = :documentType and document_id = any(:documentIds::bigint[]) and revoked_at is null`,
    { documentType, documentIds },
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
