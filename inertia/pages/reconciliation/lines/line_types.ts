import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { MoneyValue } from '~/kit/money'

type Status = { tone: string; label: string }

/** A movement in the left pane. */
export type LineRow = {
  id: number
  booked_on: string
  text: string
  counterparty: string | null
  amount: MoneyValue
  rest: MoneyValue
  score: number | null
  has_rule: boolean
  status: Status
  is_open: boolean
}

export type ScorePart = { label: string; points: number }

export type ProposedItem = {
  key: string
  kind: 'in_transit' | 'posted' | 'open_item' | 'own_transfer'
  journal_line_id: number | null
  other_line_id: number | null
  label: string
  party: string | null
  due_on: string
  /** In its own currency. */
  amount: MoneyValue
  /** What the payment service keeps back of the whole item, where that is known. */
  known_fee_minor: number | null
  /** Of an item in another currency than the movement: what it is worth on its day, and what the book says, in the company's. */
  foreign: { worth: MoneyValue; book: MoneyValue } | null
}

export type Proposal = {
  key: string
  kind: 'single' | 'set' | 'batch'
  amount: MoneyValue
  score: number
  parts: ScorePart[]
  is_exact: boolean
  is_suggested: boolean
  items: ProposedItem[]
}

export type LineMatch = {
  id: number
  label: string
  amount: MoneyValue
  score: number
  parts: ScorePart[]
  who: string | null
  at: string
}

/** The movement in the right pane. */
export type SelectedLine = {
  id: number
  booked_on: string
  value_on: string | null
  text: string
  reference: string | null
  counterparty: string | null
  counterparty_iban: string | null
  amount: MoneyValue
  rest: MoneyValue
  status: Status
  ignore_reason: string | null
  is_open: boolean
  can_undo: boolean
  can_ignore: boolean
  proposals: Proposal[]
  /** Open items that were searched for; null while nobody searches. */
  found: Proposal[] | null
  matches: LineMatch[]
  /** The rule that proposes an account, or that booked it. */
  rule: LineRule | null
  /** What a new entry offers; null once nothing is left to book. */
  entry: EntryOptions | null
}

export type EntryOptions = {
  /** The account of the bank's fees, where the movement is one. */
  fee: PickerOption | null
  /** Taxes that an amount may carry on its day; rates in basis points. */
  taxes: { value: string; label: string; rate: number }[]
  centers: { value: string; label: string }[]
}

export type LineRule = {
  id: number
  name: string
  place: number
  account_code: string
  account: PickerOption
  provider: PickerOption | null
  tax: string | null
  center: string | null
  description: string
  conditions: string[]
  note: string
  others: string[]
}
