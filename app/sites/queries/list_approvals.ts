import { UNCONFIRMED } from '#app/identity/queries/authority_changes'
import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import type { Tone } from '#app/kernel/workflow'
import { APPROVAL_KINDS, type ApprovalKind } from '#app/sites/approval_kinds'
import { type ApprovalStatus, approvalWorkflow } from '#app/sites/workflows/approval_workflow'

export type ApprovalRow = {
  id: number
  userId: number
  user: string
  /** Their holder counts only once a second person has confirmed them. */
  waitsForConfirmation: boolean
  role: string
  kinds: string[]
  kindNames: string
  maxAmount: MoneyJson | null
  dailyLimit: MoneyJson | null
  categories: string[]
  categoryIds: number[]
  activeFrom: string
  activeTo: string | null
  delegate: { name: string; from: string; to: string } | null
  proposer: string | null
  activator: string | null
  endReason: string | null
  status: { label: string; tone: Tone }
  actions: string[]
  /** Why this person may not activate it although somebody may; null otherwise. */
  own: string | null
}

type Found = {
  id: number
  userId: number
  user: string
  role: string
  kinds: ApprovalKind[]
  maxAmountMinor: number | null
  dailyLimitMinor: number | null
  categoryIds: number[]
  categories: string[]
  activeFrom: string
  activeTo: string | null
  delegateUserId: number | null
  delegate: string | null
  delegateFrom: string | null
  delegateTo: string | null
  createdBy: number | null
  isConfirmed: boolean
  isAuthor: boolean
  canActivate: boolean
  proposer: string | null
  activator: string | null
  endReason: string | null
  status: ApprovalStatus
}

const LIMIT = 200

/** Approvals of a company, those that hold or wait first; `actions` are what this person may do with each. */
export async function listApprovals(
  siteId: number,
  viewer: { id: number; role: string }
): Promise<ApprovalRow[]> {
  const found = await rows<Found>(
    `select a.id, a.user_id, u.name as "user", u.role, a.max_amount_minor, a.daily_limit_minor, a.category_ids, a.active_from, a.active_to,
        a.delegate_user_id, d.name as delegate, a.delegate_from, a.delegate_to, a.created_by, c.name as proposer, is_confirmed(a.user_id) as is_confirmed, is_confirmed(:viewerId::bigint) as may_activate,
        has_open_change(a.user_id, :viewerId) or has_open_change(a.delegate_user_id, :viewerId) as is_author, v.name as activator, a.end_reason, a.status,
        (select array_agg(k.kind order by k.id) from approval_kinds k where k.approval_id = a.id) as kinds,
        (select coalesce(array_agg(g.name::text order by g.name), '{}') from categories g where g.id = any(a.category_ids)) as categories
       from approvals a join users u on u.id = a.user_id left join users d on d.id = a.delegate_user_id
       left join users c on c.id = a.created_by left join users v on v.id = a.activated_by
      where a.site_id = :siteId
      order by array_position(array['proposed', 'active', 'ended'], a.status), u.name, a.id desc limit ${LIMIT}`,
    { siteId, viewerId: viewer.id }
  )
  return found.map((approval) => approvalRow(approval, viewer))
}

function approvalRow(found: Found, viewer: { id: number; role: string }): ApprovalRow {
  const own = ownReason(found, viewer)
  return {
    id: found.id,
    userId: found.userId,
    user: found.user,
    waitsForConfirmation: !found.isConfirmed && found.status !== 'ended',
    role: found.role,
    kinds: found.kinds,
    kindNames: found.kinds.map((kind) => APPROVAL_KINDS[kind]).join(', '),
    maxAmount: euro(found.maxAmountMinor),
    dailyLimit: euro(found.dailyLimitMinor),
    categories: found.categories,
    categoryIds: found.categoryIds,
    activeFrom: found.activeFrom,
    activeTo: found.activeTo,
    delegate:
      found.delegate && found.delegateFrom && found.delegateTo
        ? { name: found.delegate, from: found.delegateFrom, to: found.delegateTo }
        : null,
    proposer: found.proposer,
    activator: found.activator,
    endReason: found.endReason,
    status: { label: approvalWorkflow.label(found.status), tone: approvalWorkflow.tone(found.status) },
    actions: approvalWorkflow
      .available(found.status, viewer.role)
      .filter((transition) => transition !== 'activate' || own === null),
    own,
  }
}

function ownReason(
  { status, userId, delegateUserId, createdBy, canActivate, isAuthor }: Found,
  viewer: { id: number; role: string }
): string | null {
  if (!approvalWorkflow.can(status, 'activate', viewer.role)) return null
  if (userId === viewer.id || delegateUserId === viewer.id)
    return 'No puede activar una aprobación a su favor.'
  if (!canActivate) return `${UNCONFIRMED}: hasta entonces no activa aprobaciones.`
  if (isAuthor) return 'Usted invitó o cambió a esta persona: debe activarla otra.'
  return createdBy === viewer.id ? 'Debe activarla una persona distinta de quien la propuso.' : null
}

const euro = (minor: number | null): MoneyJson | null => (minor === null ? null : { minor, currency: 'EUR' })
