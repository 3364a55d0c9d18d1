import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { type CalendarDate, endOfMonth } from '#app/kernel/time/calendar_date'
import { postReserve } from '#app/providers/actions/move_reserve'
import { lockFund } from '#app/providers/queries/reserve_fund'

type Due = { providerId: number }
export type Contributed = { contributed: number; waiting: number }

/**
 * The contribution of the month to each fund whose day has come: what is agreed, or less where the target is nearer. Once a
 * month; while the account has not enough, or the books refuse it, it is tried again each day, and the wait is told once in the
 * supplier's history.
 */
export async function contributeReserves(day: CalendarDate): Promise<Contributed> {
  const period = day.slice(0, 7)
  const due = await rows<Due>(
    `select p.id as provider_id from providers p
      where p.reserve_fund_enabled and p.status = 'active' and least(p.reserve_day, :lastDay::int) <= :dayOfMonth::int
        and not exists (select 1 from provider_reserve_movements m where m.provider_id = p.id and m.period = :period) order by p.id`,
    { period, dayOfMonth: Number(day.slice(8)), lastDay: Number(endOfMonth(day).slice(8)) }
  )
  const outcome: Contributed = { contributed: 0, waiting: 0 }
  for (const { providerId } of due) {
    const done = await contributeTo(providerId, day)
    if (done === 'contributed') outcome.contributed++
    if (done === 'waiting') outcome.waiting++
  }
  return outcome
}

type Done = 'contributed' | 'waiting' | 'reached'

/** Each fund stands for itself: what one company's books refuse keeps no other waiting. */
async function contributeTo(providerId: number, day: CalendarDate): Promise<Done> {
  try {
    return await inTransaction((trx) => contribute(providerId, day, trx))
  } catch (error) {
    if (!isDomainError(error)) throw error
    await inTransaction((trx) => tellWait(providerId, `${day.slice(0, 7)}. ${error.message}`, trx))
    return 'waiting'
  }
}

type Agreed = { targetMinor: number; monthlyMinor: number; virtualAccountId: number }

async function contribute(providerId: number, day: CalendarDate, trx: Transaction): Promise<Done> {
  const period = day.slice(0, 7)
  const agreed = await row<Agreed>(
    `select reserve_target_minor as target_minor, reserve_monthly_minor as monthly_minor, reserve_virtual_account_id as virtual_account_id
       from providers where id = :providerId and reserve_fund_enabled for no key update`,
    { providerId },
    trx
  )
  if (!agreed) return 'reached'
  const fund = await lockFund(agreed.virtualAccountId, trx)
  const amountMinor = Math.min(agreed.monthlyMinor, agreed.targetMinor - fund.balanceMinor)
  if (amountMinor <= 0) return 'reached'
  if (fund.availableMinor < amountMinor) {
    await tellWait(providerId, period, trx)
    return 'waiting'
  }
  await postReserve(
    fund,
    {
      providerId,
      kind: 'contribution',
      amountMinor,
      on: day,
      period,
      note: `Mensual ${period}`,
      idempotencyKey: `provider:${providerId}:reserve:${period}`,
    },
    SYSTEM,
    trx
  )
  return 'contributed'
}

async function tellWait(providerId: number, reason: string, trx: Transaction): Promise<void> {
  const told = await row(
    `select 1 as told from audit_events where object_type = 'provider' and object_id = :providerId and event = 'provider.reserve_waits' and reason = :reason limit 1`,
    { providerId, reason },
    trx
  )
  if (told) return
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'provider',
      objectId: providerId,
      event: 'provider.reserve_waits',
      reason,
    },
    trx
  )
}
