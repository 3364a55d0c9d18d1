import type { Authorisation, Submission } from '#app/banking/gateway/transfer_gateway'
import { memberOf } from '#app/banking/providers/qonto/client'
import { errorsOf } from '#app/banking/providers/qonto/refusals'
import {
  NoAnswer,
  NotSent,
  type ProviderAnswer,
  type ProviderClient,
} from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

const MINUTES = 15
const MINUTE_MS = 60_000

/** What has to be sent again as it was, besides the transfers themselves. */
export type Prepared = {
  /** What the check of the payees gave: it goes along whatever the check said. */
  proof: string
  /** In the order in which they are sent. */
  items: readonly PreparedItem[]
}

export type PreparedItem = {
  orderNumber: string
  /** A payee that Qonto has, by its key there; null for one by name and IBAN. */
  beneficiaryId: string | null
  /** Receipts that are there already. */
  attachmentIds: readonly string[]
  /** Null for what leaves at once. */
  scheduledOn: string | null
}

/** `session` is the question that somebody answers at Qonto, `path` where the same request goes again. */
export type Asked = { session: string; path: string; prepared: Prepared }

/** What an answer asks to be signed; null for one that asks for nothing. `unreadable` can only be asked again. */
export function scaOf(answer: ProviderAnswer): { token: string } | 'nobody_can' | 'unreadable' | null {
  if (answer.status !== 428) return null
  if (errorsOf(answer)[0]?.code?.includes('not_enrolled')) return 'nobody_can'
  const token = memberOf(answer.json, 'sca_session_token')
  return typeof token === 'string' && token !== '' ? { token } : 'unreadable'
}

/** The authorisation that people see and `resume` goes on with. */
export const authorisationOf = (
  asked: Asked,
  { what, url }: { what: string; url: string | null },
  now = new Date()
): Authorisation => ({
  url,
  instruction: `Abra Qonto y firme ${what}.`,
  expiresAt: new Date(now.getTime() + MINUTES * MINUTE_MS).toISOString(),
  token: JSON.stringify(asked),
})

/** Where people sign: in Qonto's application, or on a page of the service that is played on this machine. */
export function signingAddress({ environment, baseUrl }: Connection): string | null {
  if (environment === 'live') return 'https://app.qonto.com'
  return environment === 'sandbox_local' ? `${baseUrl}/firmas` : null
}

/** What an authorisation of ours goes on with; null for one that is none of Qonto. */
export function askedOf({ token }: Authorisation): Asked | null {
  try {
    const asked = JSON.parse(token ?? '') as Partial<Asked>
    return asked.session && asked.path && asked.prepared ? (asked as Asked) : null
  } catch {
    return null
  }
}

/** Whether these transfers, and no others, are what was to be signed. */
export const isOf = ({ items }: Prepared, submissions: readonly Submission[]): boolean =>
  items.length === submissions.length &&
  items.every(({ orderNumber }) => submissions.some(({ transfer }) => transfer.orderNumber === orderNumber))

export const isOver = ({ expiresAt }: Authorisation, now = new Date()): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()

/** What somebody has said so far. Whatever cannot be read is no answer yet; a session that Qonto has forgotten is a no. */
export async function pollSession(
  client: ProviderClient,
  session: string
): Promise<'allow' | 'deny' | 'waiting'> {
  try {
    const { status, json } = await client.ask({
      method: 'GET',
      path: `/v2/sca_sessions/${encodeURIComponent(session)}`,
    })
    if (status === 404) return 'deny'
    if (status !== 200) return 'waiting'
    if (memberOf(json, 'canceled_at')) return 'deny'
    const result = memberOf(json, 'result')
    return result === 'allow' || result === 'deny' ? result : 'waiting'
  } catch (error) {
    if (error instanceof NotSent || error instanceof NoAnswer) return 'waiting'
    throw error
  }
}
