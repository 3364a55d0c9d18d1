import { rows } from '#app/kernel/database/sql'
import { companyApprovals, questionOf, type SharedDocument } from '#app/loans/approvals/approve_in_companies'
import { listCandidates } from '#app/sites/queries/eligible_approvers'

export type ApprovalRow = {
  company: string
  given: number
  required: number
  canApprove: boolean
  /** Why this person may not give one; null where they may. */
  hindrance: string | null
  /** Who may, by name. */
  able: string[]
}

/** Where each company stands with the approvals of a document, and what keeps a person from giving one. */
export async function approvalRows(document: SharedDocument, userId: number): Promise<ApprovalRow[]> {
  const companies = await companyApprovals(document)
  const named = await rows<{ id: number; name: string }>(
    `select id, legal_name::text as name from sites where id = any(:ids::bigint[])`,
    { ids: [...document.siteIds] }
  )
  return Promise.all(
    companies.map(async ({ siteId, given, required }) => {
      const candidates = await listCandidates(await questionOf(document, siteId))
      const own = candidates.find((candidate) => candidate.userId === userId)
      return {
        company: named.find(({ id }) => id === siteId)?.name ?? '',
        given,
        required,
        canApprove: given < required && own?.reason === null,
        hindrance: own ? own.reason : 'No tiene aprobaciones de préstamos en esta empresa',
        able: candidates.filter(({ reason }) => reason === null).map(({ name }) => name),
      }
    })
  )
}
