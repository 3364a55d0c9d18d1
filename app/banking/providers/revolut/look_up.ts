import type { KnownTransfer, Transfer } from '#app/banking/gateway/transfer_gateway'
import {
  API,
  allTransactions,
  askIfThere,
  askList,
  requestIdOf,
  toTransaction,
} from '#app/banking/providers/revolut/client'
import { draftIdOf, findDrafts, readDraft } from '#app/banking/providers/revolut/drafts'
import { knownOf } from '#app/banking/providers/revolut/known_transfer'
import { orderNumberIn, RETURNS } from '#app/banking/providers/revolut/transform'
import type { WireTransaction } from '#app/banking/providers/revolut/wire'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

/** Payments older than this are not looked for: nobody asks for one so late without knowing its key. */
const LOOK_BACK_DAYS = 35
const DAY_MS = 86_400_000
/** What has been paid just now cannot have come back. */
const RETURNS_AFTER_MS = 10 * 60_000

/**
 * Every payment that carries the number of an order, of the account that it is charged to: drafts too where payments leave as
 * such. What has its key without its number counts as well.
 */
export async function findTransfers(
  connection: Connection,
  client: ProviderClient,
  { transfer, key, isDraft }: { transfer: Transfer; key: string; isDraft: boolean }
): Promise<KnownTransfer[]> {
  const from = new Date(Date.now() - LOOK_BACK_DAYS * DAY_MS).toISOString()
  const account = transfer.debtorRef
  const all = await allTransactions(client, { from, ...(account ? { account } : {}) })
  const requestId = requestIdOf(key)
  const sent = all
    .filter(({ type }) => !RETURNS.includes(type))
    .filter(
      ({ reference, request_id }) =>
        request_id === requestId || orderNumberIn(reference) === transfer.orderNumber
    )
    .map((told) => knownOf(told, transfer))
  if (!isDraft) return sent
  const drafts = await findDrafts(connection, client, transfer.orderNumber)
  return [...sent, ...drafts.filter(({ ref }) => draftIdOf(ref) !== null)]
}

/** The transaction that our key made, or null. Asking for it by `id_type` is on its way out: the list knows the key too. */
export async function findByKey(client: ProviderClient, key: string): Promise<WireTransaction | null> {
  const query = { request_id: requestIdOf(key) }
  const [found] = await askList(client, { method: 'GET', path: `${API}/transactions`, query })
  return found === undefined ? null : toTransaction(found)
}

/** A payment by its reference, as it is now; null when Revolut does not know it. */
export async function readTransfer(
  connection: Connection,
  client: ProviderClient,
  ref: string
): Promise<KnownTransfer | null> {
  if (draftIdOf(ref) !== null) return readDraft(connection, client, ref)
  const told = await askIfThere(client, {
    method: 'GET',
    path: `${API}/transaction/${encodeURIComponent(ref)}`,
  })
  if (told === null) return null
  const transaction = toTransaction(told)
  const known = knownOf(transaction, null)
  return (await returnOf(client, transaction, known)) ?? known
}

/** A payment that comes back later stays completed: another transaction brings it back and names it. */
async function returnOf(
  client: ProviderClient,
  told: WireTransaction,
  known: KnownTransfer
): Promise<KnownTransfer | null> {
  const paidAt = Date.parse(told.completed_at ?? '')
  if (known.state !== 'executed' || !(Date.now() - paidAt > RETURNS_AFTER_MS)) return null
  const account = told.legs.find(({ amount }) => amount < 0)?.account_id
  for (const type of RETURNS) {
    const window = { from: told.created_at, type, ...(account ? { account } : {}) }
    const all = await allTransactions(client, window)
    const back = all.find(
      ({ related_transaction_id, state }) => related_transaction_id === told.id && state === 'completed'
    )
    if (!back) continue
    const { on, code, message } = knownOf(back, null)
    return { ...known, state: 'returned', providerStatus: back.type, on, code, message }
  }
  return null
}
