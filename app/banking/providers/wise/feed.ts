import type { BankFeed, FeedAccount, FeedMovement, ReadFrom } from '#app/banking/bank_provider'
import { listActivities } from '#app/banking/providers/wise/activities'
import { instantOf } from '#app/banking/providers/wise/amounts'
import {
  askForList,
  askForOne,
  askWise,
  isPartner,
  mustAnswer,
  profileOf,
  Refusal,
} from '#app/banking/providers/wise/client'
import { paths } from '#app/banking/providers/wise/paths'
import { toAccount } from '#app/banking/providers/wise/transform'
import { activityMovements, isOwnTransfer, mayConcern } from '#app/banking/providers/wise/transform_activity'
import { statementMovements } from '#app/banking/providers/wise/transform_statement'
import { transferMovements } from '#app/banking/providers/wise/transform_transfer'
import type {
  WiseAccountDetails,
  WiseActivity,
  WiseBalance,
  WisePayment,
  WiseStatementLine,
  WiseTransfer,
} from '#app/banking/providers/wise/words'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

const DAY_MS = 86_400_000
/** A statement is asked for in stretches of so many days. */
const STATEMENT_DAYS = 60
/** What came up so long ago may still change: a transfer waits up to 14 days for whoever funds it. */
const ACTIVITY_DAYS = 16
/** Of a balance that a notification named, movements of this long are read again. */
const AGAIN_DAYS = 3

/**
 * Balances and movements of a company at Wise. A partner's connection reads the statement of each balance, which is exact
 * and whole. Wise closes it to personal tokens of Europe, so those put the movements together from the list of activities
 * (everything that happened, amounts as texts, exact) and, for each transfer of ours, the transfer and its payments: what the
 * balance was really charged and, of that, the fee. A transfer that nobody has funded has moved nothing and is none. Either
 * way opening balance and movements are the balance, and a movement has the same key and amount: the fee of a transfer is one
 * of its own, that of an exchange between own balances stays in its amount. Only statements tell the balance after each.
 */
export const wiseFeed: BankFeed = {
  accounts: (connection, client) => mustAnswer(() => readAccounts(connection, client)),
  movements: (connection, client, from) => pages(connection, client, from),
  readAgain: (connection, client, { objectKind, objectId }) =>
    mustAnswer(() =>
      objectKind === 'transfer'
        ? transferAgain(connection, client, objectId)
        : balanceAgain(connection, client, objectId)
    ),
}

async function readAccounts(connection: Connection, client: ProviderClient): Promise<FeedAccount[]> {
  const profile = await profileOf(connection, client)
  const balances = await askForList<WiseBalance>(client, {
    method: 'GET',
    path: paths.balances(profile),
    query: { types: 'STANDARD,SAVINGS' },
  })
  const path = paths.accountDetails(profile)
  const details = await askForList<WiseAccountDetails>(client, { method: 'GET', path }).catch(
    (error: unknown) => {
      // A balance is one without the numbers that others pay to.
      if (error instanceof Refusal) return []
      throw error
    }
  )
  return balances.map((balance) => toAccount(balance, details))
}

/** A partner whose access does not reach the statements reads as a personal token does: the keys are the same. */
async function* pages(
  connection: Connection,
  client: ProviderClient,
  from: ReadFrom,
  isWanted: (activity: WiseActivity) => boolean = () => true
): AsyncGenerator<FeedMovement[]> {
  try {
    if (!isPartner(connection) || !(yield* openStatement(connection, client, from)))
      yield* activityPages(connection, client, from, isWanted)
  } catch (error) {
    if (error instanceof Refusal) throw new NoAnswer(`Wise no lo permite: ${error.message}`, { cause: error })
    throw error
  }
}

/** Gives whether the statement was open. */
async function* openStatement(
  connection: Connection,
  client: ProviderClient,
  from: ReadFrom
): AsyncGenerator<FeedMovement[], boolean> {
  try {
    yield* statementPages(connection, client, from)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return false
    throw error
  }
}

async function* statementPages(
  connection: Connection,
  client: ProviderClient,
  { account, since, until }: ReadFrom
): AsyncGenerator<FeedMovement[]> {
  const profile = await profileOf(connection, client)
  const end = until === null ? Date.now() + DAY_MS : Date.parse(until)
  let from = Date.parse(since)
  while (from < end) {
    const to = Math.min(from + STATEMENT_DAYS * DAY_MS, end)
    const answer = (await askWise(client, {
      method: 'GET',
      path: paths.statement(profile, account.externalId),
      query: {
        currency: account.currency,
        intervalStart: new Date(from).toISOString(),
        intervalEnd: new Date(to).toISOString(),
        type: 'COMPACT',
      },
    })) as { transactions?: WiseStatementLine[] }
    if (!Array.isArray(answer?.transactions)) throw new NoAnswer('Wise no respondió un extracto')
    yield answer.transactions.flatMap((line) => statementMovements(line, account))
    // Both ends belong to the stretch: the next begins a millisecond on.
    from = to + 1
  }
}

async function* activityPages(
  connection: Connection,
  client: ProviderClient,
  { account, since, until }: ReadFrom,
  isWanted: (activity: WiseActivity) => boolean
): AsyncGenerator<FeedMovement[]> {
  const profile = await profileOf(connection, client)
  const from = new Date(Date.parse(since) - ACTIVITY_DAYS * DAY_MS).toISOString()
  const seen = new Set<string>()
  for await (const page of listActivities(client, profile, { since: from, until })) {
    const fresh = page.filter((one) => {
      const isNew = one.id === undefined || !seen.has(one.id)
      if (one.id !== undefined) seen.add(one.id)
      return isNew && isSince(one, since) && mayConcern(one, account) && isWanted(one)
    })
    const movements: FeedMovement[] = []
    for (const activity of fresh) movements.push(...(await movementsOf(client, activity, account)))
    yield movements
  }
}

/** Came up or changed since; instants are compared as such, whatever their zone. */
function isSince({ createdOn, updatedOn }: WiseActivity, since: string): boolean {
  const last = instantOf(updatedOn) ?? instantOf(createdOn)
  return last === null || Date.parse(last) >= Date.parse(since)
}

async function movementsOf(
  client: ProviderClient,
  activity: WiseActivity,
  account: FeedAccount
): Promise<FeedMovement[]> {
  if (!isOwnTransfer(activity)) return activityMovements(activity, account)
  const found = await transferAndPayments(client, String(activity.resource?.id))
  // Not ours after all: somebody else's, told with its amount alone.
  return found ? transferMovements({ ...found, activity }, account) : activityMovements(activity, account)
}

async function transferAndPayments(
  client: ProviderClient,
  id: string
): Promise<{ transfer: WiseTransfer; payments: WisePayment[] } | null> {
  const transfer = (await askForOne(client, {
    method: 'GET',
    path: paths.transfer(id),
  })) as WiseTransfer | null
  if (!transfer) return null
  const payments = await askForList<WisePayment>(client, { method: 'GET', path: paths.payments(id) })
  return { transfer, payments }
}

/**
 * What a balance that a notification named has moved lately, but for transfers of ours: of each of those Wise tells by itself, and
 * a day of payments would be read anew, three requests a transfer, with every one of them.
 */
async function balanceAgain(connection: Connection, client: ProviderClient, id: string) {
  const accounts = await readAccounts(connection, client)
  const account = accounts.find(({ externalId }) => externalId === id)
  const movements: FeedMovement[] = []
  if (account) {
    const since = new Date(Date.now() - AGAIN_DAYS * DAY_MS).toISOString()
    const from = { account, since, until: null }
    for await (const page of pages(connection, client, from, (activity) => !isOwnTransfer(activity)))
      movements.push(...page)
  }
  return { movements, transferRefs: [], isThere: account !== undefined }
}

/** A transfer that a notification named: that it changed, and what of it its balance has moved. */
async function transferAgain(connection: Connection, client: ProviderClient, id: string) {
  const transfer = (await askForOne(client, {
    method: 'GET',
    path: paths.transfer(id),
  })) as WiseTransfer | null
  if (!transfer) return { movements: [], transferRefs: [] }
  const since = instantOf(transfer.created)
  const accounts = await readAccounts(connection, client)
  const account = accounts.find((one) => one.isMain && one.currency === transfer.sourceCurrency)
  const movements: FeedMovement[] = []
  if (account && since !== null) {
    const from = { account, since, until: null }
    for await (const page of pages(connection, client, from, ({ resource }) => resource?.id === id))
      movements.push(...page.filter((one) => isOfTransfer(one, id)))
  }
  return { movements, transferRefs: [id] }
}

/** The transfer, its fee and what came back of it. */
const isOfTransfer = ({ externalId }: FeedMovement, id: string): boolean =>
  externalId.split('@')[0]?.replace(/^(?:FEE|REFUND)-/, '') === `TRANSFER-${id}`
