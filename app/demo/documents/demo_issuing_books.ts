import type { DemoSite } from '#app/demo/group/demo_sites'
import { issuedTaxLines } from '#app/issuing/invoices/issued_tax_lines'
import type { IssuedInvoice } from '#app/issuing/invoices/new_invoice'
import type { Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, monthOf } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { ensureVatAccount } from '#app/ledger/actions/ensure_vat_account'
import { groupLine } from '#app/ledger/actions/group_account'
import { postBooks } from '#app/ledger/actions/post_books'
import { openVatMonth } from '#app/ledger/queries/periods'

type Charge = {
  issuer: DemoSite
  recipient: DemoSite
  day: CalendarDate
  taxCodeId: number
  actor: { userId: number | null }
}

/** An issued document of the demo in the books of both companies, on their current account. */
export async function postCharge(given: Charge, issued: IssuedInvoice, trx: Transaction): Promise<void> {
  await postBooks(
    {
      sourceType: 'issued_invoice',
      sourceId: issued.id,
      key: 'issued:1',
      postedOn: given.day,
      books: [await issuerBook(given, issued, trx), await recipientBook(given, issued, trx)],
      createdBy: given.actor.userId,
    },
    trx
  )
}

const of = (issued: IssuedInvoice, site: DemoSite) => ({
  counterpartyType: 'site' as const,
  counterpartyId: site.id,
  documentType: 'issued_invoice',
  documentId: issued.id,
})

async function owed(owner: DemoSite, other: DemoSite, amountMinor: number, trx: Transaction) {
  const wanted = { siteId: owner.id, partnerId: other.id, role: 'intercompany_current' as const }
  return groupLine({ ...wanted, amountMinor }, trx)
}

async function issuerBook({ issuer, recipient }: Charge, issued: IssuedInvoice, trx: Transaction) {
  const income = await ensureAccount({ siteId: issuer.id, prefix: '759' }, trx)
  const party = of(issued, recipient)
  return {
    siteId: issuer.id,
    journal: 'ventas' as const,
    kind: 'issued_invoice.book',
    description: `Factura ${issued.number}`,
    lines: [
      { ...(await owed(issuer, recipient, issued.totalMinor, trx)), ...party },
      { accountId: income.id, amountMinor: -issued.baseMinor, ...party },
      ...(await issuedTaxLines(issued.id, trx)),
    ],
  }
}

async function recipientBook(
  { issuer, recipient, day, taxCodeId }: Charge,
  issued: IssuedInvoice,
  trx: Transaction
) {
  const expense = await ensureAccount({ siteId: recipient.id, prefix: '623' }, trx)
  const party = of(issued, issuer)
  return {
    siteId: recipient.id,
    journal: 'compras' as const,
    kind: 'issued_invoice.receive',
    description: `Factura ${issued.number}`,
    lines: [
      { accountId: expense.id, amountMinor: issued.baseMinor, ...party },
      {
        accountId: await ensureVatAccount({ siteId: recipient.id, role: 'vat_input', suffix: '21' }, trx),
        amountMinor: issued.vatMinor,
        taxCodeId,
        taxBaseMinor: issued.baseMinor,
        vatPeriod: await openVatMonth(recipient.id, monthOf(day), trx),
        ...party,
      },
      { ...(await owed(recipient, issuer, -issued.totalMinor, trx)), ...party },
    ],
  }
}
