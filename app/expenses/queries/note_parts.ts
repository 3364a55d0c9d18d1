import {
  CATEGORIES,
  type Category,
  DOCUMENT_KINDS,
  type DocumentKind,
  PER_DIEM_KINDS,
  type PerDiemKind,
} from '#app/expenses/expense_categories'
import type ExpenseNote from '#app/expenses/models/expense_note'
import type { ReceiptReading } from '#app/expenses/receipt_reader'
import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type FoundLine = {
  id: number
  position: number
  spentOn: CalendarDate
  category: Category
  concept: string
  supplierName: string | null
  supplierTaxId: string | null
  invoiceNumber: string | null
  documentKind: DocumentKind
  baseMinor: number
  vatMinor: number
  totalMinor: number
  approvedMinor: number
  comment: string | null
  vatCodeId: number | null
  vatName: string | null
  km: string | null
  kmRateMinor: number | null
  perDiemKind: PerDiemKind | null
  days: number | null
  exemptMinor: number | null
  foreignCurrency: string | null
  foreignMinor: number | null
  rate: string | null
  accountId: number | null
  account: string | null
  siteId: number | null
  site: string | null
}

/** Each expense as the page shows it. */
export async function linesOf(note: ExpenseNote) {
  const found = await rows<FoundLine>(
    `select l.id, l.position, l.spent_on, l.category, l.concept, l.supplier_name, l.supplier_tax_id::text, l.invoice_number, l.document_kind, l.base_minor, l.vat_minor, l.total_minor,
        l.approved_minor, l.comment, l.vat_code_id, t.name as vat_name, l.km::text, l.km_rate_minor, l.per_diem_kind, l.days, l.exempt_minor, l.foreign_currency, l.foreign_minor, l.rate,
        a.id as account_id, a.code || ' ' || a.name as account, l.site_id, s.code || ' · ' || coalesce(nullif(s.trade_name, ''), s.legal_name) as site
       from expense_note_lines l left join tax_codes t on t.id = l.vat_code_id left join ledger_accounts a on a.id = l.expense_account_id left join sites s on s.id = l.site_id where l.note_id = :id order by l.position`,
    { id: note.id }
  )
  const money = (minor: number) => ({ minor, currency: note.currency })
  return found.map((line) => ({
    id: line.id,
    position: line.position,
    spentOn: line.spentOn,
    category: line.category,
    categoryLabel: CATEGORIES[line.category].label,
    concept: line.concept,
    supplierName: line.supplierName,
    supplierTaxId: line.supplierTaxId,
    invoiceNumber: line.invoiceNumber,
    documentKind: line.documentKind,
    documentLabel: DOCUMENT_KINDS[line.documentKind],
    base: money(line.baseMinor),
    vat: money(line.vatMinor),
    total: money(line.totalMinor),
    approved: money(line.approvedMinor),
    comment: line.comment,
    vatCodeId: line.vatCodeId === null ? null : String(line.vatCodeId),
    vatName: line.vatName,
    account: line.accountId === null ? null : { value: String(line.accountId), label: line.account ?? '' },
    site: line.siteId === null ? null : { value: String(line.siteId), label: line.site ?? '' },
    detail: detailOf(line),
    taxable: line.exemptMinor === null ? null : money(line.totalMinor - line.exemptMinor),
    foreign:
      line.foreignMinor === null
        ? null
        : { minor: line.foreignMinor, currency: line.foreignCurrency ?? 'EUR' },
    rate: line.rate,
  }))
}

/** «42,5 km a 0,26 €» or «2 días, España, con pernocta». */
function detailOf({ km, kmRateMinor, perDiemKind, days }: FoundLine): string | null {
  if (km !== null)
    return `${km.replace('.', ',')} km a ${((kmRateMinor ?? 0) / 100).toLocaleString('es-ES', { minimumFractionDigits: 2 })} €`
  if (perDiemKind !== null) return `${days} ${days === 1 ? 'día' : 'días'}, ${PER_DIEM_KINDS[perDiemKind]}`
  return null
}

/** The receipts, with what was read of each. */
export async function receiptsOf(noteId: number) {
  const found = await rows<{
    id: number
    position: number | null
    name: string
    mime: string
    sizeBytes: number
    readingStatus: string
    reading: ReceiptReading | null
  }>(
    `select f.id, l.position, s.name, s.mime, s.size_bytes, f.reading_status, f.reading from expense_note_files f join files s on s.id = f.file_id
       left join expense_note_lines l on l.id = f.line_id where f.note_id = :noteId order by l.position nulls last, f.id`,
    { noteId }
  )
  return found.map(({ id, position, name, sizeBytes, readingStatus, reading }) => ({
    id,
    position,
    name,
    sizeBytes,
    readingStatus,
    pages: reading?.pages ?? 1,
    reading: reading && {
      issuedOn: reading.issuedOn,
      total: reading.totalMinor === null ? null : { minor: reading.totalMinor, currency: reading.currency },
      vat: reading.vatMinor === null ? null : { minor: reading.vatMinor, currency: reading.currency },
      supplier: reading.supplierName,
      supplierTaxId: reading.supplierTaxId,
      invoiceNumber: reading.invoiceNumber,
      customerTaxId: reading.customerTaxId,
    },
  }))
}

/** What was written to and fro, the latest first. */
export async function messagesOf(noteId: number) {
  const found = await rows<{
    id: number
    direction: 'in' | 'out'
    to: string | null
    subject: string | null
    body: string
    at: Date
    who: string | null
    mailStatus: 'queued' | 'sent' | 'failed' | null
  }>(
    `select e.id, e.direction, e."to", e.subject, e.body, e.at, u.name as who, m.status as mail_status from expense_note_messages e
       left join users u on u.id = e.user_id left join outgoing_mails m on m.id = e.outgoing_mail_id where e.note_id = :noteId order by e.id desc limit 200`,
    { noteId }
  )
  return found.map(({ at, mailStatus, ...message }) => ({
    ...message,
    at: at.toISOString(),
    mailStatus,
  }))
}
