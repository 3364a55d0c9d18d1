import { rows } from '#app/kernel/database/sql'
import type { HistoryLine, WantedLines } from '#app/profiles/line_history'

/** The lines of the last invoices that still stand, the newest first, for who tries expense profiles on them. */
export function historyLines({ since, providerId, scope, isUnmatched, limit }: WantedLines) {
  return rows<HistoryLine>(
    `select l.id, l.invoice_id as document_id, i.reference, i.issued_on::text, i.provider_id, p.legal_name as provider_name, i.site_id, l.concept, i.concept as description,
        i.invoice_number, l.base_minor as amount_minor, i.currency, l.match_state, e.name as profile_name, c.name::text as category_name
       from invoices i join invoice_lines l on l.invoice_id = i.id join providers p on p.id = i.provider_id
         left join expense_profiles e on e.id = l.profile_id left join categories c on c.id = l.category_id
      where i.issued_on >= :since::date and i.status not in ('rejected', 'duplicate', 'cancelled') and (:providerId::bigint is null or i.provider_id = :providerId)
        and (:all or i.site_id = any(:siteIds::bigint[])) and (not :isUnmatched or (l.match_state = 'none' and l.profile_id is null))
      order by i.issued_on desc, i.id desc, l.position limit :limit`,
    {
      since,
      providerId,
      limit,
      isUnmatched: isUnmatched ?? false,
      all: scope === 'all',
      siteIds: scope === 'all' ? [] : scope,
    }
  )
}
