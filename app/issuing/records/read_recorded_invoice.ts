import type { InvoiceToRecord } from '#app/issuing/records/alta_content'
import { type Client, oneRow } from '#app/kernel/database/sql'

export type RecordedInvoice = InvoiceToRecord & {
  id: number
  siteId: number
  status: string
  treatment: string
}

/** An issued invoice as its records need it. */
export function readRecordedInvoice(invoiceId: number, client?: Client): Promise<RecordedInvoice> {
  return oneRow<RecordedInvoice>(
    `select i.id, i.site_id, i.status, i.treatment, i.issuer_tax_id, i.issuer_name, i.number, i.issued_on, i.operated_on, i.invoice_type,
        i.rectification, i.description, i.recipient_name, i.recipient_tax_id, i.recipient_id_type, i.recipient_country, i.vat_minor,
        i.surcharge_minor, i.total_minor, i.rectified_base_minor, i.rectified_vat_minor, i.rectified_surcharge_minor,
        (select coalesce(jsonb_agg(jsonb_build_object('tax', t.tax, 'regime', t.regime, 'qualification', t.qualification,
            'exemption', t.exemption, 'rateBasisPoints', t.rate_basis_points, 'baseMinor', t.base_minor, 'vatMinor', t.vat_minor,
            'surchargeBasisPoints', t.surcharge_basis_points, 'surchargeMinor', t.surcharge_minor) order by t.position), '[]'::jsonb)
           from issued_invoice_taxes t where t.invoice_id = i.id) as taxes,
        (select coalesce(jsonb_agg(jsonb_build_object('number', o.number, 'issuedOn', o.issued_on) order by o.id), '[]'::jsonb)
           from issued_invoice_rectifications r join issued_invoices o on o.id = r.rectified_id where r.invoice_id = i.id) as rectified
       from issued_invoices i where i.id = :invoiceId`,
    { invoiceId },
    client
  )
}
