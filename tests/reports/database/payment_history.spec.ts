import { test } from '@japa/runner'
import { inTransaction, rows } from '#app/kernel/database/sql'

/** How the first page of a view is read when nothing but an index may give its order. */
function planOf(view: string): Promise<string> {
  return inTransaction(async (trx) => {
    await trx.rawQuery('set local enable_seqscan = off')
    await trx.rawQuery('set local enable_sort = off')
    await trx.rawQuery('set local enable_bitmapscan = off')
    const lines = await rows<{ 'QUERY PLAN': string }>(
      `explain (costs off) select h.id from ${view} h order by h.paid_on desc, h.id desc limit 10`,
      {},
      trx
    )
    return lines.map((line) => Object.values(line).join('')).join('\n')
  })
}

test.group('Payment history in the database', () => {
  for (const view of ['payment_history', 'payment_history_restricted']) {
    test(`a page of ${view} is merged from the indexes of its parts, never sorted`, async ({ assert }) => {
      const plan = await planOf(view)

      assert.match(plan, /Merge Append/)
      assert.match(plan, /using payment_orders_history on/)
      assert.match(plan, /using legacy_payments_day on/)
      assert.notMatch(plan, /Subquery Scan|Seq Scan/)
    })
  }
})
