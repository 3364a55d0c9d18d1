import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

/** What the list itself reads of an alarm. */
export type AlarmRow = { id: number; severity: string; message: string; createdAt: string; actions: string[] }

/** An invoice as it is laid beside another. */
export type Sheet = {
  id: number
  reference: string
  number: string | null
  provider: string | null
  site: string | null
  issuedOn: string | null
  dueOn: string | null
  base: MoneyValue
  vat: MoneyValue
  total: MoneyValue
  status: { label: string; tone: Tone }
  concept: string | null
  lines: string[]
  pages: string[]
}

export type AlarmDetail = {
  id: number
  severity: string
  score: number | null
  message: string
  reason: string | null
  snoozedUntil: string | null
  resolvedBy: string | null
  resolvedAt: string | null
  createdAt: string
  provider: string | null
  assignee: string | null
  rule: { code: string; name: string; family: string; explains: string }
  ruleVersion: number
  status: { label: string; tone: Tone }
  values: { label: string; value: string }[]
  formula: string | null
  threshold: string | null
  invoice: Sheet | null
  others: Sheet[]
  hiddenOthers: number
}
