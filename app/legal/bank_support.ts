import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { CostToPost } from '#app/legal/postings/cost_posting'

/** A payment made outside of the product, with the movement of the bank that proves it. */
export type SupportedOffset = {
  lineId: number
  paidOn: CalendarDate
  cost: CostToPost
  /** The account that the debt stands on. */
  debtAccountId: number
}

/**
 * Movements of the bank belong to a higher floor, which says here how one of them proves an offset: it is charged to the
 * debt and matched. Gives the entry.
 */
export type BankSupport = {
  /** Throws E_MATCHED for a movement that is used already, and at `bank_statement_line_id` for one that is not of the amount. */
  match: (offset: SupportedOffset, actor: Actor, trx: Transaction) => Promise<{ entryId: number }>
  /** Takes the movement and its entry back; nothing where somebody did so before. */
  release: (
    offset: { lineId: number; entryId: number; reason: string },
    actor: Actor,
    trx: Transaction
  ) => Promise<void>
}

export const bankSupport = port<BankSupport>('movements of the bank that prove an offset')
