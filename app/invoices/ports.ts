import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'

type Undoing = { invoiceId: number; reason: string; actor: Actor }

/** What of an invoice is booked at other companies. All of it is part of the one booking, or there is none. */
export type SharedBooking = {
  /** Companies whose books it is booked in beside its own, in the order of their keys. */
  companies: (invoiceId: number, trx: Transaction) => Promise<number[]>
  /** Books their parts of the locked invoice, which is booked already. */
  book: (booked: { invoiceId: number; actor: Actor }, trx: Transaction) => Promise<void>
  /** Takes them back, before the invoice itself leaves the books. */
  takeBack: (undoing: Undoing, trx: Transaction) => Promise<void>
}

export const sharedBookings = port<SharedBooking>('what of an invoice is booked at other companies')

/** What the page of an invoice shows of how it is shared out; null for who does not see it. */
export const shownShares = port<
  (
    invoice: { id: number; siteId: number | null },
    viewer: { role: string; siteIds: number[] | 'all' }
  ) => Promise<unknown>
>('how an invoice is shared out')

/** Every company beside its own that an invoice is booked at. */
export async function sharingCompanies(invoiceId: number, trx: Transaction): Promise<number[]> {
  const found: number[] = []
  for (const { companies } of sharedBookings.all()) found.push(...(await companies(invoiceId, trx)))
  return found
}
