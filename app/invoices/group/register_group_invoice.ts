import type { Actor } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { refreshSearchText } from '#app/invoices/editing/refresh_search_text'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { Money } from '#app/kernel/money/money'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'

/** An invoice that one company of the group issued to another, as that one receives it; amounts in cents of the euro. */
export type GroupInvoice = {
  siteId: number
  /** The supplier that the issuer is to the others. */
  providerId: number
  number: string
  issuedOn: CalendarDate
  dueOn: CalendarDate | null
  concept: string
  /** The received one that it rectifies; a credit note without it says so. */
  rectifiesInvoiceId: number | null
  taxCodeId: number
  vatMinor: number
  lines: readonly { concept: string; baseMinor: number; accountCode: string; categoryId: number | null }[]
  /** Its paper, which is stored. */
  file: { id: number; sha256: string; pages: number }
  /** What was decided on and by whose people: their approvals of it are those of the invoice. */
  approved: { documentType: string; documentId: number; required: number; said: string }
  actor: Actor
}

/**
 * Takes an invoice of the group in, with its lines, tax, paper and the approvals that the people of the company have given to what
 * stands behind it: nobody of theirs writes it down again. It is approved and not booked; `bookGroupInvoice` is the next step of
 * the same transaction. Gives its key.
 */
export async function registerGroupInvoice(received: GroupInvoice, trx: Transaction): Promise<number> {
  const { id, reference } = await insertHead(received, trx)
  await insertLines(id, received, trx)
  await execute(
    `insert into invoice_files (invoice_id, file_id, kind, sha256, pages, has_text_layer) values (:id, :fileId, 'original', :sha256, :pages, true)`,
    { id, fileId: received.file.id, sha256: received.file.sha256, pages: received.file.pages },
    trx
  )
  await refreshSearchText(id, trx)
  await logInvoiceAction(
    {
      invoiceId: id,
      action: 'created',
      actor: received.actor,
      after: { reference, number: received.number },
    },
    trx
  )
  await carryApprovals(id, received, trx)
  const invoice = await Invoice.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
  await moveState(
    invoice,
    {
      transition: 'approve',
      actor: received.actor,
      action: 'approved',
      after: { said: received.approved.said },
    },
    trx
  )
  invoice.requiredApprovals = received.approved.required
  await invoice.save()
  return id
}

function insertHead(received: GroupInvoice, trx: Transaction): Promise<{ id: number; reference: string }> {
  const baseMinor = received.lines.reduce((sum, line) => sum + line.baseMinor, 0)
  const isCredit = baseMinor + received.vatMinor < 0
  return oneRow(
    `insert into invoices (reference, site_id, provider_id, doc_type, status, invoice_number, concept, issued_on, due_on, base_minor, vat_minor, total_minor, source, channel_ref,
        rectifies_invoice_id, rectification_note)
     values (:prefix || lpad(nextval('invoice_references')::text, 6, '0'), :siteId, :providerId, :docType, 'pending_approval', :number, :concept, :issuedOn, :dueOn, :baseMinor, :vatMinor, :totalMinor,
        'group', :number || '/' || :providerId, :rectifiesInvoiceId, :note) returning id, reference`,
    {
      prefix: `FR-${today().slice(0, 4)}-`,
      siteId: received.siteId,
      providerId: received.providerId,
      docType: isCredit ? 'credit_note' : 'invoice',
      number: received.number,
      concept: received.concept.slice(0, 500),
      issuedOn: received.issuedOn,
      dueOn: received.dueOn,
      baseMinor,
      vatMinor: received.vatMinor,
      totalMinor: baseMinor + received.vatMinor,
      rectifiesInvoiceId: received.rectifiesInvoiceId,
      note: isCredit && received.rectifiesInvoiceId === null ? 'Abono de una empresa del grupo' : null,
    },
    trx
  )
}

/** Its tax is worked out over their sum: each line shows its part of it. */
async function insertLines(invoiceId: number, received: GroupInvoice, trx: Transaction): Promise<void> {
  const { lines, taxCodeId, vatMinor } = received
  const weights = lines.map(({ baseMinor }) => Math.abs(baseMinor))
  const taxes = Money.of(vatMinor).allocate(weights)
  await execute(
    `insert into invoice_lines (invoice_id, position, concept, base_minor, vat_code_id, vat_minor, account_code, category_id, match_state)
     select :invoiceId, l.place, l.concept, l.base_minor, :taxCodeId::bigint, l.vat_minor, l.account_code, l.category_id, 'manual'
       from jsonb_to_recordset(:lines::jsonb) as l(place smallint, concept text, base_minor bigint, vat_minor bigint, account_code text, category_id bigint)`,
    {
      invoiceId,
      taxCodeId,
      lines: JSON.stringify(
        lines.map((line, index) => ({
          place: index + 1,
          concept: line.concept.slice(0, 500),
          base_minor: line.baseMinor,
          vat_minor: taxes[index]?.minor ?? 0,
          account_code: line.accountCode,
          category_id: line.categoryId,
        }))
      ),
    },
    trx
  )
  await execute(
    `insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor) values (:invoiceId, :taxCodeId, :baseMinor, :vatMinor)`,
    { invoiceId, taxCodeId, vatMinor, baseMinor: lines.reduce((sum, line) => sum + line.baseMinor, 0) },
    trx
  )
}

/**
 * The approvals that people of this company gave, with the fingerprint of what they led to. They were held against each
 * person’s limits when they were given: here they count for nothing more.
 */
async function carryApprovals(
  invoiceId: number,
  { siteId, approved: { documentType, documentId, said } }: GroupInvoice,
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor, approval_id, on_behalf_of, comment, is_override, decided_at)
     select 'invoice', i.id, d.site_id, d.user_id, 'approve', invoice_fingerprint(i), 0, d.approval_id, d.on_behalf_of, concat_ws('. ', :said::text, d.comment), d.is_override, d.decided_at
       from invoices i join approval_decisions d on d.document_type = :documentType and d.document_id = :documentId and d.site_id = :siteId and d.decision = 'approve' and d.revoked_at is null
      where i.id = :invoiceId`,
    { invoiceId, documentType, documentId, siteId, said },
    trx
  )
}
