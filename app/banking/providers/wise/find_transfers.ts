import type { KnownTransfer, Transfer } from '#app/banking/gateway/transfer_gateway'
import { askForList, askForOne, PAGE, PAGES_MAX, profileOf } from '#app/banking/providers/wise/client'
import { paths } from '#app/banking/providers/wise/paths'
import { isReferenceOf } from '#app/banking/providers/wise/reference'
import { uuidOf } from '#app/banking/providers/wise/send_key'
import { referenceOf, toKnown, toQuote } from '#app/banking/providers/wise/transform'
import type { WiseQuote, WiseTransfer } from '#app/banking/providers/wise/words'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { addDays, minDay, today } from '#app/kernel/time/calendar_date'

/** A transfer is made at the earliest so many days before the day it is for. */
const DAYS_BEFORE = 10

/** Every transfer of the company that carries the order's number or was made under its key, however many pages away. */
export async function findTransfers(
  connection: Connection,
  client: ProviderClient,
  transfer: Transfer,
  key: string
): Promise<KnownTransfer[]> {
  const profile = await profileOf(connection, client)
  const from = addDays(minDay(transfer.executionOn, today()), -DAYS_BEFORE)
  const ours = new Map<number | undefined, WiseTransfer>()
  for await (const page of pagesOfTransfers(client, profile, `${from}T00:00:00.000Z`))
    for (const one of page)
      if (one.customerTransactionId === uuidOf(key) || isReferenceOf(referenceOf(one), transfer))
        ours.set(one.id, one)
  const found: KnownTransfer[] = []
  for (const one of ours.values())
    found.push(
      leftAt(
        toKnown(one, connection, transfer.orderNumber),
        transfer,
        await otherQuote(client, profile, { one, transfer })
      )
    )
  return found
}

/** With what it really costs, where the quote that was agreed on had expired and another one costs something else. */
export function leftAt(
  known: KnownTransfer,
  { quote: agreed }: Pick<Transfer, 'quote'>,
  used: WiseQuote | null
): KnownTransfer {
  const quote = agreed && used && toQuote(used).quote
  return !quote || quote.source.minor === agreed.source.minor ? known : { ...known, quote }
}

/** The quote that a transfer was made with, where it is another than was agreed on. */
async function otherQuote(
  client: ProviderClient,
  profile: string,
  { one: { quoteUuid }, transfer: { quote } }: { one: WiseTransfer; transfer: Transfer }
): Promise<WiseQuote | null> {
  if (quote === null || quoteUuid === undefined || quoteUuid === quote.externalId) return null
  return (await askForOne(client, {
    method: 'GET',
    path: paths.quote(profile, quoteUuid),
  })) as WiseQuote | null
}

/** Without an end of the window: what is being made now may bear a later moment than our clock has. */
async function* pagesOfTransfers(client: ProviderClient, profile: string, createdDateStart: string) {
  let offset = 0
  for (let page = 0; page < PAGES_MAX; page++) {
    const list = await askForList<WiseTransfer>(client, {
      method: 'GET',
      path: paths.transfers,
      query: { profile, createdDateStart, limit: PAGE, offset },
    })
    yield list
    if (list.length < PAGE) return
    offset += list.length
  }
  throw new NoAnswer('La lista de transferencias de Wise no acaba')
}
