import type { Actor } from '#app/audit/record_event'
import { matchProvider, matchSite } from '#app/invoices/queries/match_parties'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'

/** What the visitor of the public page says of their invoice; amounts in cents of the euro. */
export type Declaration = {
  customerTaxId: string | null
  providerTaxId: string
  providerName: string
  invoiceNumber: string
  issuedOn: CalendarDate
  totalMinor: number
  concept: string | null
}

/** Who sent an invoice over the public page; of their secret link the hash and the code. */
export type Submission = {
  name: string
  email: string
  ip: string
  tokenHash: string
  code: string
  declared: Declaration
  /** The invoice that came from the very same file, when there is one: only the staff sees it. */
  sameFileAs?: number | null
}

type NewInvoice = {
  siteId: number | null
  source: 'upload' | 'public' | 'email' | 'api'
  priority: 'normal' | 'urgent'
  /** What it is found by until it has been read. */
  name: string
  submission?: Submission | undefined
}

/** Opens an invoice as `received`, with what its sender declares as far as it is declared. */
export async function insertInvoice(
  { siteId, source, priority, name, submission }: NewInvoice,
  actor: Actor,
  trx: Transaction
): Promise<{ id: number; reference: string }> {
  const declared = submission?.declared ?? null
  return oneRow(
    `insert into invoices (reference, site_id, provider_id, source, priority, created_by, search_text, invoice_number, issued_on, total_minor, concept,
        submitter_name, submitter_email, submitter_ip, public_token_hash, public_code, public_declaration)
     values (:prefix || lpad(nextval('invoice_references')::text, 6, '0'), :siteId, :providerId, :source, :priority, :createdBy, lower(:searchText),
        :invoiceNumber, :issuedOn, :totalMinor, :concept, :submitterName, :submitterEmail, :submitterIp, :tokenHash, :code, :declaration)
     returning id, reference`,
    {
      prefix: `FR-${today().slice(0, 4)}-`,
      siteId: siteId ?? (declared ? await matchSite(declared.customerTaxId, null, trx) : null),
      providerId: declared
        ? await matchProvider({ taxId: declared.providerTaxId, iban: null, name: null }, trx)
        : null,
      source,
      priority,
      createdBy: actor.userId,
      searchText: [name, submission?.code, declared?.providerName].filter(Boolean).join(' '),
      invoiceNumber: declared?.invoiceNumber ?? null,
      issuedOn: declared?.issuedOn ?? null,
      totalMinor: declared?.totalMinor ?? 0,
      concept: declared?.concept ?? null,
      submitterName: submission?.name ?? null,
      submitterEmail: submission?.email ?? null,
      submitterIp: submission?.ip ?? null,
      tokenHash: submission?.tokenHash ?? null,
      code: submission?.code ?? null,
      declaration: submission
        ? JSON.stringify({ ...submission.declared, sameFileAs: submission.sameFileAs ?? null })
        : null,
    },
    trx
  )
}
