import type { HttpContext } from '@adonisjs/core/http'
import type { Actor } from '#app/audit/record_event'
import type { ListOf } from '#app/kernel/lists/listing'
import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** SQL, given the column of a movement's line: the key of the virtual account that it is attributed to, or null. */
export const virtualOfLine = port<(line: string) => string>(
  'which virtual account a movement is attributed to'
)

/** A payment out of an account of a connection to somebody that the provider has, as a page of a bank asks for it. */
export type WantedPayment = {
  siteId: number
  fromAccountId: number
  beneficiaryId: number
  /** In minor units of the currency that is paid. */
  amountMinor: number
  currency: string
  concept: string
  /** The provider's own word for what it is for, where it asks. */
  purpose: string | null
  /** The account of the plan that it is booked on; of a supplier's beneficiary none is needed. */
  ledgerAccountId: number | null
  /** The key of what was offered for it (`provider_quotes`). */
  quoteId: number | null
  /** It is left at the provider for somebody to send there. */
  isDraft: boolean
  executionDate: CalendarDate | null
}

/** Money between two accounts of a connection, with or without a change of currency. */
export type WantedMove = {
  siteId: number
  fromAccountId: number
  toAccountId: number
  /** What arrives, in minor units of the currency of the account that it goes to. */
  amountMinor: number
  concept: string
  quoteId: number | null
  executionDate: CalendarDate | null
}

export type PlacedOrder = { id: number; number: string }

/** How payments are asked for: each is a draft order that others approve. Nothing here sends money. */
export const placedOrders = port<{
  pay: (wanted: WantedPayment, actor: Actor) => Promise<PlacedOrder>
  move: (wanted: WantedMove, actor: Actor) => Promise<PlacedOrder>
}>('how payments out of a connection are ordered')

/** The orders of an account of ours as its page lists them, kept to what the caller may see. */
export const accountOrders = port<
  (ctx: HttpContext, bankAccountId: number) => Promise<ListOf<{ id: number }>>
>('the payment orders of an account')
