import type { Client } from '#app/kernel/database/sql'
import { payingConnection } from '#app/payments/gateway/paying_connection'

/** What people call whoever takes the payments of an account: «Qonto», or «el banco» of one that is no connection. */
export async function providerTitle(accountId: number, client?: Client): Promise<string> {
  return (await payingConnection(accountId, client))?.title ?? 'el banco'
}
