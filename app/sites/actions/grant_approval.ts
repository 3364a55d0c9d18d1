import { type Actor, recordEvent } from '#app/audit/record_event'
import { UNCONFIRMED } from '#app/identity/queries/authority_changes'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { refuseUnfitApproval } from '#app/sites/actions/refuse_unfit_approval'
import { APPROVAL_KINDS, type ApprovalKind } from '#app/sites/approval_kinds'
import { tellOfApproval } from '#app/sites/second_person/tell_of_approval'

/** An approval as it is proposed; amounts in cents of EUR, null is no limit. */
export type NewApproval = {
  siteId: number
  userId: number
  kinds: ApprovalKind[]
  maxAmountMinor: number | null
  dailyLimitMinor: number | null
  activeFrom: CalendarDate
  activeTo: CalendarDate | null
  /** Categories of the documents; every category when there is none. */
  categoryIds?: number[]
  /** Who decides in their place, and when. */
  delegate?: { userId: number; from: CalendarDate; to: CalendarDate } | null
}

/**
 * Proposes an approval; it holds from the moment that another s1st3ma activates it. Throws at the field of the form
 * what area 02 §1 forbids: no kind, a daily limit below the maximum, an unfit user or delegate, overlapping rows.
 */
export async function proposeApproval(approval: NewApproval, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    await refuseUnfitApproval(approval, trx)
    const overlap = await findOverlap(approval, trx)
    if (overlap) throw overlapError(overlap)
    const id = await insertApproval(approval, actor, trx)
    await recordEvent(
      {
        actor,
        objectType: 'approval',
        objectId: id,
        siteId: approval.siteId,
        event: 'approval.proposed',
        to: 'proposed',
      },
      trx
    )
    await tellOfApproval(id, 'proposed', actor, trx)
    return id
  })
}

/**
 * Activates a proposed approval: another s1st3ma than who proposed it and whom it benefits, holder and stand-in; confirmed,
 * and not who invited or changed these people while nobody has confirmed that.
 */
export async function activateApproval(approvalId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const approval = await oneRow<Proposed>(
      `select a.site_id, a.user_id, a.delegate_user_id, a.created_by, a.status, u.status as user_status, by.role as activator_role,
              is_confirmed(by.id) as is_confirmed, has_open_change(a.user_id, by.id) or has_open_change(a.delegate_user_id, by.id) as is_author
         from approvals a join users u on u.id = a.user_id left join users by on by.id = :by where a.id = :approvalId for update of a`,
      { approvalId, by: actor.userId },
      trx
    )
    refuseActivation(approval, actor)
    const overlap = await findOverlap({ ...(await partsOf(approvalId, trx)), ...approval }, trx)
    if (overlap) throw overlapError(overlap)
    await switchOn(approvalId, actor, trx)
    await recordEvent(
      {
        actor,
        objectType: 'approval',
        objectId: approvalId,
        siteId: approval.siteId,
        event: 'approval.activated',
        from: 'proposed',
        to: 'active',
      },
      trx
    )
    await tellOfApproval(approvalId, 'activated', actor, trx)
  })
}

async function insertApproval(approval: NewApproval, actor: Actor, trx: Transaction): Promise<number> {
  const { siteId, userId, kinds, activeFrom, activeTo, delegate } = approval
  const { id } = await oneRow<{ id: number }>(
    `insert into approvals (site_id, user_id, max_amount_minor, daily_limit_minor, category_ids, active_from, active_to,
        delegate_user_id, delegate_from, delegate_to, created_by)
     values (:siteId, :userId, :maxAmountMinor, :dailyLimitMinor, :categoryIds::bigint[], :activeFrom, :activeTo,
        :delegateUserId, :delegateFrom, :delegateTo, :createdBy) returning id`,
    {
      siteId,
      userId,
      maxAmountMinor: approval.maxAmountMinor,
      dailyLimitMinor: approval.dailyLimitMinor,
      categoryIds: approval.categoryIds ?? [],
      activeFrom,
      activeTo,
      delegateUserId: delegate?.userId ?? null,
      delegateFrom: delegate?.from ?? null,
      delegateTo: delegate?.to ?? null,
      createdBy: actor.userId,
    },
    trx
  )
  await execute(
    `insert into approval_kinds (approval_id, site_id, user_id, kind, period)
     select :id, :siteId, :userId, kind, daterange(:activeFrom::date, :activeTo::date, '[]') from unnest(:kinds::text[]) kind`,
    { id, siteId, userId, activeFrom, activeTo, kinds },
    trx
  )
  return id
}

type Proposed = {
  siteId: number
  userId: number
  delegateUserId: number | null
  createdBy: number | null
  status: string
  userStatus: string
  activatorRole: string | null
  /** Who activates it is confirmed by a second person. */
  isConfirmed: boolean
  /** They invited or changed whom it lets decide, and nobody has confirmed that. */
  isAuthor: boolean
}

function refuseActivation(approval: Proposed, actor: Actor): void {
  if (approval.status !== 'proposed')
    throw new DomainError('E_TRANSITION', 'La aprobación ya no está propuesta.')
  if ([approval.userId, approval.delegateUserId].includes(actor.userId))
    throw new DomainError('E_FOUR_EYES', 'No puede activar una aprobación a su favor.')
  if (approval.createdBy === actor.userId)
    throw new DomainError('E_FOUR_EYES', 'Debe activarla una persona distinta de quien la propuso.')
  if (approval.activatorRole !== 's1st3ma')
    throw new DomainError(
      'E_FOUR_EYES',
      'Solo otra persona con el rol de sistema puede activar una aprobación.'
    )
  if (!approval.isConfirmed)
    throw new DomainError('E_UNCONFIRMED', `${UNCONFIRMED}: hasta entonces no activa aprobaciones.`)
  if (approval.isAuthor)
    throw new DomainError(
      'E_FOUR_EYES',
      'Usted invitó o cambió a esta persona: debe activarla otra, o confirmarla antes otra persona.'
    )
  if (approval.userStatus !== 'active')
    throw new DomainError(
      'E_USER',
      'Solo un usuario activo puede ser aprobador: este está suspendido o aún no ha aceptado su invitación.'
    )
}

/** Switches the rows on; the exclusion of the database catches who activates an overlapping one at the same moment. */
async function switchOn(approvalId: number, actor: Actor, trx: Transaction): Promise<void> {
  try {
    await execute(
      `update approval_kinds set active = true where approval_id = :approvalId`,
      { approvalId },
      trx
    )
  } catch (error) {
    if (!isOverlap(error)) throw error
    throw new DomainError('E_OVERLAP', 'Esta persona ya tiene una aprobación de ese tipo en esas fechas.', {
      cause: error,
    })
  }
  await execute(
    `update approvals set status = 'active', activated_by = :by where id = :approvalId`,
    { approvalId, by: actor.userId },
    trx
  )
}

const isOverlap = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23P01'

type Parts = Pick<NewApproval, 'siteId' | 'userId' | 'kinds' | 'activeFrom' | 'activeTo'>
type Overlap = { name: string; kind: ApprovalKind }

const partsOf = (approvalId: number, trx: Transaction) =>
  oneRow<Pick<Parts, 'kinds' | 'activeFrom' | 'activeTo'>>(
    `select array_agg(k.kind) as kinds, a.active_from, a.active_to from approvals a join approval_kinds k on k.approval_id = a.id
      where a.id = :approvalId group by a.id`,
    { approvalId },
    trx
  )

function findOverlap(approval: Parts, trx: Transaction): Promise<Overlap | null> {
  const { siteId, userId, kinds, activeFrom, activeTo } = approval
  return row<Overlap>(
    `select u.name, k.kind from approval_kinds k join users u on u.id = k.user_id
      where k.site_id = :siteId and k.user_id = :userId and k.active and k.kind = any(:kinds::text[])
        and k.period && daterange(:activeFrom::date, :activeTo::date, '[]') order by k.id limit 1`,
    { siteId, userId, kinds, activeFrom, activeTo },
    trx
  )
}

function overlapError({ name, kind }: Overlap): DomainError {
  const what = APPROVAL_KINDS[kind].toLowerCase()
  return new DomainError('E_OVERLAP', `${name} ya tiene una aprobación de ${what} en esas fechas.`, {
    field: 'kinds',
  })
}
