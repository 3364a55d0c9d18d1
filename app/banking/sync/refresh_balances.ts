import { reportBalance } from '#app/accounts/actions/report_balance'
import type { BankProvider } from '#app/banking/bank_provider'
import { readAccounts } from '#app/banking/sync/store_accounts'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { inTransaction, row, rows } from '#app/kernel/database/sql'

type Refreshed = {
  bank: BankProvider
  connection: Connection
  client: ProviderClient
  /** The accounts that something was told of, as they are stored. */
  accountIds: readonly number[]
  /** When it was told (ISO). */
  since: string
}

/**
 * Asks what accounts hold once something was told of them, unless that was asked after it: many news at once are one question.
 * Whether balance and movements agree is for the next reading to say. Throws what the client throws.
 */
export async function refreshBalances({
  bank,
  connection,
  client,
  accountIds,
  since,
}: Refreshed): Promise<void> {
  const isOld = await row(
    `select 1 as found from provider_accounts where id = any(:accountIds::bigint[]) and balance_at < :since limit 1`,
    { accountIds: [...accountIds], since }
  )
  if (!isOld) return
  await readAccounts({ bank, connection, client })
  await inTransaction(async (trx) => {
    const linked = await rows<{ bankAccountId: number; balanceMinor: number; balanceAt: Date }>(
      `select bank_account_id, balance_minor, balance_at from provider_accounts
        where connector_id = :connectorId and bank_account_id is not null and closed_at is null order by bank_account_id`,
      { connectorId: connection.id },
      trx
    )
    for (const { balanceAt, ...told } of linked) await reportBalance({ ...told, at: balanceAt }, trx)
  })
}
