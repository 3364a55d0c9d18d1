import type { FeedAccount, FeedMovement, MovementStatus, MovementType } from '#app/banking/bank_provider'
import type { Transfer } from '#app/banking/gateway/transfer_gateway'
import { minorOf } from '#app/banking/providers/revolut/money'
import type {
  WireAccount,
  WireBankDetails,
  WireLeg,
  WireTransaction,
} from '#app/banking/providers/revolut/wire'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'

/** A word that is new to us is other; a state that is new stays where it is, pending. */
const TYPES: Readonly<Record<string, MovementType>> = {
  atm: 'card',
  card_payment: 'card',
  card_refund: 'refund',
  card_chargeback: 'chargeback',
  card_credit: 'refund',
  charge: 'fee',
  charge_refund: 'refund',
  exchange: 'conversion',
  transfer: 'transfer',
  fee: 'fee',
  refund: 'refund',
  topup: 'transfer',
  topup_return: 'refund',
  tax: 'tax',
  tax_refund: 'tax',
  rev_payment: 'transfer',
}

const STATUSES: Readonly<Record<string, MovementStatus>> = {
  created: 'pending',
  pending: 'pending',
  completed: 'booked',
  declined: 'declined',
  failed: 'declined',
  reverted: 'reversed',
}

/** Transactions that carry out a transfer of ours, and those that bring one back. */
const TRANSFERS = ['transfer', 'exchange']
export const RETURNS = ['topup_return', 'refund']
const ORDER_NUMBER = /\b[A-Z]{2}-\d{4}-\d{6,}\b/
const REFERENCE_MAX = 140

/** The number of an order of ours in a text, or null. */
export const orderNumberIn = (text: string | undefined): string | null =>
  ORDER_NUMBER.exec(text ?? '')?.[0] ?? null

/** What goes with a payment: the number of the order first, so that it can be found again. */
export const referenceOf = ({ orderNumber, remittance }: Transfer): string =>
  (remittance.includes(orderNumber) ? remittance : `${orderNumber} ${remittance}`)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, REFERENCE_MAX)

/** An account with the numbers that money is sent to. Revolut tells one balance, with nothing apart that is held. */
export function accountOf(
  told: WireAccount,
  details: readonly WireBankDetails[]
): Omit<FeedAccount, 'isMain'> {
  const own = details.filter(({ pooled }) => pooled !== true)
  const withIban = own.find(({ iban }) => iban)
  return {
    externalId: told.id,
    kind: 'bank',
    name: told.name ?? `Cuenta ${told.currency}`,
    iban: withIban?.iban ?? null,
    bic: withIban?.bic ?? null,
    details: Object.assign({}, ...details.map(detailsOf)),
    currency: told.currency,
    balanceMinor: minorOf(told.balance, told.currency),
    availableMinor: null,
    pendingMinor: null,
    isClosed: told.state === 'inactive',
  }
}

/** Numbers by their label; of an account shared with others its IBAN too, which leads here by the reference alone. */
function detailsOf(details: WireBankDetails): Record<string, string> {
  const { beneficiary, account_no, sort_code, routing_number, iban, pooled, unique_reference } = details
  const told: [string, string | undefined][] = [
    ['Titular', beneficiary],
    ['IBAN compartido', pooled ? iban : undefined],
    ['Referencia obligatoria', unique_reference],
    ['Número de cuenta', account_no],
    ['Sort code', sort_code],
    ['Número ABA', routing_number],
  ]
  return Object.fromEntries(told.filter((one): one is [string, string] => Boolean(one[1])))
}

/**
 * What a transaction moves, of one account or of all that it touches. The amount of a leg is without its fee: the fee is a
 * movement of its own right after it, so that both and the balance that Revolut tells add up. What was booked and reverted
 * afterwards stays, and another movement takes it back.
 */
export function movementsOf(told: WireTransaction, accountId?: string): FeedMovement[] {
  const counts = new Map<string, number>()
  return told.legs
    .filter(({ account_id }) => accountId === undefined || account_id === accountId)
    .flatMap((leg) => {
      const nth = (counts.get(leg.account_id) ?? 0) + 1
      counts.set(leg.account_id, nth)
      return legMovements(told, leg, nth)
    })
}

/** Ids of legs are not unique within an exchange: the transaction and the account make the key. */
function legMovements(told: WireTransaction, leg: WireLeg, nth: number): FeedMovement[] {
  const wasBooked = told.state === 'completed' || (told.state === 'reverted' && told.completed_at)
  const key = `${told.id}:${leg.account_id}${nth > 1 ? `:${nth}` : ''}`
  const amountMinor = minorOf(leg.amount, leg.currency)
  const feeMinor = minorOf(leg.fee ?? 0, leg.currency)
  const balance = leg.balance === undefined || !wasBooked ? null : minorOf(leg.balance, leg.currency)
  const bookedAt = wasBooked ? (told.completed_at ?? told.created_at) : null
  const main: FeedMovement = {
    ...sharedOf(told, leg, bookedAt),
    externalId: key,
    amountMinor,
    local: localOf(leg),
    status: wasBooked ? 'booked' : (STATUSES[told.state] ?? 'pending'),
    type: TYPES[told.type] ?? 'other',
    balanceAfterMinor: balance === null ? null : balance + feeMinor,
  }
  const fee = { ...feeOf(main, feeMinor), balanceAfterMinor: balance }
  const moved = feeMinor === 0 ? [main] : [main, fee]
  if (told.state !== 'reverted' || !wasBooked) return moved
  return [...moved, ...moved.map((movement) => takenBack(movement, told.updated_at))]
}

type Shared = Omit<
  FeedMovement,
  'externalId' | 'amountMinor' | 'local' | 'status' | 'type' | 'balanceAfterMinor'
>

function sharedOf(told: WireTransaction, leg: WireLeg, bookedAt: string | null): Shared {
  const { reference = null, merchant, state } = told
  const bookedOn = bookedAt === null ? null : dayOf(bookedAt)
  return {
    accountExternalId: leg.account_id,
    currency: leg.currency,
    providerStatus: state,
    counterpartyName: merchant?.name ?? counterpartOf(leg.description),
    counterpartyIban: null,
    text: [...new Set([reference, leg.description ?? merchant?.name])].filter(Boolean).join(' · '),
    reference,
    endToEndId: null,
    transferRef: transferRefOf(told),
    parentExternalId: null,
    orderNumber: orderNumberIn(reference ?? undefined),
    bookedOn,
    valueOn: bookedOn,
    occurredAt: bookedAt ?? told.created_at,
    category: merchant?.category_code ? `MCC ${merchant.category_code}` : null,
    attachments: [],
    raw: withoutHolder(told),
  }
}

/** The transfer that both sides belong to, or the one that this brings back. */
function transferRefOf({ id, type, related_transaction_id }: WireTransaction): string | null {
  if (RETURNS.includes(type)) return related_transaction_id ?? null
  return TRANSFERS.includes(type) ? id : null
}

/** Of who pays by card nothing is kept but which card it was. */
function withoutHolder({ card, ...rest }: WireTransaction): unknown {
  return card ? { ...rest, card: { id: card.id, card_number: card.card_number } } : rest
}

const localOf = ({ bill_amount, bill_currency, currency }: WireLeg): FeedMovement['local'] =>
  bill_amount === undefined || !bill_currency || bill_currency === currency
    ? null
    : { minor: minorOf(bill_amount, bill_currency), currency: bill_currency }

const feeOf = (of: FeedMovement, feeMinor: number): FeedMovement => ({
  ...of,
  externalId: `${of.externalId}:fee`,
  amountMinor: -feeMinor,
  local: null,
  type: 'fee',
  text: `Comisión · ${of.text}`,
  transferRef: null,
  parentExternalId: of.externalId,
  orderNumber: null,
})

const takenBack = (of: FeedMovement, at: string): FeedMovement => ({
  ...of,
  externalId: `${of.externalId}:reverted`,
  amountMinor: -of.amountMinor,
  local: of.local && { ...of.local, minor: -of.local.minor },
  type: of.type === 'fee' ? 'fee' : 'refund',
  text: `Devolución · ${of.text}`,
  parentExternalId: of.parentExternalId && `${of.parentExternalId}:reverted`,
  bookedOn: dayOf(at),
  valueOn: dayOf(at),
  occurredAt: at,
  balanceAfterMinor: null,
})

const counterpartOf = (description: string | undefined): string | null =>
  /^(?:To|From|Payment from|Payment to|Transfer to|Transfer from)\s+(.+)$/i
    .exec(description ?? '')?.[1]
    ?.trim() ?? null

/** The day in Madrid of an instant of Revolut. */
export const dayOf = (instant: string): CalendarDate => today(new Date(instant))

/** A beneficiary is an account of a counterparty; one that is known by its Revtag has none. */
export const beneficiaryKey = (counterpartyId: string, accountId: string | null): string =>
  accountId === null ? counterpartyId : `${counterpartyId}/${accountId}`

/** The two keys of a beneficiary. */
export function beneficiaryIdOf(externalId: string): { counterpartyId: string; accountId: string | null } {
  const [counterpartyId = '', accountId = null] = externalId.split('/')
  return { counterpartyId, accountId }
}
