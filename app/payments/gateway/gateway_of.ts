import { bankOf } from '#app/banking/bank_provider'
import type { TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { openClient } from '#app/connectors/client/open_client'
import { row, type Transaction } from '#app/kernel/database/sql'
import { openGateway } from '#app/payments/gateway/gateways'
import { payingConnection } from '#app/payments/gateway/paying_connection'

/**
 * The way out of an account over the network: of the connection that it hangs on, else of its bank's profile. Null when there
 * is none, or while it may not be asked.
 */
export async function gatewayOfAccount(
  bankAccountId: number,
  trx?: Transaction
): Promise<TransferGateway | null> {
  const paying = await payingConnection(bankAccountId, trx)
  if (paying) {
    const { connection, isActive } = paying
    if (!isActive) return null
    return bankOf(connection.provider)?.gateway?.(connection, await openClient(connection.id)) ?? null
  }
  const found = await row<{ gateway: string | null }>(
    `select f.gateway from bank_accounts b join bank_profiles f on f.id = b.bank_profile_id where b.id = :bankAccountId and f.channel = 'api'`,
    { bankAccountId },
    trx
  )
  return found ? openGateway(found.gateway, { bankAccountId }) : null
}
