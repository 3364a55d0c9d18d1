import type { BankFeed, FeedAccount, FeedMovement, ReadFrom } from '#app/banking/bank_provider'
import {
  API,
  askIfThere,
  askList,
  Refused,
  readTransactions,
  toTransaction,
} from '#app/banking/providers/revolut/client'
import { accountOf, movementsOf } from '#app/banking/providers/revolut/transform'
import type { WireAccount, WireBankDetails, WireTransaction } from '#app/banking/providers/revolut/wire'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection, ProviderEvent } from '#app/connectors/provider'

/**
 * Transactions are listed by when they came up, not by when they changed: those of the days before are read too, so that what
 * was reverted or settled late is seen.
 */
const CHANGES_DAYS = 30
/** Of some plans nothing older may be read except just after consent: looking for changes never reaches further back. */
const HISTORY_DAYS = 89
const DAY_MS = 86_400_000
const PENDING = ['created', 'pending']
const NO_DETAILS: readonly WireBankDetails[] = []
export const TRANSACTION = 'transaction'

/** Accounts, balances and movements of a business. */
export const revolutFeed: BankFeed = { accounts, movements, readAgain }

async function accounts(_connection: Connection, client: ProviderClient): Promise<FeedAccount[]> {
  const told = (await askList(client, { method: 'GET', path: `${API}/accounts` })) as WireAccount[]
  const main = mainOf(told)
  const all: FeedAccount[] = []
  for (const account of told) {
    const details = account.state === 'active' ? await bankDetails(client, account.id) : NO_DETAILS
    all.push({ ...accountOf(account, details), isMain: account.id === main })
  }
  return all
}

/** Accounts of some currencies have no numbers that money could be sent to: no reason to give up on them. */
async function bankDetails(client: ProviderClient, id: string): Promise<readonly WireBankDetails[]> {
  try {
    return (await askList(client, {
      method: 'GET',
      path: `${API}/accounts/${id}/bank-details`,
    })) as WireBankDetails[]
  } catch (error) {
    if (error instanceof Refused) return NO_DETAILS
    throw error
  }
}

/** Revolut has no main account: it is the oldest in euros that is open, else the oldest. */
function mainOf(told: readonly WireAccount[]): string | null {
  const byAge = told
    .filter(({ state }) => state === 'active')
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  return (byAge.find(({ currency }) => currency === 'EUR') ?? byAge[0])?.id ?? null
}

async function* movements(
  connection: Connection,
  client: ProviderClient,
  { account, since, until }: ReadFrom
): AsyncIterable<FeedMovement[]> {
  const from = fromWhen(Date.parse(since)).toISOString()
  const window = { account: account.externalId, from, ...(until ? { to: until } : {}) }
  for await (const page of readTransactions(client, window, pageSizeOf(connection))) {
    const found = page
      .filter((told) => hasChanged(told, since))
      .flatMap((told) => movementsOf(told, account.externalId))
    if (found.length > 0) yield found
  }
}

function fromWhen(sinceMs: number): Date {
  const oldest = Math.max(sinceMs - CHANGES_DAYS * DAY_MS, Date.now() - HISTORY_DAYS * DAY_MS)
  return new Date(Math.min(sinceMs, oldest))
}

/** What is still under way is told each time, so that nobody takes it for vanished. */
const hasChanged = (told: WireTransaction, since: string): boolean =>
  PENDING.includes(told.state) || Date.parse(told.updated_at ?? told.created_at) >= Date.parse(since)

const pageSizeOf = ({ settings }: Connection): number | undefined =>
  typeof settings.pageSize === 'number' && settings.pageSize > 0 ? settings.pageSize : undefined

async function readAgain(
  _connection: Connection,
  client: ProviderClient,
  { objectKind, objectId }: Pick<ProviderEvent, 'objectKind' | 'objectId'>
): Promise<{ movements: FeedMovement[]; transferRefs: string[] }> {
  const told =
    objectKind === TRANSACTION
      ? await askIfThere(client, {
          method: 'GET',
          path: `${API}/transaction/${encodeURIComponent(objectId)}`,
        })
      : null
  if (told === null) return { movements: [], transferRefs: [] }
  const found = movementsOf(toTransaction(told))
  const refs = found.map(({ transferRef }) => transferRef).filter((ref) => ref !== null)
  return { movements: found, transferRefs: [...new Set([...refs, objectId])] }
}

/** Names of the accounts, for a test of the connection. */
export async function accountNames(client: ProviderClient): Promise<string[]> {
  const told = (await askList(client, { method: 'GET', path: `${API}/accounts` })) as WireAccount[]
  return told.map((account) => `${account.name ?? 'Cuenta'} · ${account.currency}`)
}
