import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { MoneyValue } from '~/kit/money'

type Status = { tone: string; label: string }

/** A movement in the left pane. */
export type LineRow = {
  id: number
  bookedOn: string
  text: string
  counterparty: string | null
  amount: MoneyValue
  rest: MoneyValue
  score: number | null
  hasRule: boolean
  status: Status
  isOpen: boolean
  isDoubtful: boolean
}

export type ScorePart = { label: string; points: number }

export type ProposedItem = {
  key: string
  kind: 'in_transit' | 'posted' | 'open_item' | 'own_transfer' | 'returned_payment'
  journalLineId: number | null
  otherLineId: number | null
  label: string
  party: string | null
  dueOn: string
  /** In its own currency. */
  amount: MoneyValue
  /** What the payment service keeps back of the whole item, where that is known. */
  knownFeeMinor: number | null
  /** Of an item in another currency than the movement: what it is worth on its day, and what the book says, in the company's. */
  foreign: { worth: MoneyValue; book: MoneyValue } | null
}

export type Proposal = {
  key: string
  kind: 'single' | 'set' | 'batch'
  amount: MoneyValue
  score: number
  parts: ScorePart[]
  isExact: boolean
  isSuggested: boolean
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
  bookedOn: string
  valueOn: string | null
  text: string
  reference: string | null
  counterparty: string | null
  counterpartyIban: string | null
  amount: MoneyValue
  rest: MoneyValue
  status: Status
  ignoreReason: string | null
  /** Why the bank gives it back, where it says so. */
  returnReason: string | null
  /** What the bank kept of it, inside the amount. */
  charges: MoneyValue | null
  isOpen: boolean
  /** It may be there twice: a person says. */
  isDoubtful: boolean
  canUndo: boolean
  canIgnore: boolean
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
  accountCode: string
  account: PickerOption
  provider: PickerOption | null
  tax: string | null
  center: string | null
  description: string
  conditions: string[]
  note: string
  others: string[]
}
