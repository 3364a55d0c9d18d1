import { row, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

const SHOWN_MAX = 20

/** Booked invoices of a company by number or supplier, the latest first. */
export async function listPastInvoices(
  siteId: number,
  words: string
): Promise<{ value: string; label: string; hint: string }[]> {
  const found = await rows<{
    id: number
    number: string
    provider: string
    issuedOn: CalendarDate
    totalMinor: number
    currency: string
  }>(
    `select i.id, coalesce(i.invoice_number, i.reference) as number, p.legal_name as provider, i.issued_on, i.total_minor, i.currency from invoices i join providers p on p.id = i.provider_id
      where i.site_id = :siteId and i.status in ('booked', 'disputed') and (:words = '' or i.search_text like '%' || f_unaccent(lower(:words)) || '%') order by i.issued_on desc, i.id desc limit ${SHOWN_MAX}`,
    { siteId, words: words.replaceAll(/[\\%_]/g, '\\$&') }
  )
  return found.map(({ id, number, provider, issuedOn, totalMinor, currency }) => ({
    value: String(id),
    label: `${number} · ${provider}`,
    hint: `${formatDay(issuedOn)} · ${formatAmount(totalMinor, currency)}`,
  }))
}

/** Throws E_INVOICE at `invoice_id` for an invoice that the company does not have. */
export async function refuseForeignInvoice(invoiceId: number, siteId: number): Promise<void> {
  const found = await row(`select 1 as found from invoices where id = :invoiceId and site_id = :siteId`, {
    invoiceId,
    siteId,
  })
  if (!found)
    throw new DomainError('E_INVOICE', 'La factura no es de la empresa de origen.', { field: 'invoice_id' })
}
