import type { Transaction } from '#app/kernel/database/sql'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import type PaymentOrder from '#app/payments/orders/payment_order'

type Paying = Pick<PaymentOrder, 'sourceType' | 'sourceId' | 'siteId' | 'payerSiteId'>

/**
 * Locks what a locked order pays, and then all the books that its money moves in, before any of them is written: whoever works on the
 * document (the close of a month of a loan, a rectification) holds it first and the books last, so that neither waits for the other.
 */
export async function lockPaidDocument(
  { sourceType, sourceId, siteId, payerSiteId }: Paying,
  trx: Transaction
): Promise<void> {
  const kind = kindPaying(sourceType)
  await kind.lock([sourceId], trx)
  if (kind.books) await lockBooks([siteId, payerSiteId, ...(await kind.books([sourceId], trx))], trx)
}
