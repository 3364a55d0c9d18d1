import type { Option } from '~/kit/fields/choice_fields'
import type { ListOf } from '~/kit/list/list_types'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

/** An invoice with something left to pay. */
export type PayableRow = {
  id: number
  reference: string
  siteId: number
  site: string
  provider: string
  number: string
  issuedOn: string
  dueOn: string | null
  isOverdue: boolean
  total: MoneyValue
  pending: MoneyValue
  /** The same in the currency of the company's books. */
  worth: MoneyValue
  iban: string | null
  hindrance: string | null
  /** What is free in the fund of its supplier. */
  fund: MoneyValue | null
  /** The last of its payments that are on their way. */
  live: { id: number; number: string } | null
  actions: string[]
}

/** A payment order in one of the lists. */
export type OrderRow = {
  id: number
  number: string
  siteId: number
  site: string
  creditor: string
  concept: string
  executionDate: string
  amount: MoneyValue
  /** At the rate of the day, in the currency of the company's books. */
  worth: MoneyValue
  accountId: number
  account: string
  iban: string | null
  state: string
  status: { label: string; tone: Tone }
  approvals: string
  notices: string[]
  isInstant: boolean
  /** Nobody approves it without saying why. */
  asksComment: boolean
  fingerprint: string
  batch: { id: number; number: string } | null
  actions: string[]
}

/** The payments of one tab, with what its filters offer. */
export type OrderListing = ListOf<OrderRow> & {
  choices: { states: Option[]; accounts: Option[] }
  /** Accounts whose bank has not been reached for long. */
  outages: { id: number; account: string; since: string }[]
}

/** What a supplier will be owed before its invoice comes. */
export type ProvisionRow = {
  id: number
  concept: string
  site: string
  provider: string
  expectedOn: string
  amount: MoneyValue
  paid: MoneyValue
  status: { label: string; tone: Tone }
  invoice: { id: number; number: string } | null
  reserve: string | null
  actions: string[]
}
