import { rows } from '#app/kernel/database/sql'

export type LedgerAccountOption = {
  value: string
  label: string
  hint: string | null
  /** Of a balance with a company of the group: whose book takes the other side. */
  partner: { id: number; name: string } | null
}

/** Accounts of a company that take postings, for a picker: by the beginning of the code, or by words of the name; none of the hidden. */
export function findLedgerAccounts(
  siteId: number,
  text: string,
  hidden: readonly number[]
): Promise<LedgerAccountOption[]> {
  return rows(
    `select a.id::text as value, a.code || ' ' || a.name as label, case when p.id is not null then 'Saldo con el grupo' end as hint,
        case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.legal_name) end as partner
       from ledger_accounts a left join sites p on a.subledger = 'site' and a.group_balance <> 'outside' and p.id = a.subledger_id
      where a.site_id = :siteId and a.is_postable and a.active and a.id <> all(:hidden::bigint[])
        and (:text = '' or a.code like :like || '%' or a.search_text like '%' || f_unaccent(lower(:like)) || '%')
      order by (a.code like :like || '%') desc, a.code limit 20`,
    { siteId, text, hidden, like: text.replace(/[\\%_]/g, '\\$&') }
  )
}
