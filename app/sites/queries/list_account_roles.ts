import { rows } from '#app/kernel/database/sql'
import { ACCOUNT_ROLE_LABELS } from '#app/sites/account_role_labels'

export type AccountRoleRow = {
  role: string
  label: string
  groupCode: string
  /** The company's own account; null while the group's holds. */
  ownCode: string | null
  accountName: string | null
}

/** Every role of the ledger with the account a company uses for it. */
export async function listAccountRoles(siteId: number): Promise<AccountRoleRow[]> {
  const found = await rows<{
    role: string
    groupCode: string
    ownCode: string | null
    accountName: string | null
  }>(
    `select g.role, g.account_code as group_code, o.account_code as own_code,
        (select a.name from ledger_accounts a where a.site_id = :siteId and not a.is_postable and coalesce(o.account_code, g.account_code) like a.code || '%'
          order by length(a.code) desc limit 1) as account_name
       from ledger_account_roles g left join ledger_account_roles o on o.role = g.role and o.site_id = :siteId
      where g.site_id is null order by coalesce(o.account_code, g.account_code), g.role`,
    { siteId }
  )
  return found.map(({ role, groupCode, ownCode, accountName }) => ({
    role,
    label: ACCOUNT_ROLE_LABELS[role] ?? role,
    groupCode,
    ownCode,
    accountName,
  }))
}
