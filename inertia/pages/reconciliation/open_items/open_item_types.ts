import type { ListOf } from '~/kit/list/list_types'
import type { MoneyValue } from '~/kit/money'

export type BucketName = 'ahead' | 'd30' | 'd60' | 'd90' | 'older'

export type OpenItem = {
  id: number
  dueOn: string
  site: string
  siteId: number
  accountId: number
  code: string
  account: string
  party: string
  partyKey: string
  document: { label: string; href: string } | null
  description: string
  entryId: number
  entryNo: number
  amount: MoneyValue
  open: MoneyValue
  late: MoneyValue | null
  lateOn: string | null
  actions: string[]
}

export type OpenParty = {
  id: string
  partyKey: string | null
  party: string
  count: number
  total: MoneyValue
} & Record<BucketName, MoneyValue>

export type Lettering = {
  id: number
  code: string
  accountId: number
  account: string
  amount: MoneyValue
  actions: string[]
}

export type OpenItemsProps = {
  parties: ListOf<OpenParty> | null
  items: ListOf<OpenItem> | null
  letterings: ListOf<Lettering> | null
  asOf: string
  canLetter: boolean
  party: string | null
  buckets: { value: string; label: string }[]
}
