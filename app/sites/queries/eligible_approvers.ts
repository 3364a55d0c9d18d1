import { UNCONFIRMED } from '#app/identity/queries/authority_changes'
import { type Client, rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import type { ApprovalKind } from '#app/sites/approval_kinds'

export type ApprovalQuestion = {
  siteId: number
  kind: ApprovalKind
  amountMinor: number
  /** Who had a hand in the document: creator, last editor of amount or payee, changer of the bank details. */
  excludedUserIds: (number | null)[]
  /** What each of them is told; that they had a hand in it where nothing is given. */
  whyExcluded?: ReadonlyMap<number, string>
  /** Category of the document: approvals for certain categories hold for no other, and for none without one. */
  categoryId?: number | null
  documentType: string
  documentId: number
}

export type Candidate = {
  userId: number
  name: string
  approvalId: number
  onBehalfOf: number | null
  maxAmountMinor: number | null
  reason: string | null
}

/**
 * Everybody who holds an approval for this kind in this company, with the reason that keeps each from deciding
 * this document; `reason` null means eligible. Who may decide in their own name does so, and only else for whom they
 * stand in, within that approval's limits: its day's limit is one for both. Senior accounting is held to the group's
 * cap at this moment. A document of two companies is decided on in each of them.
 */
export async function listCandidates(question: ApprovalQuestion, client?: Client): Promise<Candidate[]> {
  const found = await rows<
    Candidate & {
      role: string
      spentTodayMinor: number
      dailyLimitMinor: number | null
      hasDecided: boolean
      isConfirmed: boolean
      isHolderConfirmed: boolean
      capMinor: number
    }
  >(
    `select u.id as user_id, u.name, u.role, a.id as approval_id, nullif(a.user_id, u.id) as on_behalf_of, a.max_amount_minor, a.daily_limit_minor,
        (select value from group_settings where key = 'senior_accounting_cap_minor') as cap_minor,
        (select coalesce(sum(abs(d.amount_minor)), 0)::bigint from approval_decisions d where (d.user_id = u.id or d.approval_id = a.id) and d.site_id = a.site_id
           and d.decision = 'approve' and d.revoked_at is null and d.decided_at >= :today::date::timestamp at time zone 'Europe/Madrid') as spent_today_minor,
        exists (select 1 from approval_decisions d where d.document_type = :documentType and d.document_id = :documentId and d.site_id = a.site_id
           and d.user_id = u.id and d.revoked_at is null) as has_decided,
        is_confirmed(u.id) as is_confirmed, is_confirmed(a.user_id) as is_holder_confirmed
       from approvals a
       join approval_kinds k on k.approval_id = a.id and k.kind = :kind and k.period @> :today::date
       join users u on u.id = a.user_id or (u.id = a.delegate_user_id and :today::date between a.delegate_from and a.delegate_to)
      where a.site_id = :siteId and a.status = 'active' and u.status = 'active'
        and (a.category_ids = '{}' or :categoryId::bigint = any(a.category_ids))
        and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = a.site_id))
      order by (u.id <> a.user_id), a.max_amount_minor nulls last, u.name`,
    {
      siteId: question.siteId,
      kind: question.kind,
      documentType: question.documentType,
      documentId: question.documentId,
      today: today(),
      categoryId: question.categoryId ?? null,
    },
    client
  )
  const judged = found.map(
    ({
      role,
      spentTodayMinor,
      dailyLimitMinor,
      hasDecided,
      isConfirmed,
      isHolderConfirmed,
      capMinor,
      ...candidate
    }) => {
      const limit =
        role === 'superC0ntab1l1dad'
          ? Math.min(candidate.maxAmountMinor ?? capMinor, capMinor)
          : candidate.maxAmountMinor
      return {
        ...candidate,
        maxAmountMinor: limit,
        reason: hindrance(question, {
          ...candidate,
          maxAmountMinor: limit,
          spentTodayMinor,
          dailyLimitMinor,
          hasDecided,
          isConfirmed,
          isHolderConfirmed,
        }),
      }
    }
  )
  return [...Map.groupBy(judged, ({ userId }) => userId).values()].map(bestOf)
}

/** The addresses of those who may decide it now. */
export async function approverEmails(question: ApprovalQuestion, client?: Client): Promise<string[]> {
  const able = (await listCandidates(question, client)).filter(({ reason }) => reason === null)
  const found = await rows<{ email: string }>(
    `select email::text as email from users where id = any(:ids::bigint[]) order by id`,
    { ids: able.map(({ userId }) => userId) },
    client
  )
  return found.map(({ email }) => email)
}

/** In the name of whom somebody decides: their own where that is enough, and with the highest limit. */
function bestOf(ways: Candidate[]): Candidate {
  const open = ways.filter(({ reason }) => reason === null)
  const own = (open.length > 0 ? open : ways).filter(({ onBehalfOf }) => onBehalfOf === null)
  const best = (own.length > 0 ? own : open.length > 0 ? open : ways).at(-1)
  if (!best) throw new Error('A candidate has at least one way')
  return best
}

type Facts = {
  userId: number
  onBehalfOf: number | null
  maxAmountMinor: number | null
  spentTodayMinor: number
  dailyLimitMinor: number | null
  hasDecided: boolean
  isConfirmed: boolean
  isHolderConfirmed: boolean
}

function hindrance(
  { amountMinor, excludedUserIds, whyExcluded }: ApprovalQuestion,
  facts: Facts
): string | null {
  const amount = Math.abs(amountMinor)
  if (excludedUserIds.includes(facts.userId))
    return whyExcluded?.get(facts.userId) ?? 'Intervino en el documento'
  if (facts.onBehalfOf !== null && excludedUserIds.includes(facts.onBehalfOf))
    return 'El titular intervino en el documento'
  if (facts.hasDecided) return 'Ya ha decidido'
  if (!facts.isConfirmed) return UNCONFIRMED
  if (!facts.isHolderConfirmed) return 'El titular está pendiente de confirmar por otra persona'
  if (facts.maxAmountMinor !== null && amount > facts.maxAmountMinor) return 'Supera su límite'
  if (facts.dailyLimitMinor !== null && facts.spentTodayMinor + amount > facts.dailyLimitMinor)
    return 'Supera su límite diario'
  return null
}
