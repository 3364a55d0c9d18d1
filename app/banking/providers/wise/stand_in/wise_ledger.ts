import { majorOf } from '#app/banking/providers/wise/amounts'
import type {
  StoredActivity,
  StoredBalance,
  StoredLine,
} from '#app/banking/providers/wise/stand_in/wise_state'
import { nextId, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import { decimalText } from '#app/kernel/money/money'

export const balanceOf = ({ state }: World, id: number): StoredBalance | undefined =>
  state.balances.find((one) => one.id === id)

/** The balance that pays and receives in a currency; jars do neither. */
export const standardOf = ({ state }: World, currency: string): StoredBalance | undefined =>
  state.balances.find((one) => one.currency === currency && one.type === 'STANDARD')

type NewLine = Pick<StoredLine, 'at' | 'minor' | 'ref' | 'type' | 'description'> &
  Partial<Pick<StoredLine, 'feeMinor' | 'sender' | 'senderAccount' | 'reference' | 'other'>>

/** Moves a balance: the line of its statement, and a notification of it. */
export function book(world: World, balance: StoredBalance, line: NewLine): StoredLine {
  balance.minor += line.minor
  const written: StoredLine = {
    balanceId: balance.id,
    feeMinor: 0,
    sender: null,
    senderAccount: null,
    reference: null,
    other: null,
    ...line,
    afterMinor: balance.minor,
  }
  world.state.lines.push(written)
  world.tell('balances#update', {
    resource: { type: 'balance-account', id: balance.id, profile_id: world.state.profile.id },
    balance_id: balance.id,
    amount: majorOf(Math.abs(line.minor), balance.currency),
    currency: balance.currency,
    transaction_type: line.minor < 0 ? 'debit' : 'credit',
    post_transaction_balance_amount: majorOf(balance.minor, balance.currency),
    transfer_reference: line.ref,
    occurred_at: line.at,
  })
  return written
}

type NewActivity = Pick<
  StoredActivity,
  'type' | 'resourceType' | 'resourceId' | 'title' | 'status' | 'createdAt'
> &
  Partial<Pick<StoredActivity, 'description' | 'primary' | 'secondary'>>

/** Writes down what happened, for the list of activities. */
export function note(world: World, activity: NewActivity): StoredActivity {
  const seq = nextId(world)
  const written: StoredActivity = {
    seq,
    id: Buffer.from(`MONETARY_ACTIVITY::${activity.resourceType}::${activity.resourceId}::${seq}`).toString(
      'base64'
    ),
    description: '',
    primary: '',
    secondary: '',
    updatedAt: activity.createdAt,
    ...activity,
  }
  world.state.activities.push(written)
  return written
}

/** An amount as activities word it: `1,234.50 EUR`, whole amounts without decimals, what comes in with a plus. */
export function worded(minor: number, currency: string, sign: '' | '+' = ''): string {
  const [whole = '', decimals = ''] = decimalText(Math.abs(minor), currency).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const figure = `${grouped}${/[1-9]/.test(decimals) ? `.${decimals}` : ''} ${currency}`
  return sign === '+' ? `<positive>+ ${figure}</positive>` : figure
}

type Received = { at: string; minor: number; sender: string; senderAccount: string | null; reference: string }

/** Money from outside. */
export function receive(world: World, balance: StoredBalance, told: Received): StoredLine {
  const id = nextId(world)
  note(world, {
    type: 'BALANCE_DEPOSIT',
    resourceType: 'TRANSFER',
    resourceId: String(id),
    title: `<strong>${told.sender}</strong>`,
    description: told.reference,
    primary: worded(told.minor, balance.currency, '+'),
    status: 'COMPLETED',
    createdAt: told.at,
  })
  return book(world, balance, {
    ...told,
    ref: `TRANSFER-${id}`,
    type: 'DEPOSIT',
    description: `Received money from ${told.sender}`,
  })
}

type Spent = {
  at: string
  minor: number
  merchant: string
  other: { minor: number; currency: string } | null
}

/** A card payment; `other` is what the shop charged in its currency. */
export function spend(
  world: World,
  balance: StoredBalance,
  { at, minor, merchant, other }: Spent
): StoredLine {
  const id = nextId(world)
  const mine = worded(minor, balance.currency)
  note(world, {
    type: 'CARD_PAYMENT',
    resourceType: 'CARD_TRANSACTION',
    resourceId: String(id),
    title: `<strong>${merchant}</strong>`,
    primary: other ? worded(other.minor, other.currency) : mine,
    secondary: other ? mine : '',
    status: 'COMPLETED',
    createdAt: at,
  })
  return book(world, balance, {
    at,
    minor: -minor,
    ref: `CARD-${id}`,
    type: 'CARD',
    description: `Card transaction issued by ${merchant}`,
    other,
  })
}

/** Interest that Wise pays, or what it charges for the account. */
export function adjust(
  world: World,
  balance: StoredBalance,
  told: { at: string; minor: number; what: string }
) {
  const id = nextId(world)
  const isCredit = told.minor > 0
  note(world, {
    type: isCredit ? 'BALANCE_INTEREST' : 'BALANCE_HOLD_FEE',
    resourceType: 'BALANCE_TRANSACTION',
    resourceId: String(id),
    title: `<strong>${told.what}</strong>`,
    primary: worded(told.minor, balance.currency, isCredit ? '+' : ''),
    status: 'COMPLETED',
    createdAt: told.at,
  })
  return book(world, balance, {
    at: told.at,
    minor: told.minor,
    ref: `BALANCE-${id}`,
    type: isCredit ? 'BALANCE_INTEREST' : 'ACCRUAL_CHARGE',
    description: told.what,
  })
}

type Exchanged = { at: string; sourceMinor: number; feeMinor: number; targetMinor: number }

/** Between two own balances: `sourceMinor` contains the fee. Gives the key of the movement. */
export function exchange(
  world: World,
  { source, target }: { source: StoredBalance; target: StoredBalance },
  { at, sourceMinor, feeMinor, targetMinor }: Exchanged
): number {
  const id = nextId(world)
  const isSame = source.currency === target.currency
  const jar = target.type === 'SAVINGS' ? target : source
  const isIntoJar = target.type === 'SAVINGS'
  const jarTitle = `${isIntoJar ? 'To' : 'From'} <strong>${jar.name ?? jar.currency}</strong>`
  note(world, {
    type: 'INTERBALANCE',
    resourceType: 'BALANCE_TRANSACTION',
    resourceId: String(id),
    title: isSame ? jarTitle : `Converted ${source.currency} to ${target.currency}`,
    primary: worded(targetMinor, target.currency, isSame && !isIntoJar ? '+' : ''),
    secondary: isSame ? '' : worded(sourceMinor, source.currency),
    status: 'COMPLETED',
    createdAt: at,
  })
  const shared = { at, ref: `BALANCE-${id}`, description: isSame ? 'Moved between balances' : 'Converted' }
  book(world, source, {
    ...shared,
    minor: -sourceMinor,
    feeMinor,
    type: isSame ? 'OUTGOING_CROSS_BALANCE' : 'CONVERSION',
    other: isSame ? null : { minor: targetMinor, currency: target.currency },
  })
  book(world, target, {
    ...shared,
    minor: targetMinor,
    type: isSame ? 'INCOMING_CROSS_BALANCE' : 'CONVERSION',
    other: isSame ? null : { minor: sourceMinor, currency: source.currency },
  })
  return id
}
