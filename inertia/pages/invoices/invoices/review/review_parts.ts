import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Line = {
  id: number
  position: number
  concept: string
  quantity: string
  /** Ten-thousandths of the currency. */
  unitPriceMinor4: number | null
  discountPercent: string
  base: MoneyValue
  vatCodeId: number | null
  vatCode: string | null
  vat: MoneyValue
  deductiblePercent: number
  withholdingCodeId: number | null
  withholding: MoneyValue
  categoryId: number | null
  category: string | null
  accountCode: string | null
  centerId: number | null
  /** The days that it bills. */
  periodFrom: string | null
  periodTo: string | null
  matchState: string
  /** Profiles that tie for it, for a person to choose. */
  choices: { profileId: number; name: string; category: string }[]
  why: string | null
}

export type TaxGroup = {
  vatCodeId: number
  name: string
  base: MoneyValue
  vat: MoneyValue
  surcharge: MoneyValue
}

export type Alarm = {
  id: number
  ruleCode: string
  severity: string
  message: string
  status: string
  reason: string | null
  /** Who judged it and when; null while nobody has. */
  by: string | null
  at: string | null
  relatedInvoiceId: number | null
}

/** What somebody said of a grave alarm, or of a copy. */
export type Judged = {
  key: string
  message: string
  severity: string
  verdict: string
  by: string | null
  at: string
  reason: string | null
  relatedInvoiceId: number | null
}

/** Who sent an invoice back or refused it last. */
export type TurnedDown = {
  how: 'return' | 'reject' | 'unbook'
  by: string | null
  at: string
  reason: string | null
}

export type Decision = {
  id: number
  user: string
  onBehalfOf: string | null
  decidedAt: string
  comment: string | null
  isOverride: boolean
  revoked: boolean
}

export type EntryLine = {
  entryNo: number
  postedOn: string
  account: string
  name: string
  memo: string | null
  /** In the company's currency. */
  amount: MoneyValue
  /** In that of the account, where it is another. */
  foreign: MoneyValue | null
  isReversal: boolean
}

export type Payment = {
  id: number
  number: string
  amount: MoneyValue
  executionDate: string
}

export type Bank = { id: number; iban: string; verification: string }

export type TaxOption = { id: number; code: string; name: string; kind: string; rateBasisPoints: number }

export type Category = { id: number; name: string; accountPrefix: string }

export type Approvers = {
  required: number
  candidates: { userId: number; name: string; reason: string | null }[]
  /** The reader may give the emergency approval: nobody else may approve it. */
  canOverride: boolean
}

/** The contract of an invoice as those who may see it get it. */
export type ContractChip = {
  id: number
  reference: string
  title: string
  status: { label: string; tone: Tone }
  endsOn: string | null
  expected: MoneyValue | null
  cap: MoneyValue | null
  used: MoneyValue
}

/** A line that is linked with a contract, or may be; without a code it is the invoice as a whole that was expected. */
export type ContractLink = {
  lineId: number
  position: number
  concept: string
  outcome: 'linked' | 'suggested'
  contractId: number
  reference: string
  code: string | null
  description: string | null
  unit: string | null
  price: string | null
  score: number | null
}

export type InvoiceContracts = { canOpen: boolean; chips: ContractChip[]; links: ContractLink[] }
