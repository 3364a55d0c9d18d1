import type { Treatment } from '#app/issuing/invoices/new_invoice'
import type { IssuedStatus } from '#app/issuing/workflows/invoice_workflow'
import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** An issued document as its page and its paper show it; amounts in cents. */
export type IssuedDocument = {
  id: number
  siteId: number
  number: string
  treatment: Treatment
  invoiceType: string | null
  rectification: 'S' | 'I' | null
  issuedOn: CalendarDate
  operatedOn: CalendarDate | null
  dueOn: CalendarDate | null
  issuerName: string
  issuerTaxId: string
  issuerAddress: string | null
  recipientSiteId: number | null
  recipientName: string
  recipientTaxId: string | null
  recipientAddress: string | null
  description: string
  baseMinor: number
  vatMinor: number
  surchargeMinor: number
  totalMinor: number
  withholdingMinor: number
  withholdingName: string | null
  qrAddress: string | null
  status: IssuedStatus
  annulledAt: string | null
  annulReason: string | null
  lastRecordId: number | null
  sourceType: string | null
  sourceId: number | null
  logoFileId: number | null
  lines: DocumentLine[]
  taxes: DocumentTax[]
  rectifies: LinkedDocument[]
  rectifiedBy: LinkedDocument[]
}

export type DocumentLine = {
  position: number
  description: string
  baseMinor: number
  taxName: string | null
}
export type DocumentTax = {
  position: number
  name: string
  regime: string
  qualification: string | null
  exemption: string | null
  rateBasisPoints: number
  baseMinor: number
  vatMinor: number
  surchargeMinor: number
}
export type LinkedDocument = { id: number; number: string; issuedOn: CalendarDate; status: IssuedStatus }

/** A document with everything on it. */
export async function readDocument(id: number, client?: Client): Promise<IssuedDocument> {
  const [head, lines, taxes, linked] = await Promise.all([
    oneRow<Omit<IssuedDocument, 'lines' | 'taxes' | 'rectifies' | 'rectifiedBy'>>(HEAD, { id }, client),
    rows<DocumentLine>(
      `select l.position, l.description, l.base_minor, t.name as tax_name from issued_invoice_lines l
         left join tax_codes t on t.id = l.tax_code_id where l.invoice_id = :id order by l.position`,
      { id },
      client
    ),
    rows<DocumentTax>(
      `select x.position, t.name, x.regime, x.qualification, x.exemption, x.rate_basis_points, x.base_minor, x.vat_minor, x.surcharge_minor
         from issued_invoice_taxes x join tax_codes t on t.id = x.tax_code_id where x.invoice_id = :id order by x.position`,
      { id },
      client
    ),
    rows<LinkedDocument & { isRectified: boolean }>(
      `select o.id, o.number, o.issued_on, o.status, r.invoice_id = :id as is_rectified from issued_invoice_rectifications r
         join issued_invoices o on o.id = case when r.invoice_id = :id then r.rectified_id else r.invoice_id end
        where :id in (r.invoice_id, r.rectified_id) order by o.id`,
      { id },
      client
    ),
  ])
  const side = (isRectified: boolean) =>
    linked.flatMap(({ isRectified: is, ...one }) => (is === isRectified ? [one] : []))
  return { ...head, lines, taxes, rectifies: side(true), rectifiedBy: side(false) }
}

const HEAD = `select i.id, i.site_id, i.number, i.treatment, i.invoice_type, i.rectification, i.issued_on, i.operated_on, i.due_on, i.issuer_name,
    i.issuer_tax_id, i.issuer_address, i.recipient_site_id, i.recipient_name, i.recipient_tax_id, i.recipient_address, i.description,
    i.base_minor, i.vat_minor, i.surcharge_minor, i.total_minor, i.withholding_minor, w.name as withholding_name, i.qr_address, i.status,
    i.annulled_at, i.annul_reason, i.last_record_id, i.source_type, i.source_id, s.logo_file_id
  from issued_invoices i join sites s on s.id = i.site_id left join tax_codes w on w.id = i.withholding_code_id where i.id = :id`
