import type { MoneyJson } from '#app/kernel/money'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import { APPROVAL_KINDS, type ApprovalKind } from '#app/sites/approval_kinds'
import { type ApprovalStatus, approvalWorkflow } from '#app/sites/workflows/approval_workflow'

export type ApprovalRow = {
  id: number
  user_id: number
  user: string
  role: string
  kinds: string[]
  kind_names: string
  max_amount: MoneyJson | null
  daily_limit: MoneyJson | null
  categories: string[]
  category_ids: number[]
  active_from: string
  active_to: string | null
  delegate: { name: string; from: string; to: string } | null
  proposer: string | null
  activator: string | null
  end_reason: string | null
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
        a.delegate_user_id, d.name as delegate, a.delegate_from, a.delegate_to, a.created_by, c.name as proposer, v.name as activator, a.end_reason, a.status,
        (select array_agg(k.kind order by k.id) from approval_kinds k where k.approval_id = a.id) as kinds,
        (select coalesce(array_agg(g.name::text order by g.name), '{}') from categories g where g.id = any(a.category_ids)) as categories
       from approvals a join users u on u.id = a.user_id left join users d on d.id = a.delegate_user_id
       left join users c on c.id = a.created_by left join users v on v.id = a.activated_by
      where a.site_id = :siteId
      order by array_position(array['proposed', 'active', 'ended'], a.status), u.name, a.id desc limit ${LIMIT}`,
    { siteId }
  )
  return found.map((approval) => approvalRow(approval, viewer))
}

function approvalRow(found: Found, viewer: { id: number; role: string }): ApprovalRow {
  const own = ownReason(found, viewer)
  return {
    id: found.id,
    user_id: found.userId,
    user: found.user,
    role: found.role,
    kinds: found.kinds,
    kind_names: found.kinds.map((kind) => APPROVAL_KINDS[kind]).join(', '),
    max_amount: euro(found.maxAmountMinor),
    daily_limit: euro(found.dailyLimitMinor),
    categories: found.categories,
    category_ids: found.categoryIds,
    active_from: found.activeFrom,
    active_to: found.activeTo,
    delegate:
      found.delegate && found.delegateFrom && found.delegateTo
        ? { name: found.delegate, from: found.delegateFrom, to: found.delegateTo }
        : null,
    proposer: found.proposer,
    activator: found.activator,
    end_reason: found.endReason,
    status: { label: approvalWorkflow.label(found.status), tone: approvalWorkflow.tone(found.status) },
    actions: approvalWorkflow
      .available(found.status, viewer.role)
      .filter((transition) => transition !== 'activate' || own === null),
    own,
  }
}

function ownReason(
  { status, userId, delegateUserId, createdBy }: Found,
  viewer: { id: number; role: string }
): string | null {
  if (!approvalWorkflow.can(status, 'activate', viewer.role)) return null
  if (userId === viewer.id || delegateUserId === viewer.id)
    return 'No puede activar una aprobación a su favor.'
  return createdBy === viewer.id ? 'Debe activarla una persona distinta de quien la propuso.' : null
}

const euro = (minor: number | null): MoneyJson | null => (minor === null ? null : { minor, currency: 'EUR' })
