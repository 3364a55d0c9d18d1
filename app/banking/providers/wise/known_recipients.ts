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
 * kept, only those that came since are listed, and the one that is found is read again before anybody is paid by it. Where that
 * one is deleted or another one by now, all are listed anew: it may have stood before a further one with the same account.
 */
export async function findTwin(
  connection: Connection,
  client: ProviderClient,
  wanted: Account
): Promise<WiseRecipient | null> {
  const key = keyOf(wanted.name, wanted.account)
  const { ids } = await readOn(connection, client, wanted.currency)
  const id = ids.get(key)
  if (id === undefined) return null
  const found = (await askForOne(client, {
    method: 'GET',
    path: paths.recipient(String(id)),
  })) as WiseRecipient | null
  if (found && found.active !== false && keysOf(found).includes(key)) return found
  known.delete(slotOf(connection, wanted.currency))
  const all = await readOn(connection, client, wanted.currency)
  return all.listed.find((one) => one.id === all.ids.get(key)) ?? null
}

/** What is known of a currency once those that came since are listed, and these. */
async function readOn(
  connection: Connection,
  client: ProviderClient,
  currency: string
): Promise<Known & { listed: WiseRecipient[] }> {
  const slot = slotOf(connection, currency)
  const before = known.get(slot) ?? { ids: new Map<string, number>(), lastId: 0 }
  known.set(slot, before)
  const seekPosition = before.lastId === 0 ? undefined : before.lastId
  const listed = await listRecipients(connection, client, { currency, seekPosition })
  for (const recipient of listed) {
    if (!recipient.id) continue
    before.lastId = Math.max(before.lastId, recipient.id)
    for (const key of keysOf(recipient)) if (!before.ids.has(key)) before.ids.set(key, recipient.id)
  }
  return { ...before, listed }
}

const slotOf = ({ id, baseUrl, settings }: Connection, currency: string): string =>
  `${id} ${baseUrl} ${String(settings.profileId ?? '')} ${currency}`

const keysOf = ({ name, details }: WiseRecipient): string[] =>
  [details?.IBAN, details?.iban, details?.accountNumber]
    .filter((account) => account !== undefined && account !== null && account !== '')
    .map((account) => keyOf(name?.fullName, account))

const keyOf = (name: unknown, account: unknown): string => `${plain(name)}|${plain(account)}`

const plain = (text: unknown): string =>
  String(text ?? '')
    .replaceAll(/\s/g, '')
    .toUpperCase()
