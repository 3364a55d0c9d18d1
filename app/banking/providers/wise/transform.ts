import type { Beneficiary, FeedAccount } from '#app/banking/bank_provider'
import type {
  Authorisation,
  KnownTransfer,
  Quote,
  TransferState,
} from '#app/banking/gateway/transfer_gateway'
import { instantOf, minorOf } from '#app/banking/providers/wise/amounts'
import { PAY_PAGE } from '#app/banking/providers/wise/paths'
import type {
  WiseAccountDetails,
  WiseBalance,
  WisePaymentOption,
  WiseQuote,
  WiseRecipient,
  WiseTransfer,
} from '#app/banking/providers/wise/words'
import { NoAnswer } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import { dayOfInstant } from '#app/kernel/time/calendar_date'

/** The state of a transfer in the words of Wise that nothing has been paid for yet. */
export const UNFUNDED = 'incoming_payment_waiting'
/** Wise cancels what nobody has funded by then. */
export const UNFUNDED_DAYS = 14
const DAY_MS = 86_400_000

const STATES: Readonly<Record<string, TransferState>> = {
  [UNFUNDED]: 'awaiting_authorisation',
  incoming_payment_initiated: 'processing',
  processing: 'processing',
  funds_converted: 'processing',
  outgoing_payment_sent: 'executed',
  // The payee's bank sent it back; it ends as refunded, or goes out again.
  bounced_back: 'processing',
  // Both only come after the balance was charged: a payment that went out and came back, whatever was heard of it before.
  funds_refunded: 'returned',
  charged_back: 'returned',
  cancelled: 'cancelled',
}

const MESSAGES: Readonly<Record<string, string>> = {
  bounced_back: 'El banco del beneficiario ha devuelto el pago a Wise, que lo está tramitando.',
  funds_refunded: 'Wise ha devuelto el importe al saldo: no se pudo abonar al beneficiario.',
  charged_back: 'Se ha retirado a Wise el dinero con el que se pagó la transferencia.',
  cancelled: 'La transferencia está cancelada en Wise.',
}

/** A word that is new to us keeps the payment where it is. */
export const stateOf = (status: string): TransferState => STATES[status] ?? 'processing'

/** Pages of people at Wise, where a transfer of theirs is. */
const SITES = { live: 'https://wise.com', sandbox: 'https://sandbox.transferwise.tech' }

type Place = Pick<Connection, 'environment' | 'baseUrl'>

/** A service that is played on this machine has its pages where its interface is. */
const siteOf = ({ environment, baseUrl }: Place): string =>
  environment === 'sandbox_local' ? baseUrl : SITES[environment]

/** A transfer in our words. `orderNumber` where it is known better than from its reference. */
export function toKnown(
  transfer: WiseTransfer,
  place: Place,
  orderNumber: string | null = null
): KnownTransfer {
  const { id, status, targetCurrency, targetValue, targetAccount } = transfer
  if (!id || !status || !targetCurrency)
    throw new NoAnswer('Wise habla de una transferencia de un modo que no se entiende')
  const state = stateOf(status)
  return {
    ref: String(id),
    orderNumber: orderNumber ?? orderNumberIn(referenceOf(transfer)) ?? referenceOf(transfer),
    amountMinor: minorOf(targetValue, targetCurrency),
    currency: targetCurrency,
    payee: { iban: null, externalId: targetAccount ? String(targetAccount) : null, email: null },
    state,
    providerStatus: status,
    // Wise tells when a transfer was made and not when it changed.
    on: status === UNFUNDED ? dayOfInstant(instantOf(transfer.created)) : null,
    code: MESSAGES[status] ? status : null,
    message: MESSAGES[status] ?? null,
    authorisation: state === 'awaiting_authorisation' ? toAuthorisation(transfer, place) : null,
  }
}

function toAuthorisation({ id, created }: WiseTransfer, place: Place): Authorisation {
  const at = instantOf(created)
  return {
    url: `${siteOf(place)}${PAY_PAGE}/${id}`,
    instruction: 'Abra Wise y autorice la transferencia: se paga con el saldo de la cuenta.',
    expiresAt: at && new Date(Date.parse(at) + UNFUNDED_DAYS * DAY_MS).toISOString(),
    token: null,
  }
}

export const referenceOf = ({ details, reference }: WiseTransfer): string =>
  details?.reference ?? reference ?? ''

/** The number of an order of ours at the beginning of a text: `OP-2026-000123`. */
export const orderNumberIn = (text: string): string | null =>
  /^[A-Z]{2}-\d{4}-\d{6,}(?!\d)/.exec(text)?.[0] ?? null

/** A balance with the account numbers of its currency. Jars (`SAVINGS`) have none. */
export function toAccount(balance: WiseBalance, details: readonly WiseAccountDetails[]): FeedAccount {
  const { id, currency, type, amount, reservedAmount, cashAmount } = balance
  if (!id || !currency) throw new NoAnswer('Wise habla de un saldo de un modo que no se entiende')
  const isJar = type === 'SAVINGS'
  const numbers = isJar ? {} : numbersOf(details, currency)
  const { IBAN: iban, BIC: bic, ...rest } = numbers
  const available = minorOf(amount?.value, currency)
  return {
    externalId: String(id),
    kind: isJar ? 'wallet' : 'balance',
    name: balance.name || (isJar ? `Wise ${currency} (apartado)` : `Wise ${currency}`),
    iban: iban ? normalizeIban(iban) : null,
    bic: bic ?? null,
    details: rest,
    currency,
    balanceMinor: cashAmount?.value === undefined ? available : minorOf(cashAmount.value, currency),
    availableMinor: available,
    pendingMinor: reservedAmount?.value === undefined ? null : minorOf(reservedAmount.value, currency),
    isClosed: balance.visible === false,
    isMain: !isJar,
  }
}

const NUMBER_TITLES: Readonly<Record<string, string>> = {
  IBAN: 'IBAN',
  SWIFT: 'BIC',
  BIC: 'BIC',
  SWIFT_BIC: 'BIC',
  SWIFT_CODE: 'BIC',
  ACCOUNT_NUMBER: 'Número de cuenta',
  ROUTING_NUMBER: 'Número de ruta',
  SORT_CODE: 'Sort code',
  ACCOUNT_HOLDER: 'Titular',
}

/** The numbers that people abroad pay to, by their Spanish name; those for the own country first. */
function numbersOf(all: readonly WiseAccountDetails[], currency: string): Record<string, string> {
  const mine = all.find(
    (one) => one.currency?.code === currency && one.status === 'ACTIVE' && one.deprecated !== true
  )
  const options = [...(mine?.receiveOptions ?? [])].sort(
    (a, b) => Number(b.type === 'LOCAL') - Number(a.type === 'LOCAL')
  )
  const numbers: Record<string, string> = {}
  for (const { type, title, body } of options.flatMap((option) => option.details ?? [])) {
    const name = NUMBER_TITLES[(type ?? '').toUpperCase()] ?? title
    if (name && body) numbers[name] ??= body
  }
  return numbers
}

/** The cost of a quote when a balance pays it; null when Wise does not let one pay. `reason` says why. */
export function toQuote(quote: WiseQuote): { quote: Quote | null; reason: string | null } {
  const { id, sourceCurrency, targetCurrency, rate, expirationTime } = quote
  const option = balanceOption(quote)
  const expiresAt = instantOf(expirationTime)
  if (!id || !sourceCurrency || !targetCurrency || rate === undefined || !expiresAt)
    throw new NoAnswer('Wise habla de un presupuesto de un modo que no se entiende')
  if (!option) return { quote: null, reason: 'Wise no permite pagarlo con el saldo.' }
  const delivery = instantOf(option.estimatedDelivery)
  return {
    quote: {
      externalId: id,
      source: { minor: minorOf(option.sourceAmount, sourceCurrency), currency: sourceCurrency },
      target: { minor: minorOf(option.targetAmount, targetCurrency), currency: targetCurrency },
      feeMinor: minorOf(option.fee?.total ?? 0, sourceCurrency),
      rate: rateText(rate),
      deliveryOn: dayOfInstant(delivery),
      expiresAt,
    },
    reason: option.disabled ? (option.disabledReason?.message ?? null) : null,
  }
}

/** As decimals, also where JSON writes an exponent. */
const rateText = (rate: number): string => {
  const text = String(rate)
  return text.includes('e') ? rate.toFixed(15).replace(/0+$/, '') : text
}

/** What a balance would pay; it may be told although it is too small now. */
const balanceOption = ({ paymentOptions = [] }: WiseQuote): WisePaymentOption | undefined =>
  paymentOptions.find(({ payIn }) => payIn === 'BALANCE')

/** Whether a quote still buys anything, as Wise says. */
export const isExpired = ({ status }: WiseQuote): boolean => status === 'EXPIRED'

const FIELD_TITLES: Readonly<Record<string, string>> = {
  IBAN: 'IBAN',
  iban: 'IBAN',
  BIC: 'BIC',
  sortCode: 'Sort code',
  abartn: 'Número de ruta',
  accountNumber: 'Número de cuenta',
  accountType: 'Tipo de cuenta',
  swiftCode: 'SWIFT',
}

/** Somebody who can be paid, with the numbers of the account masked. */
export function toBeneficiary(recipient: WiseRecipient, isPartner: boolean): Beneficiary {
  const { id, name, currency, country, active, details, displayFields = [] } = recipient
  if (!id || !currency) throw new NoAnswer('Wise habla de un destinatario de un modo que no se entiende')
  const told = (key: string) => (typeof details?.[key] === 'string' ? (details[key] as string) : null)
  const iban = told('IBAN') ?? told('iban')
  const account = iban ?? told('accountNumber') ?? recipient.accountSummary ?? ''
  return {
    externalId: String(id),
    name: name?.fullName || 'Sin nombre',
    iban: iban ? normalizeIban(iban) : null,
    bic: told('BIC') ?? told('bic') ?? told('swiftCode'),
    email: recipient.email ?? told('email'),
    currency,
    country: country ?? null,
    details: Object.fromEntries(
      displayFields.flatMap(({ key, label, value }) => {
        const field = key?.split('/').at(-1) ?? ''
        return value ? [[FIELD_TITLES[field] ?? label ?? field, masked(value)]] : []
      })
    ),
    account: masked(account),
    // A payment of a personal token is signed at Wise, whoever it is for.
    isTrusted: isPartner,
    status: active === false ? 'deleted' : 'active',
  }
}

/** «•••• 4821»; words as they are. */
function masked(value: string): string {
  const plain = value.replaceAll(/\s/g, '')
  return /\d{4}$/.test(plain) ? `•••• ${plain.slice(-4)}` : value
}
