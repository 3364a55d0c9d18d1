import type { WireCounterparty } from '#app/banking/providers/revolut/wire'

/** An account of the business; amounts of everything here in minor units. */
export type Account = {
  id: string
  name: string
  currency: string
  balanceMinor: number
  state: 'active' | 'inactive'
  createdAt: string
  holder: string
  iban: string | null
  bic: string | null
  accountNo: string | null
  sortCode: string | null
  routingNumber: string | null
}

export type Leg = {
  legId: string
  accountId: string
  currency: string
  /** Signed, without the fee that is charged beside it. */
  amountMinor: number
  feeMinor: number
  bill: { minor: number; currency: string } | null
  counterparty: { id?: string; account_id?: string; account_type: 'self' | 'revolut' | 'external' } | null
  description: string
  /** After it, once it is booked. */
  balanceMinor: number | null
}

export type TransactionState = 'created' | 'pending' | 'completed' | 'declined' | 'failed' | 'reverted'

export type Transaction = {
  id: string
  type: string
  state: TransactionState
  requestId: string | null
  reasonCode: string | null
  createdAt: string
  updatedAt: string
  completedAt: string | null
  relatedId: string | null
  reference: string | null
  merchant: { name: string; city: string; category_code: string; country: string } | null
  card: { id: string; card_number: string } | null
  legs: Leg[]
  /** What becomes of it, each some seconds after the one before; empty when nothing more does. */
  steps: { state: TransactionState; reasonCode: string | null }[]
  /** When the next step is due, in milliseconds. */
  dueAt: number
  draftId: string | null
  /** What is told of it comes twice and in the wrong order. */
  isToldBadly: boolean
}

export type Draft = {
  id: string
  title: string
  scheduledFor: string | null
  isDeleted: boolean
  payments: DraftPayment[]
}

export type DraftPayment = {
  id: string
  accountId: string
  receiver: { counterparty_id: string; account_id?: string }
  amountMinor: number
  currency: string
  reference: string
  state: string
  reason: string | null
}

export type Hook = {
  id: string
  url: string
  events: string[]
  /** The newest first; one that is on its way out signs until then (milliseconds). */
  secrets: { secret: string; until: number | null }[]
}

export type FailedEvent = { id: string; at: string; hookId: string; url: string; payload: unknown }

/** All that the stand-in knows: plain JSON. */
export type State = {
  /** Counts everything that ever got a key. */
  made: number
  lastStamp: string
  accounts: Account[]
  counterparties: WireCounterparty[]
  transactions: Transaction[]
  drafts: Draft[]
  hooks: Hook[]
  failedEvents: FailedEvent[]
  codes: string[]
  refreshToken: string | null
  accessTokens: { token: string; until: number }[]
  /** Whose an account is, by its numbers; null cannot be checked, one that is not in here is whose it is said to be. */
  holders: Record<string, string | null>
  /** Units of a currency for one euro, as decimals. */
  rates: Record<string, string>
  /** Faults of an amount that have struck already. */
  struck: string[]
}

export const RATES: Readonly<Record<string, string>> = {
  EUR: '1',
  USD: '1.0864',
  GBP: '0.8412',
  CHF: '0.9386',
  PLN: '4.2715',
  SEK: '11.3142',
  JPY: '163.25',
  KWD: '0.3345',
  MXN: '21.4470',
  INR: '91.2035',
}

export const emptyState = (): State => ({
  made: 0,
  lastStamp: '',
  accounts: [],
  counterparties: [],
  transactions: [],
  drafts: [],
  hooks: [],
  failedEvents: [],
  codes: [],
  refreshToken: null,
  accessTokens: [],
  holders: {},
  rates: { ...RATES },
  struck: [],
})
