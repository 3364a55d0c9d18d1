import type { AccountKind } from '#app/accounts/account_labels'
import { ledgerRoleOf } from '#app/accounts/ledger_role'
import { allowsAccount, viewerBindings } from '#app/accounts/queries/account_scope'
import type { Viewer } from '#app/accounts/viewer'
import { rows } from '#app/kernel/database/sql'
import { roleCode } from '#app/ledger/queries/role_account'

type Option = { value: string; label: string; hint?: string | null }
type Asked = { siteId: number; currency: string }

/** Bank accounts of a company that a card of this currency may hang from, of those somebody sees. */
export function parentOptions(
  { siteId, currency }: Asked,
  viewer: Viewer,
  current: number | null = null
): Promise<Option[]> {
  return rows<Option>(
    `select b.id::text as value, b.name as label from bank_accounts b
      where b.site_id = :siteId and b.currency = :currency and b.kind = 'bank' and (b.status <> 'closed' or b.id = :current::bigint) and ${allowsAccount('view', 'b.id')}
      order by b.sort, b.name`,
    { siteId, currency, current, ...viewerBindings(viewer) }
  )
}

/**
 * Accounts of a company's plan that a new main account may take: postable, nobody's, under the code of its kind and
 * currency and not of a longer one that means something else; in its currency, or without lines.
 */
export async function ledgerAccountOptions(
  { siteId, kind, currency, text }: Asked & { kind: AccountKind; text: string },
  limit = 20
): Promise<Option[]> {
  const prefix = await roleCode(siteId, ledgerRoleOf(kind, currency))
  return rows<Option>(
    `select a.id::text as value, a.code || ' ' || a.name as label, null as hint from ledger_accounts a
      where a.site_id = :siteId and a.is_postable and a.active and a.subledger = 'none' and a.code ^@ :prefix::text
        and not exists (select 1 from ledger_account_roles r where (r.site_id = :siteId or r.site_id is null) and a.code ^@ r.account_code and length(r.account_code) > length(:prefix::text))
        and not exists (select 1 from bank_accounts b where b.ledger_account_id = a.id) and not exists (select 1 from virtual_accounts v where v.ledger_account_id = a.id)
        and (a.currency = :currency or not exists (select 1 from journal_lines l where l.account_id = a.id))
        and a.search_text like '%' || f_unaccent(lower(:like)) || '%'
      order by a.code limit :limit`,
    { siteId, prefix, currency, like: text.replace(/[\\%_]/g, '\\$&'), limit }
  )
}
