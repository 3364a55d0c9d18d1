import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Choice = { value: string; label: string }
export type Badge = { label: string; tone: Tone }

export type ContractRow = {
  id: number
  reference: string
  provider: string
  title: string
  kind: string
  sites: string
  starts_on: string
  ends_on: string | null
  notice_until: string | null
  expected: MoneyValue | null
  used: MoneyValue
  cap: MoneyValue | null
  status: Badge
}
