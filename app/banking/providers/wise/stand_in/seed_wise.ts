import { newQuote } from '#app/banking/providers/wise/stand_in/routes_of_quotes'
import {
  adjust,
  exchange,
  receive,
  spend,
  standardOf,
} from '#app/banking/providers/wise/stand_in/wise_ledger'
import {
  newState,
  type StoredBalance,
  type StoredRecipient,
  type WiseState,
} from '#app/banking/providers/wise/stand_in/wise_state'
import {
  advanceTransfers,
  createTransfer,
  fundTransfer,
} from '#app/banking/providers/wise/stand_in/wise_transfers'
import { nextId, nextUuid, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import { StandInClock } from '#app/connectors/stand_in/stand_in_server'

/** A balance as the year begins. Amounts in minor units. */
export type SeedBalance = {
  currency: string
  openingMinor: number
  type?: 'STANDARD' | 'SAVINGS'
  name?: string
  iban?: string
  bic?: string
  /** By the words of Wise: `ACCOUNT_NUMBER`, `SORT_CODE`, `ROUTING_NUMBER`. */
  numbers?: Record<string, string>
}

/** Something that happened: `minor` is what it was, `at` when (ISO). */
export type SeedMovement = { at: string; currency: string; minor: number } & (
  | { kind: 'receive'; who: string; iban?: string; reference: string }
  | { kind: 'card'; who: string; local?: { minor: number; currency: string } }
  | { kind: 'interest' | 'fee'; who: string }
  | { kind: 'convert'; feeMinor: number; to: { minor: number; currency: string } }
  /** To a recipient of the seed: `minor` is what arrives there, `currency` what it is paid from. */
  | { kind: 'pay'; who: string; reference: string }
)

export type SeedRecipient = Pick<StoredRecipient, 'name' | 'currency' | 'country' | 'type' | 'details'>

/** What a company has, what it has done, whom it pays. */
export type Seed = {
  balances: readonly SeedBalance[]
  movements: readonly SeedMovement[]
  recipients?: readonly SeedRecipient[]
  profile?: Partial<WiseState['profile']>
}

/** A transfer of the past arrived within the hour. */
const DELIVERED_MS = 3_600_000
/** Before anything that is told. */
const OPENED_AT = '2024-02-01T09:00:00.000Z'

/** A company with its balances and what they have moved, in the order of time; the same input gives the same keys. */
export function seedWise({ balances, movements, recipients = [], profile = {} }: Seed): WiseState {
  const state = newState()
  Object.assign(state.profile, profile)
  const world: World = { state, clock: new StandInClock(), hangMs: 0, tell: () => {} }
  for (const balance of balances)
    state.balances.push({
      id: nextId(world),
      currency: balance.currency,
      type: balance.type ?? 'STANDARD',
      name: balance.name ?? null,
      minor: balance.openingMinor,
      createdAt: OPENED_AT,
      iban: balance.iban ?? null,
      bic: balance.bic ?? null,
      numbers: balance.numbers ?? {},
    })
  for (const recipient of recipients)
    state.recipients.push({ ...recipient, id: nextId(world), isActive: true })
  const inOrder = [...movements].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const movement of inOrder) {
    world.clock.now = () => new Date(movement.at)
    apply(world, movement)
  }
  return state
}

function apply(world: World, movement: SeedMovement): void {
  const balance = needed(world, movement.currency)
  const { at, minor } = movement
  switch (movement.kind) {
    case 'receive':
      receive(world, balance, {
        at,
        minor,
        sender: movement.who,
        senderAccount: movement.iban ?? null,
        reference: movement.reference,
      })
      return
    case 'card':
      spend(world, balance, { at, minor, merchant: movement.who, other: movement.local ?? null })
      return
    case 'interest':
      adjust(world, balance, { at, minor, what: movement.who })
      return
    case 'fee':
      adjust(world, balance, { at, minor: -minor, what: movement.who })
      return
    case 'convert': {
      const target = needed(world, movement.to.currency)
      const { feeMinor, to } = movement
      exchange(
        world,
        { source: balance, target },
        { at, sourceMinor: minor, feeMinor, targetMinor: to.minor }
      )
      return
    }
    case 'pay':
      pay(world, movement)
      return
    default:
      movement satisfies never
  }
}

/** A transfer that was made, paid and sent, all on its day. */
function pay(world: World, { at, currency, minor, who, reference }: SeedMovement & { kind: 'pay' }): void {
  const recipient = world.state.recipients.find(({ name }) => name === who)
  if (!recipient) throw new Error(`The seed has no recipient ${who}`)
  const quote = newQuote(world, {
    sourceCurrency: currency,
    targetCurrency: recipient.currency,
    given: 'TARGET',
    givenMinor: minor,
    payOut: 'BANK_TRANSFER',
    targetAccount: recipient.id,
  })
  const customerTransactionId = nextUuid(world)
  const transfer = createTransfer(world, {
    quote,
    targetAccount: recipient.id,
    customerTransactionId,
    reference,
  })
  const refusal = fundTransfer(world, transfer)
  if (refusal) throw new Error(`The seed cannot pay ${who} on ${at}: ${refusal}`)
  world.clock.now = () => new Date(Date.parse(at) + DELIVERED_MS)
  advanceTransfers(world)
}

function needed(world: World, currency: string): StoredBalance {
  const found = standardOf(world, currency)
  if (!found) throw new Error(`The seed has no balance in ${currency}`)
  return found
}
