import type { Declaration } from '#app/invoices/intake/insert_invoice'
import type Invoice from '#app/invoices/models/invoice'
import { row } from '#app/kernel/database/sql'

/** Who sent an invoice over the public page and what they declared; null for any other. */
export async function showSubmission(invoice: Invoice) {
  const { source, submitterName, submitterEmail, publicCode, acceptedAt, acceptedBy } = invoice
  if (source !== 'public' || !submitterEmail || !publicCode) return null
  const { sameFileAs, ...declared } = invoice.publicDeclaration as Declaration & { sameFileAs: number | null }
  const acceptor = acceptedBy
    ? await row<{ name: string }>(`select name from users where id = :acceptedBy`, { acceptedBy })
    : null
  return {
    name: submitterName ?? declared.providerName,
    email: submitterEmail,
    code: publicCode,
    declared,
    sameFileAs,
    acceptedAt: acceptedAt?.toISO() ?? null,
    acceptedBy: acceptor?.name ?? null,
  }
}

/** What the company of an invoice lets through without approvals, where this invoice is within it; else null. */
export async function directLimit({ siteId, totalMinor, worthMinor, worthCurrency, openAlarms }: Invoice) {
  if (!siteId || openAlarms > 0 || totalMinor < 0) return null
  const found = await row<{ limit: number }>(
    `select auto_book_limit_minor as "limit" from sites where id = :siteId and auto_book_limit_minor >= greatest(:worthMinor, 1)`,
    { siteId, worthMinor }
  )
  return found ? { minor: found.limit, currency: worthCurrency } : null
}
