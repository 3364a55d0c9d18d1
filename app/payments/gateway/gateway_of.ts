import { row, type Transaction } from '#app/kernel/database/sql'
import { openGateway } from '#app/payments/gateway/gateways'
import type { TransferGateway } from '#app/payments/gateway/transfer_gateway'

/** The bank that takes the transfers of an account over the network; null when there is none or it is not active. */
export async function gatewayOfAccount(
  bankAccountId: number,
  trx?: Transaction
): Promise<TransferGateway | null> {
  const found = await row<{ gateway: string | null }>(
    `select f.gateway from bank_accounts b join bank_profiles f on f.id = b.bank_profile_id where b.id = :bankAccountId and f.channel = 'api'`,
    { bankAccountId },
    trx
  )
  return found ? openGateway(found.gateway, { bankAccountId }) : null
}
