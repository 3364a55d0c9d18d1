import { askForOne, askWise, PAGES_MAX, profileOf, RECIPIENTS_PAGE } from '#app/banking/providers/wise/client'
import { paths } from '#app/banking/providers/wise/paths'
import type { WiseRecipient } from '#app/banking/providers/wise/words'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

type Wanted = { currency?: string; seekPosition?: number | undefined }

/** Every recipient of the company, or those from a key on, to the end of the list. */
export async function listRecipients(
  connection: Connection,
  client: ProviderClient,
  { currency, seekPosition: from }: Wanted
): Promise<WiseRecipient[]> {
  const profileId = await profileOf(connection, client)
  const all = new Map<number | undefined, WiseRecipient>()
  let seekPosition = from
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = (await askWise(client, {
      method: 'GET',
      path: paths.recipients,
      query: { profileId, currency, active: true, size: RECIPIENTS_PAGE, sort: 'id,asc', seekPosition },
    })) as { content?: WiseRecipient[]; seekPositionForNext?: number; seekPositionForCurrent?: number }
    if (!Array.isArray(answer?.content)) throw new NoAnswer('Wise no respondió una lista de destinatarios')
    for (const one of answer.content) all.set(one.id, one)
    const { seekPositionForNext: next, seekPositionForCurrent: current } = answer
    if (!next || next === current || next === seekPosition || answer.content.length === 0)
      return [...all.values()]
    seekPosition = next
  }
  throw new NoAnswer('La lista de destinatarios de Wise no acaba')
}

type Account = { currency: string; name: string; account: string }
/** Of a company in a currency, as this process has read them: by name and account, and the last key. */
type Known = { ids: Map<string, number>; lastId: number }

const known = new Map<string, Known>()

/**
 * The recipient that has an account under a name already, or null. Wise cannot be asked for one account: what was read once is
 * kept, only those that came since are listed, and the one that is found is read again before anybody is paid by it.
 */
export async function findTwin(
  connection: Connection,
  client: ProviderClient,
  wanted: Account
): Promise<WiseRecipient | null> {
  const { ids } = await readOn(connection, client, wanted.currency)
  const key = keyOf(wanted.name, wanted.account)
  const id = ids.get(key)
  if (id === undefined) return null
  const found = (await askForOne(client, {
    method: 'GET',
    path: paths.recipient(String(id)),
  })) as WiseRecipient | null
  if (found && found.active !== false && keysOf(found).includes(key)) return found
  ids.delete(key)
  return null
}

async function readOn(connection: Connection, client: ProviderClient, currency: string): Promise<Known> {
  const { id, baseUrl, settings } = connection
  const slot = `${id} ${baseUrl} ${String(settings.profileId ?? '')} ${currency}`
  const before = known.get(slot) ?? { ids: new Map<string, number>(), lastId: 0 }
  known.set(slot, before)
  const seekPosition = before.lastId === 0 ? undefined : before.lastId
  for (const recipient of await listRecipients(connection, client, { currency, seekPosition })) {
    if (!recipient.id) continue
    before.lastId = Math.max(before.lastId, recipient.id)
    for (const key of keysOf(recipient)) if (!before.ids.has(key)) before.ids.set(key, recipient.id)
  }
  return before
}

const keysOf = ({ name, details }: WiseRecipient): string[] =>
  [details?.IBAN, details?.iban, details?.accountNumber]
    .filter((account) => account !== undefined && account !== null && account !== '')
    .map((account) => keyOf(name?.fullName, account))

const keyOf = (name: unknown, account: unknown): string => `${plain(name)}|${plain(account)}`

const plain = (text: unknown): string =>
  String(text ?? '')
    .replaceAll(/\s/g, '')
    .toUpperCase()
