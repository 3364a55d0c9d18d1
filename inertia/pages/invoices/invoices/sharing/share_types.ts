import type { Option } from '~/kit/fields/choice_fields'
import type { MoneyValue } from '~/kit/money'

type Parts = {
  allocation: string
  allocationKey: string | null
  targets: { siteId: number; percentage: string | null; amountMinor: number | null }[]
}

/** Lines that several companies bear, as one sum. */
export type Share = Parts & {
  id: number
  allocationText: string
  ruleName: string | null
  /** None: the whole invoice. */
  lineIds: number[]
  lines: string
  base: MoneyValue
  parts: { siteId: number; site: string; measure: string; amount: MoneyValue; isOwn: boolean }[]
  problem: string | null
}

export type ShareModel = Parts & { name: string }

export type InvoiceShares = {
  canShare: boolean
  shares: Share[]
  models: ShareModel[]
  allocations: Option[]
  keys: Option[]
}
