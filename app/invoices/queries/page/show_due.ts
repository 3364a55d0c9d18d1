import type Invoice from '#app/invoices/models/invoice'
import { row } from '#app/kernel/database/sql'

/** What is due of an invoice and why it is not the total, and what of its debt may be paid. Money is `{minor, currency}`. */
export async function showDue(invoice: Invoice) {
  const money = (minor: number) => ({ minor, currency: invoice.currency })
  return {
    amount: money(invoice.dueMinor),
    advance: money(invoice.advanceMinor),
    prepaid: money(invoice.prepaidMinor),
    retained: money(invoice.retainedMinor),
    rounding: money(invoice.roundingMinor),
    retainedUntil: invoice.retainedUntil,
    /** Of what is open in the book: what may be paid, what the document says was paid before, what is retained. */
    payable: money(invoice.payableMinor),
    priorOpen: money(invoice.priorOpenMinor),
    retainedOpen: money(invoice.retainedOpenMinor),
    release: await showRelease(invoice),
  }
}

/** Who made payable what was held, when and why; null where nobody did. */
async function showRelease({ heldReleasedAt, heldReleasedBy, heldReleaseReason }: Invoice) {
  if (heldReleasedAt === null) return null
  const person = await row<{ name: string }>(`select name from users where id = :id`, { id: heldReleasedBy })
  return { at: heldReleasedAt.toISO() ?? '', by: person?.name ?? 'Sistema', reason: heldReleaseReason ?? '' }
}
