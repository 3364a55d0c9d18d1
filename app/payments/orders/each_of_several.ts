import { inSavepoint, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { type CheckPoint, type Judge, readJudge } from '#app/payments/orders/checks/check_order'
import { lockOrder, lockRecords } from '#app/payments/orders/move_order'
import { type BulkOutcome, emptyOutcome, noteRefusal } from '#app/payments/orders/page/bulk_outcome'
import type PaymentOrder from '#app/payments/orders/payment_order'
import type { OrderRecord } from '#app/payments/orders/payment_order'

type Several<Made> = {
  ids: readonly number[]
  /** Where they stand on their way, for the checks; absent where nothing is checked, or an order is changed before. */
  checked?: { point: CheckPoint; userId: number | null }
  /** `judge` says what the checks say of the order; absent where nothing was read. */
  work: (order: PaymentOrder, trx: Transaction, judge?: Judge) => Promise<Made>
}

/** So many payments are under their locks at once; more are done in parts, in their order. */
const TOGETHER_MAX = 400

/**
 * Does one thing to several payments in one transaction: all are locked, what the checks look at is read once for all of them,
 * and each is done in a savepoint of its own. One that is refused, by the code or by a guard of the database, is as it was, and
 * the others are done; the outcome says which. A bug undoes all.
 */
export async function eachOfSeveral<Made>(several: Several<Made>): Promise<BulkOutcome<Made>> {
  const outcome = emptyOutcome<Made>()
  const ids = [...new Set(several.ids)]
  for (let from = 0; from < ids.length; from += TOGETHER_MAX) {
    const part = ids.slice(from, from + TOGETHER_MAX)
    await inTransaction((trx) => eachOf(part, several, outcome, trx))
  }
  return outcome
}

async function eachOf<Made>(
  ids: readonly number[],
  { checked, work }: Several<Made>,
  outcome: BulkOutcome<Made>,
  trx: Transaction
): Promise<void> {
  const records = await lockRecords(ids, trx)
  const judge = checked && (await readJudge(records, checked.point, checked.userId, trx))
  for (const { id, number } of records.toSorted(byLocks)) {
    try {
      const made = await inSavepoint(
        async (attempt) => work(await lockOrder(id, attempt), attempt, judge),
        trx
      )
      outcome.made.push(made)
      outcome.numbers.push(number)
      outcome.done++
    } catch (error) {
      noteRefusal(outcome, error, number)
    }
  }
}

/** Approvers are locked by company and payees one after the other: whoever takes several takes them in one order. */
const byLocks = (a: OrderRecord, b: OrderRecord): number =>
  a.siteId - b.siteId ||
  (a.creditorType < b.creditorType ? -1 : a.creditorType > b.creditorType ? 1 : 0) ||
  (a.creditorId ?? 0) - (b.creditorId ?? 0) ||
  a.id - b.id
