import { book, note, standardOf, worded } from '#app/banking/providers/wise/stand_in/wise_ledger'
import type {
  StoredActivity,
  StoredQuote,
  StoredTransfer,
} from '#app/banking/providers/wise/stand_in/wise_state'
import { nextId, nowOf, plusSeconds, type World } from '#app/banking/providers/wise/stand_in/wise_world'

const DAY = 86_400
const WAITING = 'incoming_payment_waiting'
const STEP_SECONDS = 60

/** What a transfer does whose amount ends so: its own faults, beside those of requests. */
export const BY_CENTS = {
  cancelled: 1,
  timeout: 2,
  rateLimited: 3,
  returned: 4,
  needsPerson: 5,
  unruly: 6,
} as const
type Twist = keyof typeof BY_CENTS

export const twistOf = ({ targetMinor }: Pick<StoredTransfer, 'targetMinor'>): Twist | null =>
  (Object.keys(BY_CENTS) as Twist[]).find((twist) => BY_CENTS[twist] === targetMinor % 100) ?? null

type NewTransfer = {
  quote: StoredQuote
  targetAccount: number
  customerTransactionId: string
  reference: string
}

/** A transfer that waits for somebody to pay it. */
export function createTransfer(world: World, told: NewTransfer): StoredTransfer {
  const { quote } = told
  const at = nowOf(world)
  const transfer: StoredTransfer = {
    id: nextId(world),
    targetAccount: told.targetAccount,
    quoteId: quote.id,
    status: WAITING,
    reference: told.reference,
    createdAt: at,
    sourceCurrency: quote.sourceCurrency,
    sourceMinor: quote.sourceMinor - quote.feeMinor,
    feeMinor: quote.feeMinor,
    targetCurrency: quote.targetCurrency,
    targetMinor: quote.targetMinor,
    rateMicro: quote.rateMicro,
    customerTransactionId: told.customerTransactionId,
    payments: [],
    nextAt: plusSeconds(at, 14 * DAY),
  }
  quote.isUsed = true
  world.state.transfers.push(transfer)
  const isSame = quote.sourceCurrency === quote.targetCurrency
  note(world, {
    type: 'TRANSFER',
    resourceType: 'TRANSFER',
    resourceId: String(transfer.id),
    title: `<strong>${nameOf(world, transfer)}</strong>`,
    primary: worded(transfer.targetMinor, transfer.targetCurrency),
    secondary: isSame ? '' : worded(quote.sourceMinor, quote.sourceCurrency),
    status: 'REQUIRES_ATTENTION',
    createdAt: at,
  })
  tellState(world, transfer, null, at)
  return transfer
}

/** Somebody pays it from the balance: why not, or null when it is paid. */
export function fundTransfer(world: World, transfer: StoredTransfer): string | null {
  if (transfer.status !== WAITING) return 'transfer.not_fundable'
  const balance = standardOf(world, transfer.sourceCurrency)
  const charge = transfer.sourceMinor + transfer.feeMinor
  if (!balance || balance.minor < charge) return 'transfer.insufficient_funds'
  const at = nowOf(world)
  const isSame = transfer.sourceCurrency === transfer.targetCurrency
  book(world, balance, {
    at,
    minor: -charge,
    feeMinor: transfer.feeMinor,
    ref: `TRANSFER-${transfer.id}`,
    type: 'TRANSFER',
    description: `Sent money to ${nameOf(world, transfer)}`,
    reference: transfer.reference,
    other: isSame ? null : { minor: transfer.targetMinor, currency: transfer.targetCurrency },
  })
  transfer.payments.push({ id: nextId(world), minor: charge, at })
  move(world, transfer, 'processing', at)
  return null
}

/** Whether it could be cancelled still; what was paid goes back to the balance. */
export function cancelTransfer(world: World, transfer: StoredTransfer, at = nowOf(world)): boolean {
  if (transfer.status !== WAITING && transfer.status !== 'processing') return false
  giveBack(world, transfer, at)
  move(world, transfer, 'cancelled', at)
  return true
}

/** Every step that is due by the clock, of each transfer in its order. */
export function advanceTransfers(world: World): void {
  const now = nowOf(world)
  for (const transfer of world.state.transfers)
    while (transfer.nextAt !== null && transfer.nextAt <= now) step(world, transfer, transfer.nextAt)
}

/** Puts a transfer where trials want it. */
export function forceState(world: World, transfer: StoredTransfer, status: string): void {
  if (status === 'funds_refunded') giveBack(world, transfer, nowOf(world))
  move(world, transfer, status, nowOf(world))
}

function step(world: World, transfer: StoredTransfer, at: string): void {
  const twist = twistOf(transfer)
  switch (transfer.status) {
    case WAITING:
      cancelTransfer(world, transfer, at)
      return
    case 'processing':
      if (twist === 'cancelled') cancelTransfer(world, transfer, at)
      else move(world, transfer, 'funds_converted', at)
      return
    case 'funds_converted':
      move(world, transfer, 'outgoing_payment_sent', at)
      return
    case 'outgoing_payment_sent':
      world.tell('transfers#payout-failure', {
        transfer_id: transfer.id,
        profile_id: world.state.profile.id,
        failure_reason_code: 'WRONG_ID_NUMBER',
        failure_description: 'The account does not exist',
        occurred_at: at,
      })
      move(world, transfer, 'bounced_back', at)
      return
    case 'bounced_back':
      giveBack(world, transfer, at)
      world.tell('transfers#refund', {
        resource: { id: transfer.id, profile_id: world.state.profile.id, type: 'transfer' },
        occurred_at: at,
      })
      move(world, transfer, 'funds_refunded', at)
      return
    default:
      transfer.nextAt = null
  }
}

/** Seconds until the next step of a state; none where it ends. */
function waitOf(transfer: StoredTransfer): number | null {
  const isReturned = twistOf(transfer) === 'returned'
  switch (transfer.status) {
    case 'processing':
    case 'funds_converted':
      return STEP_SECONDS
    case 'outgoing_payment_sent':
      return isReturned ? DAY : null
    case 'bounced_back':
      return DAY
    default:
      return null
  }
}

function move(world: World, transfer: StoredTransfer, status: string, at: string): void {
  const before = transfer.status
  transfer.status = status
  const wait = waitOf(transfer)
  transfer.nextAt = wait === null ? null : plusSeconds(at, wait)
  const activity = activityOf(world, transfer)
  if (activity) Object.assign(activity, { status: activityStatus(status), updatedAt: at })
  tellState(world, transfer, before, at)
}

function giveBack(world: World, transfer: StoredTransfer, at: string): void {
  const balance = standardOf(world, transfer.sourceCurrency)
  const minor = transfer.payments.reduce((sum, one) => sum + one.minor, 0)
  if (!balance || minor === 0) return
  book(world, balance, {
    at,
    minor,
    ref: `TRANSFER-${transfer.id}`,
    type: 'TRANSFER',
    description: `Refund of the transfer to ${nameOf(world, transfer)}`,
    reference: transfer.reference,
  })
}

function activityStatus(status: string): string {
  if (status === 'cancelled' || status === 'funds_refunded') return 'CANCELLED'
  return status === 'outgoing_payment_sent' ? 'COMPLETED' : 'IN_PROGRESS'
}

const activityOf = ({ state }: World, { id }: StoredTransfer): StoredActivity | undefined =>
  state.activities.find((one) => one.type === 'TRANSFER' && one.resourceId === String(id))

/** Whom a transfer is for. */
export const nameOf = ({ state }: World, { targetAccount }: StoredTransfer): string =>
  state.recipients.find((one) => one.id === targetAccount)?.name ?? 'Beneficiario'

/** Steps by the moment they are told, the last first, of a transfer whose notifications come as they like. */
const UNRULY_MS: Readonly<Record<string, number>> = { processing: 240, funds_converted: 120 }

function tellState(world: World, transfer: StoredTransfer, before: string | null, at: string): void {
  world.tell(
    'transfers#state-change',
    {
      resource: {
        type: 'transfer',
        id: transfer.id,
        profile_id: world.state.profile.id,
        account_id: transfer.targetAccount,
      },
      current_state: transfer.status,
      previous_state: before,
      occurred_at: at,
    },
    { isUnruly: twistOf(transfer) === 'unruly', afterMs: UNRULY_MS[transfer.status] ?? 20 }
  )
}
