import type Invoice from '#app/invoices/models/invoice'
import { invoiceWorkflow, PAYMENT_STATES } from '#app/invoices/workflows/invoice_workflow'
import { row, rows } from '#app/kernel/database/sql'
import { type AccountNumbers, maskAccount } from '#app/kernel/identifiers/account_number'

/** The files of the invoice, in the order in which they came. */
export function showFiles(invoiceId: number) {
  return rows<{ id: number; name: string; mime: string; kind: string; sizeBytes: number; sha256: string }>(
    `select f.id, f.name, f.mime, i.kind, f.size_bytes, f.sha256 from invoice_files i join files f on f.id = i.file_id where i.invoice_id = :invoiceId order by i.id`,
    { invoiceId }
  )
}

/** Its supplier with the accounts in use (masked) and its company, null where it has none yet. */
export async function showParties(invoice: Invoice) {
  const provider = invoice.providerId
    ? await row<{ id: number; legalName: string; taxId: string | null; status: string }>(
        `select id, legal_name, tax_id::text, status from providers where id = :id`,
        { id: invoice.providerId }
      )
    : null
  const site = invoice.siteId
    ? await row<{ id: number; code: string; legalName: string; baseCurrency: string }>(
        `select id, code, legal_name::text, base_currency from sites where id = :id`,
        { id: invoice.siteId }
      )
    : null
  const banks = invoice.providerId
    ? await rows<AccountNumbers & { id: number; verification: string }>(
        `select id, iban, account_number, verification from provider_banks where provider_id = :id and disabled_at is null`,
        { id: invoice.providerId }
      )
    : []
  return {
    provider,
    site,
    banks: banks.map(({ id, verification, ...account }) => ({
      id,
      verification,
      iban: maskAccount(account),
    })),
  }
}

/** The badge of its state. */
export const statusBadge = (invoice: Invoice) => ({
  label: invoiceWorkflow.label(invoice.status),
  tone: invoiceWorkflow.tone(invoice.status),
})

/** Where its payment stands; a debt of which nothing is to be paid now says so. */
export const paymentBadge = (invoice: Invoice) =>
  invoice.outstandingMinor !== 0 && invoice.payableMinor === 0
    ? { label: 'Nada que pagar ahora', tone: 'grey' as const }
    : PAYMENT_STATES[invoice.paymentState]

const ORIGINALS_MAX = 100

/** Invoices that a credit note of this supplier and company may correct, the newest first, at most a hundred. */
export function showOriginals({ id, providerId, siteId, rectifiesInvoiceId }: Invoice) {
  return rows<{ id: number; number: string; issuedOn: string; totalMinor: number; currency: string }>(
    `select id, invoice_number as number, issued_on, total_minor, currency from invoices
      where provider_id = :providerId and site_id = :siteId and id <> :id and doc_type <> 'credit_note'
        and (status in ('pending_approval', 'approved', 'booked', 'disputed') or id = :rectifies)
      order by (id is not distinct from :rectifies::bigint) desc, issued_on desc, id desc limit ${ORIGINALS_MAX}`,
    { id, providerId, siteId, rectifies: rectifiesInvoiceId }
  )
}
