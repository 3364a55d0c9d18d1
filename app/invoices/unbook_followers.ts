import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'

type Follower = (invoiceId: number, actor: Actor, trx: Transaction) => Promise<void>

const followers: Follower[] = []

/** Higher floors that have something on the way for an invoice (payments) let go of it here before it leaves the books, or throw. */
export function followUnbooking(follower: Follower): void {
  followers.push(follower)
}

/** Asked before the invoice is locked: what is on the way is locked first, everywhere. */
export async function letGoOfInvoice(invoiceId: number, actor: Actor, trx: Transaction): Promise<void> {
  for (const follower of followers) await follower(invoiceId, actor, trx)
}
