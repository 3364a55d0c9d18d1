import { type CalendarDate, compareDays } from '#app/kernel/calendar_date'
import { rows } from '#app/kernel/sql'
import { earliestExecution, executionDay } from '#app/payments/execution_day'

export type ReleaseGroup = {
  debtorAccountId: number
  executionDate: CalendarDate
  currency: string
  speed: string
  orderIds: number[]
}

/**
 * The approved orders of bank files, by account, day, currency and speed, cut at the bank's maximum of operations and the
 * earliest day first. `now` decides which day the bank can still take.
 */
export async function releaseGroups(orderIds: number[], now: Date): Promise<ReleaseGroup[]> {
  const found = await rows<{
    id: number
    debtorAccountId: number
    executionDate: CalendarDate
    currency: string
    speed: string
    maxOperations: number
    cutOff: string
  }>(
    `select o.id, o.debtor_account_id, o.execution_date, o.currency, o.speed, coalesce(p.max_operations, 1000) as max_operations, coalesce(p.cut_off, '15:00') as cut_off
       from payment_orders o join bank_accounts b on b.id = o.debtor_account_id left join bank_profiles p on p.id = b.bank_profile_id
      where o.id = any(:orderIds::bigint[]) and o.status = 'approved' and o.channel = 'sepa_file' order by o.number`,
    { orderIds }
  )
  const groups = new Map<string, ReleaseGroup>()
  const counts = new Map<string, number>()
  for (const order of found) {
    const executionDate = executionDay(order.executionDate, earliestExecution(order, now))
    const key = `${order.debtorAccountId}|${executionDate}|${order.currency}|${order.speed}`
    const nth = counts.get(key) ?? 0
    counts.set(key, nth + 1)
    const part = `${key}|${Math.floor(nth / order.maxOperations)}`
    const group = groups.get(part) ?? {
      debtorAccountId: order.debtorAccountId,
      executionDate,
      currency: order.currency,
      speed: order.speed,
      orderIds: [],
    }
    group.orderIds.push(order.id)
    groups.set(part, group)
  }
  return [...groups.values()].toSorted((a, b) => compareDays(a.executionDate, b.executionDate))
}
