import { rows } from '#app/kernel/database/sql'

/** Accounts of a company that take postings, for a picker: by the beginning of the code, or by words of the name; none of the hidden. */
export function findLedgerAccounts(
  siteId: number,
  text: string,
  hidden: readonly number[]
): Promise<{ value: string; label: string; hint: string | null }[]> {
  return rows(
    `select a.id::text as value, a.code || ' ' || a.name as label, null as hint from ledger_accounts a
      where a.site_id = :siteId and a.is_postable and a.active and a.id <> all(:hidden::bigint[])
        and (:text = '' or a.code like :like || '%' or a.search_text like '%' || f_unaccent(lower(:like)) || '%')
      order by (a.code like :like || '%') desc, a.code limit 20`,
    { siteId, text, hidden, like: text.replace(/[\\%_]/g, '\\$&') }
  )
}
