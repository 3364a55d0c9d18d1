import type { AccountProvider } from '#app/accounts/account_labels'
import { execute, type Transaction } from '#app/kernel/database/sql'

type Connected = { bankAccountId: number; connectorId: number; providerCode: AccountProvider }

/** An account hangs on a connection from now on. */
export async function connectAccount(
  { bankAccountId, connectorId, providerCode }: Connected,
  trx: Transaction
): Promise<void> {
  await execute(
    `update bank_accounts set connector_id = :connectorId, provider_code = :providerCode, lock_version = lock_version + 1 where id = :bankAccountId`,
    { bankAccountId, connectorId, providerCode },
    trx
  )
}

/** Files and people tell what happens on it again. */
export async function disconnectAccount(bankAccountId: number, trx: Transaction): Promise<void> {
  await execute(
    `update bank_accounts set connector_id = null, provider_code = 'sepa_file', lock_version = lock_version + 1 where id = :bankAccountId`,
    { bankAccountId },
    trx
  )
}
