import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { isTargetDay, nextTargetDay } from '#app/kernel/time/working_days'
import { isPastCutOff } from '#app/payments/orders/checks/execution_day'
import { holdFunds, lockOrder, moveOrder } from '#app/payments/orders/move_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { revokeDecisions } from '#app/sites/actions/record_decision'

export type CutOffRun = { accounts: number; released: number; heldBack: number; givenUp: number }

/** How long a payment without money is tried again at each cut-off before somebody has to look at it. */
const NO_FUNDS_DAYS = 5

/**
 * Releases what is approved and due by the next business day, of each account whose bank's hour has come, once a day and
 * only on days of TARGET (area 28 §5). What a stop of the service missed is made up for later that day, and what waits for a bank
 * that was not there is tried again until it is. What had no money
 * for five days goes back to draft. What nobody authorised at its provider only a person sends again.
 */
export async function releaseAtCutOff(now: Date): Promise<CutOffRun> {
  const run: CutOffRun = { accounts: 0, released: 0, heldBack: 0, givenUp: 0 }
  const day = today(now)
  if (!isTargetDay(day)) return run
  const due = await dueOrders(day)
  const accounts = Map.groupBy(
    due.filter((order) => isPastCutOff(order, now)),
    ({ accountId }) => accountId
  )
  for (const [accountId, orders] of accounts) {
    const { released, heldBack } = await releaseOrders(
      orders.map(({ id }) => id),
      SYSTEM,
      now
    )
    run.accounts++
    run.released += released
    run.heldBack += heldBack.length
    run.givenUp += await giveUpWithoutMoney(accountId, now)
    await execute(
      `insert into payment_cut_offs (bank_account_id, on_day, released, held_back) values (:accountId, :day, :released, :heldBack) on conflict do nothing`,
      { accountId, day, released, heldBack: heldBack.length }
    )
  }
  return run
}

type Due = { id: number; accountId: number; cutOff: string; speed: string }

function dueOrders(day: CalendarDate): Promise<Due[]> {
  return rows<Due>(
    `select o.id, o.debtor_account_id as account_id, coalesce(f.cut_off, '15:00') as cut_off, 'normal' as speed
       from payment_orders o join bank_accounts b on b.id = o.debtor_account_id left join bank_profiles f on f.id = b.bank_profile_id
      where o.status = 'approved' and o.execution_date <= :until and coalesce(o.hold_reason, '') not in ('authorisation_denied', 'authorisation_expired')
        and (o.hold_reason = 'connector_down' or not exists (select 1 from payment_cut_offs c where c.bank_account_id = o.debtor_account_id and c.on_day = :day))
      order by o.id`,
    { day, until: nextTargetDay(addDays(day, 1)) }
  )
}

async function giveUpWithoutMoney(accountId: number, now: Date): Promise<number> {
  const old = await rows<{ id: number }>(
    `select id from payment_orders where debtor_account_id = :accountId and status = 'approved' and hold_reason = 'no_funds'
        and held_since <= :now::timestamptz - make_interval(days => ${NO_FUNDS_DAYS}) order by id`,
    { accountId, now: now.toISOString() }
  )
  for (const { id } of old)
    await inTransaction(async (trx) => {
      const order = await lockOrder(id, trx)
      if (order.status !== 'approved' || order.holdReason !== 'no_funds') return
      await moveOrder(order, 'reopen', SYSTEM, trx, { reason: `Sin saldo durante ${NO_FUNDS_DAYS} días.` })
      await revokeDecisions('payment_order', id, trx)
      await holdFunds(order, 'none', trx)
    })
  return old.length
}
