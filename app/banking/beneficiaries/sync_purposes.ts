import type { BankProvider } from '#app/banking/bank_provider'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { execute, inTransaction } from '#app/kernel/database/sql'

type Synced = { bank: BankProvider; connection: Connection; client: ProviderClient }

/**
 * Keeps what a connection asks payments to be for: whoever orders one is asked the same when the bank does not answer, and the
 * database refuses a direct payment without (CA069). Gives how many there are.
 */
export async function syncPurposes({ bank, connection, client }: Synced): Promise<number> {
  if (!bank.purposes) return 0
  const told = await bank.purposes(connection, client)
  await inTransaction(async (trx) => {
    const connectorId = connection.id
    await execute(`delete from provider_purposes where connector_id = :connectorId`, { connectorId }, trx)
    await execute(
      `insert into provider_purposes (connector_id, country, currency, code, title)
       select :connectorId, t.country, t.currency, t.code, t.title from jsonb_to_recordset(:records::jsonb) as t(country text, currency text, code text, title text)
       on conflict do nothing`,
      { connectorId, records: JSON.stringify(told) },
      trx
    )
  })
  return told.length
}
