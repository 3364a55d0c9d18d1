import { disconnectAccount } from '#app/accounts/actions/connect_account'
import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { queueSync } from '#app/banking/actions/request_sync'
import { bankOf } from '#app/banking/bank_provider'
import type { ConnectorTurn } from '#app/connectors/connector_followers'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'

/**
 * A connection that works, for the first time or again, is read at once. One that is disabled lets go of its accounts: their
 * lines stay, and another connection or files tell what happens on them.
 */
export async function followConnector({ connectorId, to }: ConnectorTurn, trx: Transaction): Promise<void> {
  if (to !== 'active' && to !== 'disabled') return
  const { provider, siteId, label } = await oneRow<{ provider: string; siteId: number; label: string }>(
    `select provider, site_id, label from connectors where id = :connectorId`,
    { connectorId },
    trx
  )
  if (!bankOf(provider)) return
  if (to === 'active') await queueSync({ connectorId, reach: 'month', userId: null }, trx)
  else await letGo({ connectorId, siteId, label }, trx)
}

async function letGo(
  { connectorId, siteId, label }: { connectorId: number; siteId: number; label: string },
  trx: Transaction
): Promise<void> {
  const linked = await rows<{ id: number; bankAccountId: number }>(
    `select id, bank_account_id from provider_accounts where connector_id = :connectorId and bank_account_id is not null order by id for no key update`,
    { connectorId },
    trx
  )
  await execute(
    `update provider_accounts set bank_account_id = null, linked_by = null, linked_at = null, lines_from = null, mismatch_minor = null, mismatch_since = null
      where connector_id = :connectorId`,
    { connectorId },
    trx
  )
  for (const { bankAccountId } of linked) {
    await disconnectAccount(bankAccountId, trx)
    await recordEvent(
      {
        actor: SYSTEM,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId,
        event: 'bank_account.unlinked',
        from: label,
        reason: 'Se ha desactivado la conexión',
      },
      trx
    )
  }
}
