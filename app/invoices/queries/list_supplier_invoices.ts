import { rows } from '#app/kernel/database/sql'
import type { Reader, SupplierInvoice } from '#app/providers/ports'

const SHOWN_MAX = 50

type Found = Omit<SupplierInvoice, 'total' | 'outstanding'> & {
  totalMinor: number
  outstandingMinor: number
  currency: string
}

/** The last invoices of a supplier to the companies of a reader, the latest first. */
export async function listSupplierInvoices(
  providerId: number,
  { siteIds }: Reader
): Promise<SupplierInvoice[]> {
  const found = await rows<Found>(
    `select i.id, i.reference, i.invoice_number as number, i.issued_on::text, s.code as site, i.total_minor, i.payable_minor as outstanding_minor, i.currency, i.journal_entry_id is not null as is_booked
       from invoices i left join sites s on s.id = i.site_id where i.provider_id = :providerId and i.status <> 'cancelled' and (:all or i.site_id = any(:siteIds::bigint[]))
      order by i.issued_on desc nulls last, i.id desc limit ${SHOWN_MAX}`,
    { providerId, all: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds }
  )
  return found.map(({ totalMinor, outstandingMinor, currency, ...invoice }) => ({
    ...invoice,
    total: { minor: totalMinor, currency },
    outstanding: { minor: outstandingMinor, currency },
  }))
}
