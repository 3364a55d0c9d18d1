import type { CalendarDate } from '#app/kernel/calendar_date'
import { rows } from '#app/kernel/sql'
import { executionDay } from '#app/payments/actions/check_order'

export type ReleaseGroup = {
  debtorAccountId: number
  executionDate: CalendarDate
  currency: string
  speed: string
  orderIds: number[]
}

/** The approved orders of bank files, by account, day, currency and speed, cut at the bank's maximum of operations. */
export async function releaseGroups(orderIds: number[]): Promise<ReleaseGroup[]> {
  const found = await rows<{
    id: number
    debtorAccountId: number
    executionDate: CalendarDate
    currency: string
    speed: string
    maxOperations: number
  }>(
    `select o.id, o.debtor_account_id, o.execution_date, o.currency, o.speed, coalesce(p.max_operations, 1000) as max_operations
       from payment_orders o join bank_accounts b on b.id = o.debtor_account_id left join bank_profiles p on p.id = b.bank_profile_id
      where o.id = any(:orderIds::bigint[]) and o.status = 'approved' and o.channel = 'sepa_file' order by o.number`,
    { orderIds }
  )
  const groups = new Map<string, ReleaseGroup>()
  const counts = new Map<string, number>()
  for (const order of found) {
    const executionDate = executionDay(order.executionDate)
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
  return [...groups.values()]
}
