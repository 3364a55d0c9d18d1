import { rows } from '#app/kernel/database/sql'
import { COUNTER_ROLES } from '#app/ledger/actions/group_account'
import { openItemRoles } from '#app/reconciliation/queries/open_items/load_open_items'

export const CODE_LENGTH_MAX = 12

/** Roles whose accounts are kept by party, document or tax period, and never get a bare amount. */
export const ITEM_ROLES: readonly string[] = [
  ...openItemRoles,
  ...Object.keys(COUNTER_ROLES),
  'accrued_purchases',
  'asset_payable',
  'booking_channel',
  'customer_advances',
  'payments_in_transit',
  'prepayment',
  'vat_input',
  'vat_output',
  'vat_receivable',
  'withholding_deferred',
]

export type AccountOption = { value: string; label: string; hint: string | null }

/** The account begins with a number that a role of `:itemRoles` has, and no longer number of another role begins it. */
const IS_BY_ITEMS = `exists (
  select 1 from roles r where rpad(a.code, ${CODE_LENGTH_MAX}, '0') ^@ r.account_code and r.role = any(:itemRoles::text[])
     and length(r.account_code) = (select max(length(o.account_code)) from roles o where rpad(a.code, ${CODE_LENGTH_MAX}, '0') ^@ o.account_code))`

type Asked = {
  siteId: number
  text: string
  /** The number of the account that comes first. */
  first?: string | null
}

/**
 * Accounts of a company that a movement may be booked to, for a picker, by number or words of the name: those that
 * take postings, and the three or four digits under which none is open yet.
 */
export function findCounterAccounts({ siteId, text, first = null }: Asked): Promise<AccountOption[]> {
  return rows<AccountOption>(
    `with roles as (
       select r.role, r.account_code from ledger_account_roles r where r.site_id = :siteId or (r.site_id is null
         and not exists (select 1 from ledger_account_roles own where own.role = r.role and own.site_id = :siteId)))
     select a.code as value, a.code || ' ' || a.name as label, case when not a.is_postable then 'Se abre al contabilizar' end as hint
       from ledger_accounts a join sites s on s.id = a.site_id
      where a.site_id = :siteId and a.active and a.subledger = 'none' and a.code !~ '^57'
        and (case when a.is_postable then a.currency = s.base_currency else length(a.code) in (3, 4)
               and not exists (select 1 from ledger_accounts under where under.site_id = a.site_id and under.is_postable and under.active and under.code ^@ a.code) end)
        and not exists (select 1 from bank_accounts b where b.ledger_account_id = a.id) and not exists (select 1 from virtual_accounts v where v.ledger_account_id = a.id)
        and not ${IS_BY_ITEMS}
        and (:text = '' or a.code like :like || '%' or a.search_text like '%' || f_unaccent(lower(:like)) || '%')
      order by coalesce(a.code ^@ :first::text, false) desc, (a.code like :like || '%') desc, a.code limit 20`,
    { siteId, text, first, itemRoles: ITEM_ROLES, like: text.replace(/[\\%_]/g, '\\$&') }
  )
}
