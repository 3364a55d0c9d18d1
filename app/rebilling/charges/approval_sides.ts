import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import type { Charge } from '#app/rebilling/charges/charge'
import { REBILLING } from '#app/rebilling/rebilling_labels'
import { type ApprovalQuestion, type Candidate, listCandidates } from '#app/sites/queries/eligible_approvers'
import { requiredApprovals } from '#app/sites/queries/required_approvals'

/** What one of the two companies has approved and needs, and who may decide for it. */
export type ApprovalSide = {
  siteId: number
  code: string
  name: string
  given: number
  required: number
  question: ApprovalQuestion
  candidates: Candidate[]
}

type Asked = Pick<Charge, 'id' | 'originSiteId' | 'targetSiteId' | 'totalMinor'>

/** The approvals of a charge as it is now, company by company; nobody who had a hand in it or in its rule is a candidate. */
export async function approvalSides(
  charge: Asked,
  client?: Client
): Promise<{ fingerprint: string; sides: ApprovalSide[] }> {
  const { id, originSiteId, targetSiteId, totalMinor } = charge
  const { fingerprint, origin, target } = await oneRow<{
    fingerprint: string
    origin: number
    target: number
  }>(
    `select rebilling_fingerprint(t) as fingerprint, rebilling_site_approvals(t, t.origin_site_id)::int as origin, rebilling_site_approvals(t, t.target_site_id)::int as target
       from rebilling_transactions t where t.id = :id`,
    { id },
    client
  )
  const hands = await rows<{ userId: number }>(
    `select user_id from document_hands where document_type = '${REBILLING}' and document_id = :id and act = 'wrote'`,
    { id },
    client
  )
  const names = await rows<{ id: number; code: string; name: string }>(
    `select id, code, legal_name::text as name from sites where id in (:originSiteId, :targetSiteId)`,
    { originSiteId, targetSiteId },
    client
  )
  const sides: ApprovalSide[] = []
  for (const { siteId, given } of [
    { siteId: originSiteId, given: origin },
    { siteId: targetSiteId, given: target },
  ]) {
    const asked = { siteId, kind: 'rebilling' as const, amountMinor: totalMinor }
    const question: ApprovalQuestion = {
      ...asked,
      excludedUserIds: hands.map(({ userId }) => userId),
      documentType: REBILLING,
      documentId: id,
    }
    const required = await requiredOf(charge, asked, client)
    const site = names.find((found) => found.id === siteId)
    sides.push({
      siteId,
      code: site?.code ?? '',
      name: site?.name ?? '',
      given,
      required: Math.max(1, required),
      question,
      candidates: await listCandidates(question, client),
    })
  }
  return { fingerprint, sides }
}

/** By its amount and those of the same two companies in the days that the policy adds up (area 02). */
async function requiredOf(
  { id, originSiteId, targetSiteId }: Asked,
  asked: { siteId: number; kind: 'rebilling'; amountMinor: number },
  client?: Client
): Promise<number> {
  const alone = await requiredApprovals(asked, client)
  if (alone.aggregateDays === 0) return alone.required
  const { siblings } = await oneRow<{ siblings: number }>(
    `select coalesce(sum(abs(total_minor)), 0)::bigint as siblings from rebilling_transactions
      where origin_site_id = :originSiteId and target_site_id = :targetSiteId and id <> :id and approved_at > now() - make_interval(days => :days)`,
    { id, originSiteId, targetSiteId, days: alone.aggregateDays },
    client
  )
  const amountMinor = Math.abs(asked.amountMinor) + siblings
  return (await requiredApprovals({ ...asked, amountMinor }, client)).required
}
