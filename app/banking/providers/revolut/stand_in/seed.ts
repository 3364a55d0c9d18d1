import { RevolutBank } from '#app/banking/providers/revolut/stand_in/bank'
import { exchangeFee, rateBetween, sold } from '#app/banking/providers/revolut/stand_in/rates'
import {
  makePayee,
  openAccount,
  type SeedAccount,
} from '#app/banking/providers/revolut/stand_in/seed_accounts'
import { CUSTOMERS, PAYEES, SHOPS } from '#app/banking/providers/revolut/stand_in/seed_names'
import type { Account } from '#app/banking/providers/revolut/stand_in/state'
import type { WireCounterparty } from '#app/banking/providers/revolut/wire'
import { StandInClock } from '#app/connectors/stand_in/stand_in_server'

/** A movement of an account, which is named by its currency. */
export type SeedMovement = {
  /** ISO. */
  at: string
  account: string
  /** Signed, in minor units. */
  amountMinor: number
  name: string
  reference?: string
  feeMinor?: number
  type?: 'topup' | 'transfer' | 'card_payment' | 'fee'
}

export type Seed = {
  accounts?: readonly SeedAccount[]
  /** How many in the year before `until`, or each of them. */
  movements?: number | readonly SeedMovement[]
  until?: Date
}

const ACCOUNTS: readonly SeedAccount[] = [
  { name: 'Principal', currency: 'EUR', openingMinor: 18_450_000 },
  { name: 'Cuenta en dólares', currency: 'USD', openingMinor: 4_120_000 },
  { name: 'Cuenta en libras', currency: 'GBP', openingMinor: 2_275_000 },
]
const MOVEMENTS = 900
const DAYS = 365
const MONTHS = 12
const DAY_MS = 86_400_000
const TRANSFER_FEE_MINOR = 20
const PLAN_FEE_MINOR = 3_500

/** What the stand-in remembers of a year of a business: the same text for the same words, every time. */
export function seedRevolut({
  accounts = ACCOUNTS,
  movements = MOVEMENTS,
  until = new Date(),
}: Seed = {}): string {
  const clock = new StandInClock()
  let at = new Date(until.getTime() - DAYS * DAY_MS)
  clock.now = () => at
  const bank = new RevolutBank(clock, { created: () => {}, changed: () => {} }, 0)
  for (const [nth, account] of accounts.entries()) bank.state.accounts.push(openAccount(bank, account, nth))
  const payees = PAYEES.map((name, nth) => makePayee(bank, name, nth))
  const year =
    typeof movements === 'number' ? yearOf(bank, movements, at) : movements.map((one) => given(bank, one))
  for (const turn of year.toSorted((a, b) => a.at - b.at)) {
    at = new Date(turn.at)
    turn.happen(payees)
  }
  return JSON.stringify(bank.state)
}

type Turn = { at: number; happen: (payees: readonly WireCounterparty[]) => void }

function given(bank: RevolutBank, one: SeedMovement): Turn {
  return {
    at: Date.parse(one.at),
    happen: () => {
      const account = bank.state.accounts.find(({ currency }) => currency === one.account)
      if (!account) throw new Error(`There is no account in ${one.account}`)
      const type = one.type ?? (one.amountMinor > 0 ? 'topup' : 'transfer')
      const description = `${one.amountMinor > 0 ? 'Payment from' : 'To'} ${one.name}`
      bank.makeCompleted({
        type,
        reference: one.reference ?? null,
        legs: [bank.leg(account, one.amountMinor, description, { feeMinor: one.feeMinor ?? 0 })],
      })
    },
  }
}

/** Spread over the year; an exchange for each foreign account and the fee of the plan each month. */
function yearOf(bank: RevolutBank, count: number, from: Date): Turn[] {
  const next = generator(2_026)
  const turns: Turn[] = []
  for (let nth = 0; nth < count; nth++) {
    const at =
      from.getTime() +
      Math.floor(((nth + 0.5) / count) * DAYS) * DAY_MS +
      (7 + next(11)) * 3_600_000 +
      next(3_600) * 1000
    const [account, kind, minor, who] = [next(10), next(10), 4_000 + next(260_000), next(10_000)]
    turns.push({ at, happen: (payees) => happen(bank, payees, { account, kind, minor, who }) })
  }
  for (let month = 0; month < (count > 0 ? MONTHS : 0); month++) {
    const at = from.getTime() + (month * 30 + 2) * DAY_MS + 6 * 3_600_000
    turns.push({ at, happen: () => monthly(bank, 60_000 + next(140_000)) })
  }
  return turns
}

type Chosen = { account: number; kind: number; minor: number; who: number }

function happen(bank: RevolutBank, payees: readonly WireCounterparty[], chosen: Chosen): void {
  const { accounts } = bank.state
  const nth = chosen.account < 7 ? 0 : (chosen.account - 6) % accounts.length
  const account = accounts[nth]
  if (!account) return
  const { kind, minor, who } = chosen
  const isShort = account.balanceMinor < minor * 2
  if (kind < 4 || isShort) receive(bank, account, { minor, who })
  else if (kind < 7) spend(bank, account, { minor: Math.floor(minor / 12) + 100, who })
  else payOut(bank, account, { minor, who, payee: payeeOf(payees, account, who) })
}

/** One whose account is in the currency of ours, where there is one. */
function payeeOf(
  payees: readonly WireCounterparty[],
  account: Account,
  who: number
): WireCounterparty | undefined {
  const mine = payees.filter(({ accounts: [one] = [] }) => one?.currency === account.currency)
  return mine[who % Math.max(mine.length, 1)] ?? payees[0]
}

type Sum = { minor: number; who: number }

function receive(bank: RevolutBank, account: Account, { minor, who }: Sum): void {
  const name = CUSTOMERS[who % CUSTOMERS.length] ?? 'Cliente'
  const reference = `Factura ${2_000 + (who % 4_000)}`
  const leg = bank.leg(account, minor, `Payment from ${name}`, { counterparty: { account_type: 'external' } })
  bank.makeCompleted({ type: 'topup', reference, legs: [leg] })
}

/** By card; one in nine abroad, in another currency. */
function spend(bank: RevolutBank, account: Account, { minor, who }: Sum): void {
  const [name = 'Comercio', category_code = '5812'] = SHOPS[who % SHOPS.length] ?? []
  const currency = account.currency === 'USD' ? 'EUR' : 'USD'
  const rate = rateBetween(bank.state.rates, account.currency, currency)
  const isAbroad = who % 9 === 0 && rate !== null
  const amount = isAbroad ? sold(minor, { from: account.currency, to: currency, rate }) : minor
  const leg = bank.leg(account, -amount, name, {
    feeMinor: isAbroad ? exchangeFee(amount) : 0,
    bill: isAbroad ? { minor: -minor, currency } : null,
  })
  bank.makeCompleted({
    type: 'card_payment',
    requestId: `REVP:${bank.key()}`,
    merchant: { name, city: 'Madrid', category_code, country: 'ESP' },
    card: { id: '2b1a31bc-4795-4f95-b939-ae9cf911dc6e', card_number: '516760******1332' },
    legs: [leg],
  })
}

function payOut(
  bank: RevolutBank,
  account: Account,
  { minor, who, payee }: Sum & { payee: WireCounterparty | undefined }
): void {
  if (!payee) return
  const to = payee.accounts?.[0]
  const leg = bank.leg(account, -minor, `To ${payee.name}`, {
    feeMinor: who % 8 === 0 ? TRANSFER_FEE_MINOR : 0,
    counterparty: { id: payee.id, ...(to ? { account_id: to.id } : {}), account_type: 'external' },
  })
  bank.makeCompleted({
    type: 'transfer',
    requestId: bank.key(),
    reference: `Fra ${who % 9_000}`,
    legs: [leg],
  })
}

/** The plan, and money for the foreign accounts. */
function monthly(bank: RevolutBank, minor: number): void {
  const [main, ...foreign] = bank.state.accounts
  if (!main) return
  bank.makeCompleted({ type: 'fee', legs: [bank.leg(main, -PLAN_FEE_MINOR, 'Business plan fee')] })
  for (const account of foreign) {
    const rate = rateBetween(bank.state.rates, main.currency, account.currency)
    if (rate === null || main.balanceMinor < minor * 3) continue
    const paid = sold(minor, { from: main.currency, to: account.currency, rate })
    const bill = { minor: -minor, currency: account.currency }
    const out = bank.leg(main, -paid, `Exchanged to ${account.currency}`, {
      feeMinor: exchangeFee(paid),
      bill,
    })
    const into = bank.leg(account, minor, `Exchanged from ${main.name}`, { legId: out.legId })
    bank.makeCompleted({ type: 'exchange', requestId: bank.key(), legs: [out, into] })
  }
}

/** Whole numbers below a limit, always the same ones for the same beginning. */
function generator(begin: number): (below: number) => number {
  let state = begin
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
