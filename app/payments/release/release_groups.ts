import { rows } from '#app/kernel/database/sql'
import { type CalendarDate, compareDays } from '#app/kernel/time/calendar_date'
import { kindOf, type PaymentKind } from '#app/payments/kinds/payment_kind'
import { earliestExecution, executionDay } from '#app/payments/orders/checks/execution_day'

export type ReleaseGroup = {
  debtorAccountId: number
  executionDate: CalendarDate
  currency: string
  speed: string
  channel: 'sepa_file' | 'api' | 'manual'
  /** Salaries go on their own, and the bank charges them in one sum. */
  purpose: PaymentKind['purpose']
  orderIds: number[]
}

/**
 * The approved orders by account, day, currency, channel, speed and purpose, cut at the bank's maximum of operations and the
 * earliest day first; what is to be paid now leaves on its own. `now` decides which day the bank can still take.
 */
export async function releaseGroups(orderIds: number[], now: Date): Promise<ReleaseGroup[]> {
  const found = await rows<{
    id: number
    debtorAccountId: number
    executionDate: CalendarDate
    currency: string
    speed: string
    channel: ReleaseGroup['channel']
    kind: string
    payNow: boolean
    runId: number | null
    maxOperations: number
    cutOff: string
  }>(
    `select o.id, o.debtor_account_id, o.execution_date, o.currency, o.speed, o.channel, o.kind, o.pay_now, o.run_id, coalesce(p.max_operations, 1000) as max_operations, coalesce(p.cut_off, '15:00') as cut_off
       from payment_orders o join bank_accounts b on b.id = o.debtor_account_id left join bank_profiles p on p.id = b.bank_profile_id
      where o.id = any(:orderIds::bigint[]) and o.status = 'approved' and o.channel in ('sepa_file', 'api', 'manual') order by o.number`,
    { orderIds }
  )
  const groups = new Map<string, ReleaseGroup>()
  const counts = new Map<string, number>()
  for (const order of found) {
    const executionDate = executionDay(order.executionDate, earliestExecution(order, now))
    const alone = order.payNow ? (order.runId === null ? order.id : `run ${order.runId}`) : ''
    const key = [
      order.debtorAccountId,
      executionDate,
      order.currency,
      order.channel,
      order.speed,
      kindOf(order.kind).purpose,
      alone,
    ].join('|')
    const nth = counts.get(key) ?? 0
    counts.set(key, nth + 1)
    const part = `${key}|${Math.floor(nth / order.maxOperations)}`
    const group = groups.get(part) ?? {
      debtorAccountId: order.debtorAccountId,
      executionDate,
      currency: order.currency,
      speed: order.speed,
      channel: order.channel,
      purpose: kindOf(order.kind).purpose,
      orderIds: [],
    }
    group.orderIds.push(order.id)
    groups.set(part, group)
  }
  return [...groups.values()].toSorted((a, b) => compareDays(a.executionDate, b.executionDate))
}
