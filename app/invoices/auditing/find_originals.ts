import type Invoice from '#app/invoices/models/invoice'
import { rows } from '#app/kernel/database/sql'
import { parseAmount } from '#app/kernel/money/amount_text'
import { formatAmount } from '#app/kernel/money/money'
import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'

const SHOWN_MAX = 20
const WORDS_MAX = 8

type Found = {
  id: number
  reference: string
  number: string | null
  issuedOn: string | null
  totalMinor: number
  currency: string
  site: string | null
}

/**
 * Invoices that another one may be a copy of, for a picker: of the same supplier, in force, within the companies of who asks;
 * by number, amount, company or concept, the latest first.
 */
export async function findOriginals(
  { id, providerId, currency }: Invoice,
  text: string,
  siteIds: number[] | 'all'
) {
  const words = text.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
  const bindings = Object.fromEntries(words.map((word, at) => [`w${at}`, word.replace(/[\\%_]/g, '\\$&')]))
  const saysAll = words.map((_, at) => `i.search_text like '%' || f_unaccent(lower(:w${at})) || '%'`)
  const found = await rows<Found>(
    `select i.id, i.reference, i.invoice_number as number, i.issued_on::text, i.total_minor, i.currency, s.code as site
       from invoices i left join sites s on s.id = i.site_id
      where i.provider_id = :providerId and i.id <> :id and i.status not in ('cancelled', 'rejected', 'duplicate') and (:all or i.site_id = any(:ids::bigint[]))
        and (${saysAll.join(' and ') || 'true'} or abs(i.total_minor) = :totalMinor::bigint)
      order by i.issued_on desc nulls last, i.id desc limit ${SHOWN_MAX}`,
    {
      ...bindings,
      id,
      providerId,
      totalMinor: parseAmount(text, currency),
      all: siteIds === 'all',
      ids: siteIds === 'all' ? [] : siteIds,
    }
  )
  return found.map((invoice) => ({
    value: String(invoice.id),
    label: [invoice.number ?? 'Sin número', formatAmount(invoice.totalMinor, invoice.currency)].join(' · '),
    hint: [
      invoice.reference,
      invoice.site,
      invoice.issuedOn && isCalendarDate(invoice.issuedOn) ? formatDay(invoice.issuedOn) : 'sin fecha',
    ]
      .filter(Boolean)
      .join(' · '),
  }))
}
