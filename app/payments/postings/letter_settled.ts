import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { inTransaction, row, rows } from '#app/kernel/database/sql'
import { lockOrder } from '#app/payments/orders/move_order'
import { letterPaid } from '#app/payments/postings/letter_payment'

const BATCH = 200

const DONE = { objectType: 'ledger', objectId: null, event: 'ledger.settled_payments_lettered' } as const

/**
 * Letters what payments paid that were settled before settling did so by itself, once: that it was done stays on record,
 * so that what people take apart afterwards stays apart. Each payment in a transaction of its own, as much as is still
 * open on both sides: cut off half way, the next run goes on. Gives how many payments it looked at.
 */
export async function letterSettled(): Promise<number> {
  const done = await row(
    `select 1 as found from audit_events where object_type = :objectType and event = :event limit 1`,
    { objectType: DONE.objectType, event: DONE.event }
  )
  if (done) return 0
  let looked = 0
  for (let last = 0, found = await unlettered(last); found.length > 0; found = await unlettered(last)) {
    for (const orderId of found) await letterOne(orderId)
    looked += found.length
    last = found.at(-1) ?? last
  }
  await inTransaction((trx) =>
    recordEvent({ ...DONE, actor: SYSTEM, diff: { payments: [null, looked] } }, trx)
  )
  return looked
}

function letterOne(orderId: number): Promise<void> {
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (order.status === 'paid' || order.status === 'reconciled') await letterPaid(order, SYSTEM.userId, trx)
  })
}

/** Paid orders of which a debit on the debt, and a credit of the invoice's own entry, have no punteo at all. */
async function unlettered(after: number): Promise<number[]> {
  const bare = (
    side: string
  ) => `exists (select 1 from journal_lines l join ledger_accounts a on a.id = l.account_id
      where ${side} and a.reconcilable and a.subledger = 'provider' and not exists (select 1 from reconciliation_lines r where r.journal_line_id = l.id))`
  const found = await rows<{ id: number }>(
    `select o.id from payment_orders o join invoices i on i.id = o.source_id
      where o.source_type = 'invoice' and o.status in ('paid', 'reconciled') and o.id > :after
        and ${bare(`l.document_type = 'payment_order' and l.document_id = o.id and l.amount_minor > 0`)}
        and ${bare(`l.entry_id = i.journal_entry_id and l.document_type = 'invoice' and l.amount_minor < 0`)}
      order by o.id limit ${BATCH}`,
    { after }
  )
  return found.map(({ id }) => id)
}
