import type { KnownTransfer, Quote, SubmitAnswer, Transfer } from '#app/banking/gateway/transfer_gateway'
import { API, ask, DUPLICATE_REQUEST, Refused, requestIdOf } from '#app/banking/providers/revolut/client'
import { createDraft } from '#app/banking/providers/revolut/drafts'
import { knownOf } from '#app/banking/providers/revolut/known_transfer'
import { findByKey, findTransfers } from '#app/banking/providers/revolut/look_up'
import { majorOf } from '#app/banking/providers/revolut/money'
import { type Receiver, receiverOf, UnknownPayee } from '#app/banking/providers/revolut/payees'
import { priceOfExchange, priceOfPayment } from '#app/banking/providers/revolut/price'
import { dayOf, referenceOf } from '#app/banking/providers/revolut/transform'
import type { WireTaken, WireTransaction } from '#app/banking/providers/revolut/wire'
import { NoAnswer, NotSent, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { formatAmount } from '#app/kernel/money/money'

const OK = 200
const RETRY_SECONDS = 60
/** Some markets ask what an exchange is for. */
const REASON_OWN = 'fund_transfer_and_intracompany_payment'
const REASON_PAYMENT = 'payment_for_goods_and_services'

export type Submitting = {
  connection: Connection
  client: ProviderClient
  transfer: Transfer
  key: string
  isDraft: boolean
}
type Way = Submitting & { accountId: string }

/** Makes one payment: to an account of our own, to a counterparty, or as a draft that a person sends. Never throws for the network. */
export async function submitTransfer(one: Submitting): Promise<SubmitAnswer> {
  const { debtorRef, toOwnRef } = one.transfer
  if (debtorRef === null)
    return refused('no_account', 'La cuenta de cargo no está conectada con Revolut: conéctela o elija otra.')
  const way = { ...one, accountId: debtorRef }
  if (toOwnRef !== null) return submitOwn(way, toOwnRef)
  const receiver = await beforeSending(() => receiverOf(one.client, one.transfer))
  if ('kind' in receiver) return receiver
  return one.isDraft ? submitDraft(way, receiver) : submitPayment(way, receiver)
}

async function submitPayment(way: Way, receiver: Receiver): Promise<SubmitAnswer> {
  const { client, transfer, key, accountId } = way
  const { amountMinor, currency, purpose, quote } = transfer
  const price = await priceToSend(way, ({ source, target }) =>
    priceOfPayment(
      client,
      { accountId, receiver, sourceCurrency: source.currency, targetCurrency: target.currency },
      { sourceMinor: null, targetMinor: target.minor }
    )
  )
  if ('kind' in price) return price
  const isExchanged = quote !== null && quote.source.currency !== quote.target.currency
  return send(
    way,
    '/pay',
    {
      request_id: requestIdOf(key),
      account_id: accountId,
      receiver,
      amount: majorOf(quote?.target.minor ?? amountMinor, quote?.target.currency ?? currency),
      currency: quote?.target.currency ?? currency,
      reference: referenceOf(transfer),
      ...(purpose ? { transfer_reason_code: purpose } : {}),
      ...(isExchanged ? { exchange_reason_code: REASON_PAYMENT } : {}),
    },
    price.quote
  )
}

/** Between accounts of the business: in one currency a transfer, else an exchange of what is to arrive. */
async function submitOwn(way: Way, toOwnRef: string): Promise<SubmitAnswer> {
  const { client, transfer, key, accountId } = way
  const { amountMinor, currency, quote } = transfer
  const request_id = requestIdOf(key)
  const reference = referenceOf(transfer)
  if (quote === null || quote.source.currency === quote.target.currency) {
    const amount = majorOf(amountMinor, currency)
    const accounts = { source_account_id: accountId, target_account_id: toOwnRef }
    return send(way, '/transfer', { request_id, ...accounts, amount, currency, reference })
  }
  const { source, target } = quote
  const price = await priceToSend(way, () =>
    priceOfExchange(
      client,
      { sourceCurrency: source.currency, targetCurrency: target.currency },
      { sourceMinor: null, targetMinor: target.minor }
    )
  )
  if ('kind' in price) return price
  return send(
    way,
    '/exchange',
    {
      from: { account_id: accountId, currency: source.currency },
      to: { account_id: toOwnRef, currency: target.currency, amount: majorOf(target.minor, target.currency) },
      reference,
      request_id,
      exchange_reason_code: REASON_OWN,
    },
    price.quote
  )
}

/** Drafts have no key: whatever carries the number of the order is looked for first, and is the payment. */
async function submitDraft(way: Way, receiver: Receiver): Promise<SubmitAnswer> {
  const { connection, client, transfer, accountId } = way
  const found = await beforeSending(() => findTransfers(connection, client, way))
  if ('kind' in found) return found
  const [first] = found
  if (first) return taken(first)
  try {
    return taken(await createDraft(connection, client, { transfer, receiver, accountId }))
  } catch (error) {
    return afterSending(error)
  }
}

/**
 * A price is only of the moment: it is asked again, and what costs more than was agreed does not leave. Gives the new price
 * where it is another one.
 */
async function priceToSend(
  way: Way,
  priceNow: (agreed: Quote) => Promise<Quote>
): Promise<SubmitAnswer | { quote: Quote | null }> {
  const { quote: agreed, toleranceMinor } = way.transfer
  if (agreed === null) return { quote: null }
  const quote = await beforeSending(() => priceNow(agreed))
  if ('kind' in quote) return quote
  if (quote.source.minor === agreed.source.minor) return { quote: null }
  if (quote.source.minor <= agreed.source.minor + toleranceMinor) return { quote }
  // An attempt before this one may have gone through: then its price is nobody's question any more.
  const sent = await beforeSending(async () => ({ told: await findByKey(way.client, way.key) }))
  if ('kind' in sent) return sent
  if (sent.told) return adopted(sent.told, way.transfer)
  const cost = formatAmount(quote.source.minor, quote.source.currency)
  const message = `El cambio ha variado: ahora cuesta ${cost}. Apruebe el importe nuevo para enviarlo.`
  return { kind: 'requoted', httpStatus: null, quote, message }
}

/** Asks for what moves money, once. A key that Revolut knows already is the payment of an attempt before. */
async function send(
  way: Way,
  path: string,
  value: Readonly<Record<string, unknown>>,
  quote: Quote | null = null
): Promise<SubmitAnswer> {
  try {
    const body = { kind: 'json', value } as const
    const told = await ask(way.client, { method: 'POST', path: API + path, body })
    const known = takenOf(told as WireTaken, way.transfer)
    return taken(quote === null ? known : { ...known, quote })
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== DUPLICATE_REQUEST) return afterSending(error)
    return adopt(way)
  }
}

async function adopt({ client, transfer, key }: Way): Promise<SubmitAnswer> {
  try {
    const told = await findByKey(client, key)
    if (told) return adopted(told, transfer)
    return unknown('Revolut ya tiene esta operación y no dice cuál es.')
  } catch (error) {
    return unknown(`Revolut ya tiene esta operación. ${messageOf(error)}`)
  }
}

/** What stands under our key, when it is this payment. */
function adopted(told: WireTransaction, transfer: Transfer): SubmitAnswer {
  const known = knownOf(told, transfer)
  const isThis = known.amountMinor === transfer.amountMinor && known.currency === transfer.currency
  return isThis ? taken(known) : unknown('Revolut tiene otra operación con la clave de esta orden.')
}

/** A payment that has just been taken: Revolut says little more than its key. */
function takenOf({ id, state, created_at, completed_at }: WireTaken, transfer: Transfer): KnownTransfer {
  if (!id || !state) throw new NoAnswer('Revolut no dice qué pago ha hecho.')
  const at = completed_at ?? created_at ?? new Date().toISOString()
  const { payee, toOwnRef } = transfer
  const told = { id, type: 'transfer', state, created_at: at, updated_at: at, legs: [legOf(transfer)] }
  return {
    ...knownOf(told, transfer),
    on: dayOf(at),
    payee: {
      iban: payee.kind === 'iban' ? payee.iban : null,
      externalId: toOwnRef ?? (payee.kind === 'beneficiary' ? payee.externalId : null),
      email: null,
    },
  }
}

const legOf = ({ amountMinor, currency }: Transfer) => ({
  leg_id: '',
  amount: -majorOf(amountMinor, currency),
  currency,
  account_id: '',
})

/** Whatever goes wrong here, nothing has left. */
async function beforeSending<T extends object>(work: () => Promise<T>): Promise<T | SubmitAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnknownPayee) return refused('payee', error.message)
    if (error instanceof Refused) return refused(error.code, error.message, error.httpStatus)
    if (error instanceof NotSent) return later(error.afterSeconds, error)
    if (error instanceof NoAnswer || error instanceof RangeError) return later(RETRY_SECONDS, error)
    throw error
  }
}

/** It was asked for: only an answer that says so is a refusal, anything that cannot be read may have been taken. */
function afterSending(error: unknown): SubmitAnswer {
  if (error instanceof Refused) return refused(error.code, error.message, error.httpStatus)
  if (error instanceof NotSent) return later(error.afterSeconds, error)
  return unknown(messageOf(error))
}

const taken = (transfer: KnownTransfer): Extract<SubmitAnswer, { kind: 'taken' }> => ({
  kind: 'taken',
  httpStatus: OK,
  transfer,
})
const unknown = (reason: string): SubmitAnswer => ({ kind: 'unknown', httpStatus: null, reason })
const refused = (code: string, message: string, httpStatus: number | null = null): SubmitAnswer => ({
  kind: 'refused',
  httpStatus,
  code,
  message,
})
const later = (afterSeconds: number, error: unknown): SubmitAnswer => ({
  kind: 'later',
  httpStatus: null,
  afterSeconds,
  reason: messageOf(error),
})
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
