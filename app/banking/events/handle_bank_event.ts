import { type BankProvider, bankOf, type FeedMovement } from '#app/banking/bank_provider'
import { type TransferOutcome, transferFollowers } from '#app/banking/ports'
import { pairLegs } from '#app/banking/sync/pair_legs'
import { refreshBalances } from '#app/banking/sync/refresh_balances'
import { readAccounts } from '#app/banking/sync/store_accounts'
import { storeMovements } from '#app/banking/sync/store_movements'
import { writeLines } from '#app/banking/sync/write_lines'
import { openClient } from '#app/connectors/client/open_client'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { EventOutcome, StoredEvent } from '#app/connectors/event_handlers'
import type { Connection } from '#app/connectors/provider'
import { findConnection } from '#app/connectors/queries/find_connection'
import { inTransaction, rows } from '#app/kernel/database/sql'

/**
 * What a bank told by itself: its object is read again and that is applied, so that neither how often nor in which order it
 * was told matters. `waiting` while the provider does not know the object yet, or a submission of ours is not answered.
 */
export async function handleBankEvent(event: StoredEvent): Promise<EventOutcome> {
  const bank = bankOf(event.provider)
  if (!bank) return 'ignored'
  const connection = await findConnection(event.connectorId)
  const client = await openClient(event.connectorId)
  const { movements, transferRefs, isThere = false } = await bank.feed.readAgain(connection, client, event)
  if (movements.length === 0 && transferRefs.length === 0) return isThere ? 'processed' : 'waiting'
  const told = { bank, connection, client, movements }
  const isStored = await storeTold(told)
  const outcomes = await followTransfers(connection, transferRefs)
  const touched = await knownAccounts(connection.id, accountsOf(movements))
  await refreshBalances({ ...told, accountIds: [...touched.values()], since: event.receivedAt })
  if (!isStored || outcomes.includes('waiting')) return 'waiting'
  return movements.length > 0 || outcomes.includes('followed') ? 'processed' : 'ignored'
}

type Told = {
  bank: BankProvider
  connection: Connection
  client: ProviderClient
  movements: readonly FeedMovement[]
}

/** Keeps the movements and writes their lines. False when one is of an account that the provider does not tell of. */
async function storeTold({ bank, connection, client, movements }: Told): Promise<boolean> {
  const byAccount = Map.groupBy(movements, ({ accountExternalId }) => accountExternalId)
  const wanted = accountsOf(movements)
  let accounts = await knownAccounts(connection.id, wanted)
  if (wanted.some((externalId) => !accounts.has(externalId))) {
    await readAccounts({ bank, connection, client })
    accounts = await knownAccounts(connection.id, wanted)
  }
  for (const [externalId, told] of byAccount) {
    const providerAccountId = accounts.get(externalId)
    if (providerAccountId === undefined) continue
    await inTransaction((trx) => storeMovements(told, { connectorId: connection.id, providerAccountId }, trx))
    await writeLines({ providerAccountId, span: null, userId: null })
  }
  if (movements.some(({ type }) => type === 'conversion')) await pairLegs(connection.id)
  return wanted.every((externalId) => accounts.has(externalId))
}

const accountsOf = (movements: readonly FeedMovement[]): string[] => [
  ...new Set(movements.map(({ accountExternalId }) => accountExternalId)),
]

async function knownAccounts(connectorId: number, externalIds: readonly string[]) {
  const found = await rows<{ id: number; externalId: string }>(
    `select id, external_id from provider_accounts where connector_id = :connectorId and external_id = any(:externalIds::text[])`,
    { connectorId, externalIds }
  )
  return new Map(found.map(({ id, externalId }) => [externalId, id]))
}

async function followTransfers(
  { id, provider }: Connection,
  refs: readonly string[]
): Promise<TransferOutcome[]> {
  const outcomes: TransferOutcome[] = []
  for (const ref of new Set(refs))
    for (const follow of transferFollowers.all())
      outcomes.push(await follow({ connectorId: id, provider, ref }))
  return outcomes
}
