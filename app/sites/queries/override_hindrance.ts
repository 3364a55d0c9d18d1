import { UNCONFIRMED } from '#app/identity/queries/authority_changes'
import { type Client, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type ApprovalQuestion, listCandidates } from '#app/sites/queries/eligible_approvers'

const NAMED_MAX = 3

/**
 * Why a person may not give the emergency approval of a document (area 02: the system role, where nobody is eligible);
 * null when they may. Whoever had a hand in the document is held to four eyes here as everywhere, and counts once.
 */
export async function overrideHindrance(
  question: ApprovalQuestion,
  userId: number,
  client?: Client
): Promise<DomainError | null> {
  const { isSystem, isConfirmed, hasDecided } = await oneRow<{
    isSystem: boolean
    isConfirmed: boolean
    hasDecided: boolean
  }>(
    `select u.role = 's1st3ma' and u.status = 'active' as is_system, is_confirmed(u.id) as is_confirmed,
        exists (select 1 from approval_decisions d where d.document_type = :documentType and d.document_id = :documentId and d.site_id = :siteId
           and d.user_id = u.id and d.revoked_at is null) as has_decided
       from users u where u.id = :userId`,
    {
      userId,
      siteId: question.siteId,
      documentType: question.documentType,
      documentId: question.documentId,
    },
    client
  )
  if (!isSystem)
    return new DomainError('E_FORBIDDEN', 'Solo el rol de sistema puede dar una aprobación de emergencia.')
  if (!isConfirmed) return new DomainError('E_UNCONFIRMED', `${UNCONFIRMED}: hasta entonces no aprueba.`)
  if (question.excludedUserIds.includes(userId))
    return new DomainError('E_FOUR_EYES', 'No puede aprobar un documento en el que ha intervenido.')
  if (hasDecided) return new DomainError('E_ALREADY', 'Ya ha aprobado este documento.')
  const able = (await listCandidates(question, client)).filter(({ reason }) => reason === null)
  if (able.length === 0) return null
  const names = able.slice(0, NAMED_MAX).map(({ name }) => name)
  const more = able.length > NAMED_MAX ? ` y ${able.length - NAMED_MAX} más` : ''
  return new DomainError('E_ELIGIBLE', `Hay quien puede aprobarlo: ${names.join(', ')}${more}.`)
}
