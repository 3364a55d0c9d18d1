import type {
  Authorisation,
  KnownTransfer,
  Transfer,
  TransferState,
} from '#app/banking/gateway/transfer_gateway'
import { API, allTransactions, ask, askIfThere, memberOf } from '#app/banking/providers/revolut/client'
import { knownOf } from '#app/banking/providers/revolut/known_transfer'
import { majorOf, minorOf } from '#app/banking/providers/revolut/money'
import type { Receiver } from '#app/banking/providers/revolut/payees'
import { beneficiaryKey, orderNumberIn, referenceOf } from '#app/banking/providers/revolut/transform'
import type { WireDraft, WireDraftPayment } from '#app/banking/providers/revolut/wire'
import { reasonText } from '#app/banking/providers/revolut/words'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

/** References of drafts are told apart from those of transactions. */
const PREFIX = 'draft:'
/** A draft is approved within this time, or the transaction that it became is not looked for any more. */
const DRAFT_DAYS = 60
const DAY_MS = 86_400_000

const STATES: Readonly<Record<string, TransferState>> = {
  CREATED: 'awaiting_authorisation',
  PENDING: 'processing',
  COMPLETED: 'executed',
  DECLINED: 'rejected',
  FAILED: 'rejected',
  CANCELLED: 'cancelled',
  DELETED: 'cancelled',
  REVERTED: 'returned',
}

const APPS = { live: 'https://business.revolut.com/', sandbox: 'https://sandbox-business.revolut.com/' }
/** Where people send drafts at the service that is played on this machine. */
export const DRAFTS_PAGE = '/borradores'

/** The key of a draft in a reference of a transfer; null for that of a transaction. */
export const draftIdOf = (ref: string): string | null =>
  ref.startsWith(PREFIX) ? (ref.slice(PREFIX.length).split(':')[0] ?? null) : null

/** With the number of its order: it is found by that once the draft is not there any more. */
const refOf = (id: string, orderNumber: string): string =>
  orderNumber === '' ? PREFIX + id : `${PREFIX}${id}:${orderNumber}`

/** Prepares a payment for a person to send in Revolut. It has no key: who calls has looked for it before. */
export async function createDraft(
  connection: Connection,
  client: ProviderClient,
  { transfer, receiver, accountId }: { transfer: Transfer; receiver: Receiver; accountId: string }
): Promise<KnownTransfer> {
  const payment = {
    account_id: accountId,
    receiver,
    amount: majorOf(transfer.amountMinor, transfer.currency),
    currency: transfer.currency,
    reference: referenceOf(transfer),
    ...(transfer.purpose ? { transfer_reason_code: transfer.purpose } : {}),
  }
  const body = { kind: 'json', value: { title: titleOf(transfer), payments: [payment] } } as const
  const id = memberOf(await ask(client, { method: 'POST', path: `${API}/payment-drafts`, body }), 'id')
  if (typeof id !== 'string') throw new NoAnswer('Revolut no dice el borrador que ha creado.')
  return {
    ref: refOf(id, transfer.orderNumber),
    orderNumber: transfer.orderNumber,
    amountMinor: transfer.amountMinor,
    currency: transfer.currency,
    payee: { iban: null, externalId: null, email: null },
    state: 'awaiting_authorisation',
    providerStatus: 'CREATED',
    on: null,
    code: null,
    message: null,
    authorisation: authorisationOf(connection),
  }
}

const TITLE_MAX = 255
const titleOf = ({ orderNumber, payee }: Transfer) => `${orderNumber} ${payee.name}`.slice(0, TITLE_MAX)

const authorisationOf = ({ environment, baseUrl }: Connection): Authorisation => ({
  url: environment === 'sandbox_local' ? `${baseUrl}${DRAFTS_PAGE}` : APPS[environment],
  instruction: 'Abra Revolut Business, compruebe el borrador y envíelo.',
  expiresAt: null,
  token: null,
})

/** Drafts that carry the number of an order. The list has their titles alone, each is read by itself. */
export async function findDrafts(
  connection: Connection,
  client: ProviderClient,
  orderNumber: string
): Promise<KnownTransfer[]> {
  const told = await ask(client, { method: 'GET', path: `${API}/payment-drafts` })
  const drafts = memberOf(told, 'payment_orders')
  if (!Array.isArray(drafts)) throw new NoAnswer('Revolut no dice los borradores.')
  const found: KnownTransfer[] = []
  for (const { id, title } of drafts as WireDraft[]) {
    if (orderNumberIn(title) !== orderNumber) continue
    const draft = await readDraft(connection, client, refOf(id, orderNumber))
    if (draft) found.push(draft)
  }
  return found
}

/** A draft by its reference, or the transaction that it became; null when Revolut knows neither. */
export async function readDraft(
  connection: Connection,
  client: ProviderClient,
  ref: string
): Promise<KnownTransfer | null> {
  const id = draftIdOf(ref) ?? ref
  const told = await askIfThere(client, {
    method: 'GET',
    path: `${API}/payment-drafts/${encodeURIComponent(id)}`,
  })
  if (told === null) return becameOf(client, orderNumberIn(ref) ?? '', null)
  const payments = memberOf(told, 'payments')
  const payment = (Array.isArray(payments) ? payments[0] : undefined) as WireDraftPayment | undefined
  if (!payment?.state || !payment.amount)
    throw new NoAnswer('Revolut dijo un borrador de un modo que no se entiende.')
  const draft = toKnown(connection, id, payment)
  const isSent = draft.state === 'processing' || draft.state === 'executed' || draft.state === 'returned'
  return (isSent ? await becameOf(client, draft.orderNumber, payment.account_id) : null) ?? draft
}

function toKnown(connection: Connection, id: string, payment: WireDraftPayment): KnownTransfer {
  const { amount, receiver, state: word, reason = null, error_message, reference } = payment
  const state = STATES[word] ?? 'processing'
  return {
    ref: refOf(id, orderNumberIn(reference) ?? ''),
    orderNumber: orderNumberIn(reference) ?? '',
    amountMinor: minorOf(amount.amount, amount.currency),
    currency: amount.currency,
    payee: {
      iban: null,
      externalId: receiver ? beneficiaryKey(receiver.counterparty_id, receiver.account_id ?? null) : null,
      email: null,
    },
    state,
    providerStatus: word,
    on: null,
    code: reason,
    message: error_message ?? (reason && reasonText(reason)),
    authorisation: state === 'awaiting_authorisation' ? authorisationOf(connection) : null,
  }
}

/** A draft does not say which transaction it became: the number of the order is in both. */
async function becameOf(
  client: ProviderClient,
  orderNumber: string,
  account: string | null
): Promise<KnownTransfer | null> {
  if (orderNumber === '') return null
  const from = new Date(Date.now() - DRAFT_DAYS * DAY_MS).toISOString()
  const all = await allTransactions(client, { ...(account ? { account } : {}), from, type: 'transfer' })
  const found = all.find(({ reference }) => orderNumberIn(reference) === orderNumber)
  return found ? knownOf(found, null) : null
}

/** Takes a draft back before anybody has sent it. Throws Refused when it is too late. */
export async function deleteDraft(client: ProviderClient, id: string): Promise<void> {
  await ask(client, { method: 'DELETE', path: `${API}/payment-drafts/${encodeURIComponent(id)}` })
}
