import type Invoice from '#app/invoices/models/invoice'
import { rows } from '#app/kernel/database/sql'

const TWINS_MAX = 5

/** Invoices of the same supplier and year whose number reads the same, within the companies of who asks; at most five. */
export function findTwins({ id, providerId, issuedOn }: Invoice, number: string, siteIds: number[] | 'all') {
  return rows<{
    id: number
    reference: string
    number: string
    issuedOn: string | null
    totalMinor: number
    currency: string
  }>(
    `select id, reference, invoice_number as number, issued_on, total_minor, currency from invoices
      where provider_id = :providerId and number_key = invoice_number_key(:number) and id <> :id and invoice_number_key(:number) <> ''
        and status not in ('cancelled', 'rejected', 'duplicate') and (:all or site_id = any(:ids::bigint[]))
        and (:issuedOn::date is null or issued_on is null or extract(year from issued_on) = extract(year from :issuedOn::date))
      order by issued_on desc nulls last, id desc limit ${TWINS_MAX}`,
    {
      id,
      providerId,
      number,
      issuedOn,
      all: siteIds === 'all',
      ids: siteIds === 'all' ? [] : siteIds,
    }
  )
}
