import type { ListOf } from '~/kit/list_types'
import type { MoneyValue } from '~/kit/money'

export type BucketName = 'ahead' | 'd30' | 'd60' | 'd90' | 'older'

export type OpenItem = {
  id: number
  due_on: string
  posted_on: string
  days: number
  bucket: BucketName
  site: string
  site_id: number
  account_id: number
  code: string
  account: string
  party: string
  party_key: string
  document: { label: string; href: string } | null
  description: string
  entry_id: number
  entry_no: number
  amount: MoneyValue
  open: MoneyValue
  actions: string[]
}

export type OpenParty = {
  id: string
  party_key: string | null
  party: string
  count: number
  total: MoneyValue
} & Record<BucketName, MoneyValue>

export type Lettering = {
  id: number
  code: string
  at: string
  site: string
  account_id: number
  account: string
  lines: number
  amount: MoneyValue
  user: string | null
  by_hand: boolean
  whole: boolean
  actions: string[]
}

export type OpenItemsProps = {
  parties: ListOf<OpenParty> | null
  items: ListOf<OpenItem> | null
  letterings: ListOf<Lettering> | null
  as_of: string
  can_letter: boolean
  party: string | null
  buckets: { value: string; label: string }[]
}
