import type Invoice from '#app/invoices/models/invoice'
import { askApproval } from '#app/invoices/queries/approval_question'
import { invoiceWorkflow, PAYMENT_STATES } from '#app/invoices/workflows/invoice_workflow'
import { row, rows } from '#app/kernel/database/sql'
import { type AccountNumbers, maskAccount } from '#app/kernel/identifiers/account_number'
import { paymentsOf } from '#app/ledger/document_payments'
import type { FieldBox, ReadFields } from '#app/reading/reading_types'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

export type ReadPlace = {
  name: string
  label: string
  confidence: number
  method: string
  value: string | null
  boxes: FieldBox[]
}

const FIELD_LABELS: Partial<Record<keyof ReadFields, string>> = {
  documentType: 'Tipo',
  providerName: 'Proveedor',
  providerTaxId: 'NIF emisor',
  providerIban: 'IBAN',
  customerName: 'Cliente',
  customerTaxId: 'NIF receptor',
  invoiceNumber: 'Número',
  issueDate: 'Fecha',
  dueDate: 'Vencimiento',
  taxBase: 'Base',
  taxTotal: 'Impuestos',
  withholding: 'Retención',
  total: 'Total',
  amountDue: 'Importe a pagar',
}

/** What the machine read, field by field, with where it stands and how sure it is. */
export function readPlaces(reading: unknown): ReadPlace[] {
  const fields = (reading as { fields?: Partial<ReadFields> | null } | null)?.fields
  if (!fields) return []
  return Object.entries(FIELD_LABELS).flatMap(([name, label]) => {
    const field = fields[name as keyof ReadFields]
    if (!field) return []
    const value = readText(field.value)
    return [{ name, label, confidence: field.confidence, method: field.method, value, boxes: field.boxes }]
  })
}

/** A read value as text: amounts stay minor units, a withholding is its amount. */
function readText(value: unknown): string | null {
  if (value === null || value === undefined || Array.isArray(value)) return null
  if (typeof value === 'object') return 'amount' in value ? String(value.amount) : null
  return String(value)
}

export function showLines(invoiceId: number) {
  return rows<{
    id: number
    position: number
    concept: string
    quantity: string
    unitPriceMinor4: number | null
    discountPercent: string
    baseMinor: number
    vatCodeId: number | null
    vatCode: string | null
    vatMinor: number
    deductiblePercent: number
    withholdingCodeId: number | null
    withholdingMinor: number
    categoryId: number | null
    category: string | null
    accountCode: string | null
    centerId: number | null
    periodFrom: string | null
    periodTo: string | null
    matchState: string
    why: string | null
  }>(
    `select l.id, l.position, l.concept, l.quantity::text, l.unit_price_minor4, l.discount_percent::text, l.base_minor, l.vat_code_id, t.name as vat_code, l.vat_minor, l.deductible_percent, l.withholding_code_id, l.withholding_minor,
            l.category_id, c.name::text as category, l.account_code, l.center_id, l.period_from::text, l.period_to::text, l.match_state, coalesce(l.match_explanation #>> '{fallback,text}', l.match_explanation ->> 'decisionReason') as why
       from invoice_lines l left join tax_codes t on t.id = l.vat_code_id left join categories c on c.id = l.category_id where l.invoice_id = :invoiceId order by l.position`,
    { invoiceId }
  )
}

export function showTaxGroups(invoiceId: number) {
  return rows<{
    vatCodeId: number
    name: string
    baseMinor: number
    vatMinor: number
    surchargeMinor: number
  }>(
    `select g.vat_code_id, t.name, g.base_minor, g.vat_minor, g.surcharge_minor from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id
      where g.invoice_id = :invoiceId order by t.rate_basis_points desc`,
    { invoiceId }
  )
}

/** Companies whose invoices may be named, and whether those of none are among them. */
export type Scope = { siteIds: number[] | 'all'; hasSharedInbox: boolean }

const inScope = (column: string) =>
  `(:all or ${column} = any(:ids::bigint[]) or (:inbox and ${column} is null))`
const scopeBindings = ({ siteIds, hasSharedInbox }: Scope) => ({
  all: siteIds === 'all',
  ids: siteIds === 'all' ? [] : siteIds,
  inbox: hasSharedInbox,
})

/** Alarms of an invoice; the other invoice one speaks of only where the reader may open it. */
export function showAlarms(invoiceId: number, scope: Scope) {
  return rows<{
    id: number
    ruleCode: string
    severity: string
    message: string
    status: string
    reason: string | null
    by: string | null
    at: Date | null
    relatedInvoiceId: number | null
  }>(
    `select a.id, a.rule_code, a.severity, a.message, a.status, a.reason, u.name as by, a.resolved_at as at, o.id as related_invoice_id from invoice_alarms a
       left join users u on u.id = a.resolved_by
       left join invoices o on o.id = (a.evidence ->> 'invoiceId')::bigint and ${inScope('o.site_id')}
      where a.invoice_id = :invoiceId and a.status <> 'auto_closed'
      order by (a.status = 'open') desc, case a.severity when 'blocking' then 0 when 'high' then 1 when 'warning' then 2 else 3 end, a.id`,
    { invoiceId, ...scopeBindings(scope) }
  )
}

export async function showDecisions(invoiceId: number) {
  const found = await rows<{
    id: number
    user: string
    onBehalfOf: string | null
    decidedAt: Date
    comment: string | null
    isOverride: boolean
    revoked: boolean
  }>(
    `select d.id, u.name as "user", o.name as on_behalf_of, d.decided_at, d.comment, d.is_override, d.revoked_at is not null as revoked from approval_decisions d
       join users u on u.id = d.user_id left join users o on o.id = d.on_behalf_of
      where d.document_type = 'invoice' and d.document_id = :invoiceId order by d.decided_at`,
    { invoiceId }
  )
  return found.map((decision) => ({ ...decision, decidedAt: decision.decidedAt.toISOString() }))
}

export async function showEntry(invoiceId: number) {
  return rows<{
    entryNo: number
    postedOn: string
    account: string
    name: string
    memo: string | null
    amountMinor: number
    currency: string
    baseMinor: number
    baseCurrency: string
    isReversal: boolean
  }>(
    `select e.entry_no, e.posted_on, a.code as account, a.name, l.memo, l.amount_minor, l.currency, l.base_minor, s.base_currency, e.reverses_id is not null as is_reversal from journal_entries e
       join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id join sites s on s.id = e.site_id
      where e.source_type = 'invoice' and e.source_id = :invoiceId order by e.id, l.line_no`,
    { invoiceId }
  )
}

/** Who decides next on an invoice that waits, who does not and why, and whether the reader may in an emergency. */
export async function showApprovers(invoice: Invoice, readerId: number) {
  if (!invoice.siteId || invoice.status !== 'pending_approval')
    return { required: 0, candidates: [], canOverride: false }
  const { question, required } = await askApproval(invoice, invoice.siteId)
  const candidates = await listCandidates(question)
  return {
    required,
    candidates: candidates.map(({ userId, name, reason }) => ({ userId, name, reason })),
    canOverride: (await overrideHindrance(question, readerId)) === null,
  }
}

export async function showFiles(invoiceId: number) {
  return rows<{ id: number; name: string; mime: string; kind: string; sizeBytes: number; sha256: string }>(
    `select f.id, f.name, f.mime, i.kind, f.size_bytes, f.sha256 from invoice_files i join files f on f.id = i.file_id where i.invoice_id = :invoiceId order by i.id`,
    { invoiceId }
  )
}

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

export const statusBadge = (invoice: Invoice) => ({
  label: invoiceWorkflow.label(invoice.status),
  tone: invoiceWorkflow.tone(invoice.status),
})
/** Where its payment stands; a debt of which nothing is to be paid now says so. */
export const paymentBadge = (invoice: Invoice) =>
  invoice.outstandingMinor !== 0 && invoice.payableMinor === 0
    ? { label: 'Nada que pagar ahora', tone: 'grey' as const }
    : PAYMENT_STATES[invoice.paymentState]

export const showPayments = (invoiceId: number) => paymentsOf('invoice', [invoiceId])

/** The neighbours in the list of what waits for review, for J and K. Instants are compared as the database keeps them. */
export async function showNeighbours({ id, status }: Invoice, scope: Scope) {
  const found = await row<{ next: number | null; previous: number | null }>(
    `select (select id from invoices where status = :status and (received_at, id) < (i.received_at, i.id) and ${inScope('site_id')} order by received_at desc, id desc limit 1) as next,
            (select id from invoices where status = :status and (received_at, id) > (i.received_at, i.id) and ${inScope('site_id')} order by received_at, id limit 1) as previous
       from invoices i where i.id = :id`,
    { id, status, ...scopeBindings(scope) }
  )
  return { next: found?.next ?? null, previous: found?.previous ?? null }
}

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

/** Currencies an invoice may be in. */
export function listCurrencies() {
  return rows<{ code: string; name: string }>(
    `select code, name from currencies order by code <> 'EUR', code`
  )
}

/** Other invoices in review that were made from the same file, for putting their pages together again. */
export function showParts({ id, status }: Invoice, scope: Scope) {
  if (status !== 'pending_review') return []
  return rows<{ id: number; reference: string; number: string | null }>(
    `select o.id, o.reference, o.invoice_number as number from invoice_files f
       join invoice_files x on x.sha256 = f.sha256 and x.kind = 'original' and x.invoice_id <> f.invoice_id
       join invoices o on o.id = x.invoice_id and o.status = 'pending_review' and ${inScope('o.site_id')}
      where f.invoice_id = :id and f.kind = 'original' order by o.id limit 20`,
    { id, ...scopeBindings(scope) }
  )
}
