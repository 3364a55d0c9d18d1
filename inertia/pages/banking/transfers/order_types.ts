import type { MoneyValue } from '~/kit/money'
import type { Option } from '../bank_props'

/** An account of the connection that a payment may leave from or go to. */
export type OrderAccount = Option & { currency: string; available: MoneyValue; canPay: boolean }

/** Whom the connection can pay. */
export type OrderPayee = Option & {
  currency: string
  country: string | null
  /** What its payments usually say. */
  reference: string | null
  isVerified: boolean
  /** Until when its first payment waits; null where it does not. */
  waitsUntil: string | null
}

export const keyOrNull = (text: string | null): number | null => (text === null ? null : Number(text))
