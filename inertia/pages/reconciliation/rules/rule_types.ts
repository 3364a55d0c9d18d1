import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { MoneyValue } from '~/kit/money'

export type RuleValues = {
  name: string
  text: string
  pattern: string
  sign: string | null
  minAmount: string
  maxAmount: string
  iban: string
  reach: string | null
  accountCode: string
  description: string
  provider: PickerOption | null
  tax: string | null
  center: string | null
  autoBook: boolean
  limit: string
  active: boolean
  lockVersion: number
}

export type RuleRow = {
  id: number
  name: string
  active: boolean
  used: number
  reach: 'account' | 'company'
  conditions: string[]
  accountCode: string
  provider: string | null
  tax: string | null
  center: string | null
  canEdit: boolean
  booksAlone: boolean
  limit: MoneyValue | null
  form: RuleValues
}

export type AssociationRow = { id: number; skeleton: string; party: string; times: number; lastAt: string }

export type Trial = {
  looked: number
  isWhole: boolean
  caught: number
  same: number
  other: number
  open: number
  lines: {
    id: number
    bookedOn: string
    text: string
    amount: MoneyValue
    status: { tone: string; label: string }
    with: string | null
    verdict: 'same' | 'other' | 'open'
  }[]
  conflicts: { id: number; name: string; count: number; accountCode: string }[]
}

/** What a rule may name: taxes that hold now and centres of the company. */
export type RuleOptions = {
  taxes: { value: string; label: string }[]
  centers: { value: string; label: string }[]
}

export const emptyRule: RuleValues = {
  name: '',
  text: '',
  pattern: '',
  sign: null,
  minAmount: '',
  maxAmount: '',
  iban: '',
  reach: 'account',
  accountCode: '',
  description: '',
  provider: null,
  tax: null,
  center: null,
  autoBook: false,
  limit: '',
  active: true,
  lockVersion: 0,
}

/** What the server reads of a rule; what is empty is left out. */
export function sentRule({ provider, tax, center, ...values }: RuleValues): Record<string, unknown> {
  const filled = Object.entries(values).filter(([, value]) => value !== '' && value !== null)
  const key = (value: string | null | undefined) => (value ? Number(value) : undefined)
  return {
    ...Object.fromEntries(filled),
    providerId: key(provider?.value),
    taxCodeId: key(tax),
    centerId: key(center),
  }
}
