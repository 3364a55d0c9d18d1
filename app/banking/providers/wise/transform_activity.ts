import type { FeedAccount, FeedMovement, MovementStatus, MovementType } from '#app/banking/bank_provider'
import { activityAmount, instantOf } from '#app/banking/providers/wise/amounts'
import { movement, plainText } from '#app/banking/providers/wise/movement'
import type { WiseActivity } from '#app/banking/providers/wise/words'
import { NoAnswer } from '#app/connectors/client/provider_client'

/** Types of activities, and whether they are credits where no sign is written. */
const ACTIVITY_TYPES: Readonly<Record<string, { type: MovementType; isCredit?: true }>> = {
  ACQUIRING_PAYMENT: { type: 'payin', isCredit: true },
  AUTO_CONVERSION: { type: 'conversion' },
  BALANCE_ADJUSTMENT: { type: 'adjustment' },
  BALANCE_ASSET_FEE: { type: 'fee' },
  BALANCE_CASHBACK: { type: 'other', isCredit: true },
  BALANCE_DEPOSIT: { type: 'transfer', isCredit: true },
  BALANCE_HOLD_FEE: { type: 'fee' },
  BALANCE_INTEREST: { type: 'interest', isCredit: true },
  BANK_DETAILS_ORDER: { type: 'fee' },
  CARD_CASHBACK: { type: 'other', isCredit: true },
  CARD_ORDER: { type: 'fee' },
  CARD_PAYMENT: { type: 'card' },
  CASH_WITHDRAWAL: { type: 'card' },
  DIRECT_DEBIT_TRANSACTION: { type: 'direct_debit' },
  EXCESS_REFUND: { type: 'refund', isCredit: true },
  FEE_REFUND: { type: 'refund', isCredit: true },
  INTERBALANCE: { type: 'conversion' },
  REWARD: { type: 'other', isCredit: true },
  TRANSFER: { type: 'transfer' },
}

/** Of activities without effect on a balance: a card tried with nothing. */
const WITHOUT_MONEY = ['CARD_CHECK', 'PAYMENT_REQUEST', 'INCORPORATION_ORDER']
const OWN_MOVES = ['INTERBALANCE', 'AUTO_CONVERSION']

const STATUSES: Readonly<Record<string, MovementStatus>> = {
  COMPLETED: 'booked',
  IN_PROGRESS: 'pending',
  UPCOMING: 'pending',
  REQUIRES_ATTENTION: 'pending',
  CANCELLED: 'declined',
}

/** How statements number what activities tell of: the same movement has one key whichever way it is read. */
const PREFIXES: Readonly<Record<string, string>> = {
  TRANSFER: 'TRANSFER',
  CARD_TRANSACTION: 'CARD',
  BALANCE_TRANSACTION: 'BALANCE',
  DIRECT_DEBIT_TRANSACTION: 'DIRECT_DEBIT',
}

/** Whether an activity is a transfer of ours, whose exact charge stands in the transfer and its payments. */
export const isOwnTransfer = ({ type, resource, primaryAmount }: WiseActivity): boolean =>
  type === 'TRANSFER' && resource?.type === 'TRANSFER' && !activityAmount(primaryAmount)?.isCredit

/** Whether an activity may have moved an account: its currency is among the amounts told. */
export function mayConcern(
  { type, primaryAmount, secondaryAmount }: WiseActivity,
  account: FeedAccount
): boolean {
  if (WITHOUT_MONEY.includes(type ?? '')) return false
  if (account.kind === 'wallet' && !OWN_MOVES.includes(type ?? '')) return false
  return [primaryAmount, secondaryAmount].some((text) => activityAmount(text)?.currency === account.currency)
}

/** Any other activity as movements of an account. */
export function activityMovements(activity: WiseActivity, account: FeedAccount): FeedMovement[] {
  const { type = '', resource, status = '', title, description } = activity
  const occurredAt = instantOf(activity.createdOn)
  if (!occurredAt || !resource?.id)
    throw new NoAnswer('Wise habla de un movimiento de un modo que no se entiende')
  const amountMinor = OWN_MOVES.includes(type)
    ? ownMoveMinor(activity, account)
    : signedMinor(activity, account)
  if (amountMinor === null || amountMinor === 0) return []
  const known = ACTIVITY_TYPES[type]
  const other = [activityAmount(activity.primaryAmount), activityAmount(activity.secondaryAmount)].find(
    (one) => one !== null && one.currency !== account.currency
  )
  const reference = `${PREFIXES[resource.type ?? ''] ?? resource.type ?? 'ACTIVITY'}-${resource.id}`
  return [
    movement(
      account,
      reference,
      {
        amountMinor,
        type: OWN_MOVES.includes(type) && !other ? 'transfer' : (known?.type ?? 'other'),
        status: STATUSES[status] ?? 'pending',
        providerStatus: status,
        occurredAt,
        raw: activity,
      },
      {
        local: other ? { minor: Math.sign(amountMinor) * other.minor, currency: other.currency } : null,
        counterpartyName: OWN_MOVES.includes(type) ? null : plainText(title) || null,
        text: [plainText(title), plainText(description)].filter(Boolean).join(' · '),
        reference: plainText(description) || null,
        transferRef: OWN_MOVES.includes(type) ? reference : null,
      }
    ),
  ]
}

function signedMinor({ type = '', primaryAmount, secondaryAmount }: WiseActivity, account: FeedAccount) {
  const primary = activityAmount(primaryAmount)
  const secondary = activityAmount(secondaryAmount)
  // In another currency than the balance's, what the balance paid is the second.
  const mine = [primary, secondary].find((one) => one?.currency === account.currency)
  if (!mine) return null
  const isCredit = primary?.isCredit || secondary?.isCredit || ACTIVITY_TYPES[type]?.isCredit
  return isCredit ? mine.minor : -mine.minor
}

/** Money between balances: the first amount arrives and the second leaves; of one amount, its title says which jar. */
function ownMoveMinor({ title, primaryAmount, secondaryAmount }: WiseActivity, account: FeedAccount) {
  const primary = activityAmount(primaryAmount)
  const secondary = activityAmount(secondaryAmount)
  if (primary && secondary && primary.currency !== secondary.currency) {
    if (primary.currency === account.currency) return primary.minor
    return secondary.currency === account.currency ? -secondary.minor : null
  }
  if (!primary || primary.currency !== account.currency) return null
  const isNamed = plainText(title).includes(account.name)
  if (account.kind === 'wallet') return isNamed ? (primary.isCredit ? -primary.minor : primary.minor) : null
  return primary.isCredit ? primary.minor : -primary.minor
}
