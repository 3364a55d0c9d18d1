import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'
import { orderTabs } from '../order_tabs'

type Badge = { label: string; tone: Tone }

/** What a company pays for a month. */
export type MonthRow = {
  id: number
  siteId: number
  site: string
  period: string
  periodText: string
  employees: number
  total: MoneyValue
  pending: MoneyValue
  ordered: MoneyValue
  paid: MoneyValue
  actions: string[]
}

/** What one employee is to be paid. */
export type PayrollRow = {
  id: number
  site: string
  employee: string
  code: string
  concept: string
  period: string
  payOn: string
  amount: MoneyValue
  hindrance: string | null
  status: Badge
  actions: string[]
}

/** Salaries that are approved together. */
export type RunRow = {
  id: number
  number: string
  site: string
  concept: string
  account: string
  executionDate: string
  employees: number
  total: MoneyValue
  approvals: string
  status: Badge
}

export const payrollTabs: ListTabsOf = {
  name: 'tab',
  options: [{ value: 'months', label: 'Nóminas' }, { value: 'payments', label: 'Pendientes' }, ...orderTabs],
}
