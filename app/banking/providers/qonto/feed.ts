import type { BankFeed, FeedMovement } from '#app/banking/bank_provider'
import { readAll, readObject, readPages } from '#app/banking/providers/qonto/client'
import { accountOf, movementOf, orderNumberIn } from '#app/banking/providers/qonto/transform'
import type { WireAccount, WireTransfer } from '#app/banking/providers/qonto/wire'
import type { ProviderClient } from '#app/connectors/client/provider_client'

/** Unless they are asked for, Qonto leaves out what is pending and what was declined. */
const STATUSES = ['pending', 'declined', 'completed']
/** How long before a movement its transfer may have been touched last. */
const TRANSFER_DAYS = 20
const DAY_MS = 86_400_000

/** Accounts of Qonto alone: those of other banks that its owners see there come from their own bank. */
export const readAccounts = async (client: ProviderClient): Promise<WireAccount[]> =>
  ((await readAll(client, '/v2/bank_accounts', 'bank_accounts')) as WireAccount[]).filter(
    ({ is_external_account: isExternal }) => isExternal !== true
  )

/** What Qonto has to tell, `perPage` at a time. */
export const qontoFeed = (perPage?: number): BankFeed => ({
  accounts: async (_connection, client) => (await readAccounts(client)).map(accountOf),
  movements: (_connection, client, { account, since, until }) =>
    readMovements(client, { accountId: account.externalId, since, until, perPage }),
  readAgain: async (_connection, client, { objectKind, objectId }) => {
    if (objectKind === 'transfer') return { movements: [], transferRefs: [objectId] }
    if (objectKind !== 'transaction') return { movements: [], transferRefs: [] }
    const told = await readObject(client, `/v2/transactions/${encodeURIComponent(objectId)}`, 'transaction', {
      'includes[]': ['attachments'],
    })
    if (told === null) return { movements: [], transferRefs: [] }
    const movement = movementOf(told)
    return { movements: [movement], transferRefs: await transferRefsOf(client, movement) }
  },
})

type Reading = { accountId: string; since: string; until: string | null; perPage: number | undefined }

/**
 * In the order in which they came up, which nothing changes: what is added meanwhile comes last, and what changes meanwhile
 * moves nothing to a page that was read already. One that is pushed on to the next page is given once.
 */
async function* readMovements(
  client: ProviderClient,
  { accountId, since, until, perPage }: Reading
): AsyncGenerator<FeedMovement[]> {
  const given = new Set<string>()
  const query = {
    bank_account_id: accountId,
    'status[]': STATUSES,
    updated_at_from: since,
    emitted_at_to: until ?? undefined,
    'includes[]': ['attachments'],
    sort_by: 'emitted_at:asc',
  }
  for await (const page of readPages(client, '/v2/transactions', 'transactions', query, perPage)) {
    const fresh = page.map(movementOf).filter(({ externalId }) => !given.has(externalId))
    for (const { externalId } of fresh) given.add(externalId)
    if (fresh.length > 0) yield fresh
  }
}

/**
 * The transfers that a movement is of. A transfer names the movement that executes it; one that came back is a credit that
 * nothing names, known by the order's number in its texts.
 */
async function transferRefsOf(client: ProviderClient, movement: FeedMovement): Promise<string[]> {
  if (movement.type !== 'transfer') return []
  const since = new Date(Date.parse(movement.occurredAt) - TRANSFER_DAYS * DAY_MS).toISOString()
  const transfers = (await readAll(client, '/v2/sepa/transfers', 'transfers', {
    updated_at_from: since,
  })) as WireTransfer[]
  return transfers
    .filter(({ transaction_id: executedBy, note, reference }) =>
      movement.amountMinor < 0
        ? executedBy === movement.externalId
        : movement.orderNumber !== null && orderNumberIn(note, reference) === movement.orderNumber
    )
    .map(({ id }) => id)
}
