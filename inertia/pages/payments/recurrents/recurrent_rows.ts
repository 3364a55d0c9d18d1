import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { Option } from '~/kit/fields/choice_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

/** A recurring payment in the list. */
export type RecurrentRow = {
  id: number
  site: string
  payee: string
  concept: string
  amount: MoneyValue | null
  amountMode: string
  frequency: string
  nextOn: string | null
  lastPaidOn: string | null
  status: { label: string; tone: Tone }
  problems: number
  actions: string[]
}

/** One payment in the calendar of the next three months. */
export type CalendarRow = {
  id: string
  recurrentId: number
  dueOn: string
  payOn: string
  site: string
  payee: string
  concept: string
  amount: MoneyValue | null
}

/** A month of it, with what its payments of a known amount come to. */
export type CalendarMonth = { month: string; payments: number; amounts: MoneyValue[] }

export type Choices = { kinds: Option[]; modes: Option[]; frequencies: Option[] }

export type Occurrence = {
  id: number
  dueOn: string
  payOn: string
  amount: MoneyValue | null
  status: { label: string; tone: Tone }
  detail: string | null
  order: { id: number; number: string } | null
  canSkip: boolean
  needsAmount: boolean
}

export type Recurrent = {
  id: number
  siteId: number
  site: string
  provider: PickerOption
  concept: string
  kind: string
  amountMode: string
  amountMinor: number | null
  maxMinor: number | null
  currency: string
  frequency: string
  day: number
  startOn: string
  endOn: string | null
  occurrences: number | null
  debtorAccountId: number | null
  holidayRule: string
  leadDays: number
  booking: string
  expenseAccount: PickerOption | null
  revisionMonth: number | null
  revisionPercent: string | null
  lockVersion: number
  status: { label: string; tone: Tone }
  actions: string[]
}

export type RecurrentPage = {
  recurrent: Recurrent
  next: { dueOn: string; payOn: string }[]
  revision: { percent: string; proposed: MoneyValue } | null
  occurrences: Occurrence[]
  accounts: { id: number; name: string }[]
  choices: Choices
  events: AuditEntry[]
}
