import { SYSTEM } from '#app/audit/record_event'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { execute } from '#app/kernel/database/sql'
import { makeInvoice } from '#tests/factories/documents'
import { approveByHand, type TestTreasury } from '#tests/factories/sent_payments'

/** A booked credit note of the supplier over so many cents. */
export async function makeBookedCredit(
  { siteId, provider, person }: TestTreasury,
  number: string,
  creditMinor: number
): Promise<{ id: number; number: string }> {
  const id = await makeInvoice({
    siteId,
    providerId: provider.id,
    creator: person,
    totalMinor: -creditMinor,
    number,
    docType: 'credit_note',
  })
  await execute(`update invoices set rectification_note = 'Sin factura original' where id = :id`, { id })
  await approveByHand(id)
  await bookInvoice(id, SYSTEM)
  return { id, number }
}
