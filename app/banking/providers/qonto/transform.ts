import type {
  Beneficiary,
  FeedAccount,
  FeedMovement,
  MovementStatus,
  MovementType,
} from '#app/banking/bank_provider'
import type { KnownTransfer, TransferState } from '#app/banking/gateway/transfer_gateway'
import { minorOfDecimal } from '#app/banking/providers/qonto/money'
import { declineSentence } from '#app/banking/providers/qonto/refusals'
import type {
  WireAccount,
  WireBeneficiary,
  WireCounterparty,
  WireTransaction,
  WireTransfer,
} from '#app/banking/providers/qonto/wire'
import { NoAnswer } from '#app/connectors/client/provider_client'
import { lastFour } from '#app/kernel/identifiers/iban'
import { currencyExponent } from '#app/kernel/money/money'
import { dayOfInstant } from '#app/kernel/time/calendar_date'

/** The number of an order of ours, wherever it stands in a text. */
const ORDER_NUMBER = /(?<![\p{L}\p{N}-])OP-\d{4}-\d{6,}(?![\p{L}\p{N}-])/u

const STATUSES: Readonly<Record<string, MovementStatus>> = {
  completed: 'booked',
  pending: 'pending',
  declined: 'declined',
  canceled: 'declined',
  reversed: 'reversed',
}
const TYPES: Readonly<Record<string, MovementType>> = {
  transfer: 'transfer',
  income: 'transfer',
  swift_income: 'transfer',
  recall: 'refund',
  card: 'card',
  direct_debit: 'direct_debit',
  direct_debit_hold: 'direct_debit',
  direct_debit_collection: 'payin',
  cheque: 'payin',
  card_acquirer_payout: 'payout',
  qonto_fee: 'fee',
}
const TRANSFER_STATES: Readonly<Record<string, TransferState>> = {
  pending: 'processing',
  processing: 'processing',
  settled: 'executed',
  declined: 'rejected',
  canceled: 'cancelled',
}

/** The first of the texts that names an order of ours gives its number. */
export function orderNumberIn(...texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const found = ORDER_NUMBER.exec(text ?? '')
    if (found) return found[0]
  }
  return null
}

/** An account of Qonto. Throws NoAnswer when what is told makes no sense. */
export function accountOf(told: unknown): FeedAccount {
  const account = told as Partial<WireAccount>
  const { id, currency } = account
  if (!id || !currency || account.balance_cents === undefined) throw new NoAnswer('Cuenta de Qonto ilegible')
  return {
    externalId: id,
    kind: 'bank',
    name: account.name ?? '',
    iban: account.iban ?? null,
    bic: account.bic ?? null,
    details: {},
    currency,
    balanceMinor: minorOf(account.balance_cents, account.balance, currency),
    availableMinor:
      account.authorized_balance_cents === undefined
        ? null
        : minorOf(account.authorized_balance_cents, account.authorized_balance, currency),
    pendingMinor: null,
    isClosed: account.status === 'closed',
    isMain: account.main === true,
  }
}

/** A transaction of Qonto, pending, declined and returned ones too. Throws NoAnswer when what is told makes no sense. */
export function movementOf(told: unknown): FeedMovement {
  const one = told as Partial<WireTransaction>
  const { id, currency, emitted_at: occurredAt, bank_account_id: accountExternalId } = one
  if (!id || !currency || !occurredAt || !accountExternalId || one.amount_cents === undefined)
    throw new NoAnswer('Movimiento de Qonto ilegible')
  const minor = minorOf(one.amount_cents, one.amount, currency)
  const sign = one.side === 'credit' ? 1 : -1
  const settledOn = dayOfInstant(one.settled_at ?? null)
  return {
    externalId: id,
    accountExternalId,
    amountMinor: sign * minor,
    currency,
    local: localOf(one, sign),
    status: statusOf(one),
    providerStatus: one.status ?? '',
    type: typeOf(one),
    counterpartyName: one.clean_counterparty_name ?? one.label ?? null,
    counterpartyIban: ibanOf(one.transfer ?? one.income ?? one.swift_income ?? one.direct_debit),
    text: [...new Set([one.reference, one.label, one.note].filter((text) => text))].join(' · '),
    reference: one.reference ?? null,
    endToEndId: null,
    transferRef: null,
    parentExternalId: null,
    orderNumber: orderNumberIn(one.note, one.reference, one.label),
    bookedOn: settledOn,
    valueOn: settledOn,
    occurredAt,
    balanceAfterMinor:
      typeof one.settled_balance_cents === 'number'
        ? minorOf(one.settled_balance_cents, one.settled_balance, currency)
        : null,
    category: one.category ?? null,
    attachments: attachmentsOf(one),
    raw: told,
  }
}

/** Hundredths, or what the decimal says where the currency has other minor units. */
function minorOf(cents: number, decimal: number | null | undefined, currency: string): number {
  if (currencyExponent(currency) !== 2 && typeof decimal === 'number')
    return minorOfDecimal(decimal, currency)
  if (!Number.isSafeInteger(cents)) throw new NoAnswer('Importe de Qonto ilegible')
  return cents
}

/** The amount where it was spent. One that has more decimals than its currency is left out: nothing hangs on it. */
function localOf(
  { local_amount: amount, local_currency: currency, ...one }: Partial<WireTransaction>,
  sign: number
) {
  if (amount === undefined || !currency || currency === one.currency) return null
  try {
    return { minor: sign * minorOfDecimal(amount, currency), currency }
  } catch {
    return null
  }
}

/** A word that is new to us: settled money has moved, other has not yet. */
const statusOf = ({ status = '', settled_at }: Partial<WireTransaction>): MovementStatus =>
  STATUSES[status] ?? (settled_at ? 'booked' : 'pending')

function typeOf({ operation_type: word = '', side }: Partial<WireTransaction>): MovementType {
  if (word === 'card' && side === 'credit') return 'refund'
  return TYPES[word] ?? 'other'
}

const ibanOf = (party: WireCounterparty | null | undefined): string | null =>
  party?.counterparty_account_number_format === 'IBAN' ? (party.counterparty_account_number ?? null) : null

function attachmentsOf({ attachments = [], attachment_ids: ids = [] }: Partial<WireTransaction>) {
  const named = attachments.flatMap(({ id, file_name: name = '' }) => (id ? [{ externalId: id, name }] : []))
  const known = new Set(named.map(({ externalId }) => externalId))
  return [...named, ...ids.filter((id) => !known.has(id)).map((id) => ({ externalId: id, name: '' }))]
}

const BENEFICIARY_STATUSES: Readonly<Record<string, Beneficiary['status']>> = {
  pending: 'pending',
  validated: 'active',
  declined: 'blocked',
}

/** A SEPA beneficiary of Qonto. Throws NoAnswer when what is told makes no sense. */
export function beneficiaryOf(told: unknown): Beneficiary {
  const one = told as Partial<WireBeneficiary>
  if (!one.id || !one.name) throw new NoAnswer('Beneficiario de Qonto ilegible')
  const iban = one.iban ?? null
  return {
    externalId: one.id,
    name: one.name,
    iban,
    bic: one.bic ?? null,
    email: one.email ?? null,
    currency: one.currency ?? 'EUR',
    country: iban === null ? null : iban.slice(0, 2),
    details: {},
    account: iban === null ? '' : `•••• ${lastFour(iban)}`,
    isTrusted: one.trusted === true,
    status: BENEFICIARY_STATUSES[one.status ?? ''] ?? 'pending',
  }
}

/** A SEPA transfer of Qonto; a state that is new to us keeps the payment where it is. Throws NoAnswer when it makes no sense. */
export function knownTransferOf(told: unknown): KnownTransfer {
  const one = told as Partial<WireTransfer>
  const { id, amount_cents: cents, amount_currency: currency, status = '' } = one
  if (!id || cents === undefined || !currency) throw new NoAnswer('Transferencia de Qonto ilegible')
  const reason = one.declined_reason ?? null
  return {
    ref: id,
    orderNumber: orderNumberIn(one.note, one.reference) ?? one.note ?? '',
    amountMinor: minorOf(cents, one.amount, currency),
    currency,
    payee: { iban: null, externalId: one.beneficiary_id ?? null, email: null },
    state: TRANSFER_STATES[status] ?? 'processing',
    providerStatus: status,
    on: dayOfInstant(one.completed_at ?? one.processed_at ?? one.updated_at ?? null),
    code: reason,
    message: reason === null ? null : declineSentence(reason),
    authorisation: null,
  }
}
