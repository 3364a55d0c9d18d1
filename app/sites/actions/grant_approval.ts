import { type Actor, recordEvent } from '#app/audit/record_event'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/sql'
import type { ApprovalKind } from '#app/sites/approval_kinds'

export type NewApproval = {
  siteId: number
  userId: number
  kinds: ApprovalKind[]
  maxAmountMinor: number | null
  dailyLimitMinor: number | null
  activeFrom: CalendarDate
  activeTo: CalendarDate | null
}

/** Proposes an approval; it holds from the moment that a third person activates it. */
export async function proposeApproval(approval: NewApproval, actor: Actor): Promise<number> {
  if (approval.kinds.length === 0)
    throw new DomainError('E_KINDS', 'Seleccione al menos un tipo de documento.', { field: 'kinds' })
  if (
    approval.dailyLimitMinor !== null &&
    approval.maxAmountMinor !== null &&
    approval.dailyLimitMinor < approval.maxAmountMinor
  ) {
    throw new DomainError('E_DAILY', 'El límite diario no puede ser menor que el importe máximo.', {
      field: 'daily_limit',
    })
  }
  return inTransaction(async (trx) => {
    await refuseUnfitUser(approval, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into approvals (site_id, user_id, max_amount_minor, daily_limit_minor, active_from, active_to, created_by)
       values (:siteId, :userId, :maxAmountMinor, :dailyLimitMinor, :activeFrom, :activeTo, :createdBy) returning id`,
      {
        siteId: approval.siteId,
        userId: approval.userId,
        maxAmountMinor: approval.maxAmountMinor,
        dailyLimitMinor: approval.dailyLimitMinor,
        activeFrom: approval.activeFrom,
        activeTo: approval.activeTo,
        createdBy: actor.userId,
      },
      trx
    )
    await execute(
      `insert into approval_kinds (approval_id, site_id, user_id, kind, period)
       select :id, :siteId, :userId, kind, daterange(:activeFrom::date, :activeTo::date, '[]') from unnest(:kinds::text[]) kind`,
      {
        id,
        siteId: approval.siteId,
        userId: approval.userId,
        activeFrom: approval.activeFrom,
        activeTo: approval.activeTo,
        kinds: approval.kinds,
      },
      trx
    )
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
    return id
  })
}

/** Activates a proposed approval. Nobody activates what they proposed or what benefits them. */
export async function activateApproval(approvalId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const approval = await oneRow<{
      siteId: number
      userId: number
      createdBy: number | null
      status: string
    }>(
      `select site_id, user_id, created_by, status from approvals where id = :approvalId for update`,
      { approvalId },
      trx
    )
    if (approval.status !== 'proposed')
      throw new DomainError('E_TRANSITION', 'La aprobación ya no está propuesta.')
    if (approval.userId === actor.userId)
      throw new DomainError('E_FOUR_EYES', 'No puede activar una aprobación a su favor.')
    if (approval.createdBy === actor.userId)
      throw new DomainError('E_FOUR_EYES', 'Debe activarla una persona distinta de quien la propuso.')
    try {
      await execute(
        `update approval_kinds set active = true where approval_id = :approvalId`,
        { approvalId },
        trx
      )
    } catch (error) {
      throw new DomainError('E_OVERLAP', 'Esta persona ya tiene una aprobación de ese tipo en esas fechas.', {
        cause: error,
      })
    }
    await execute(
      `update approvals set status = 'active', activated_by = :by where id = :approvalId`,
      { approvalId, by: actor.userId },
      trx
    )
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
  })
}

async function refuseUnfitUser({ userId, kinds }: NewApproval, trx: Transaction): Promise<void> {
  const user = await oneRow<{ role: string; status: string }>(
    `select role, status from users where id = :userId`,
    { userId },
    trx
  )
  if (user.status !== 'active')
    throw new DomainError('E_USER', 'Un usuario suspendido no puede ser aprobador.', { field: 'user_id' })
  const isLead = user.role === 's1st3ma' || user.role === 'aprobador'
  const isSenior =
    user.role === 'superC0ntab1l1dad' && kinds.every((kind) => kind === 'invoice' || kind === 'expense_note')
  if (!isLead && !isSenior)
    throw new DomainError('E_USER', 'El rol de este usuario no permite estas aprobaciones.', {
      field: 'user_id',
    })
}
