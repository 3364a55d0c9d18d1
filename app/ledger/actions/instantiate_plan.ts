import { execute, type Transaction } from '#app/kernel/sql'

/**
 * Gives a company its plan of accounts: every node of the PGC template (RD 1514/2007, or the SME plan of
 * RD 1515/2007) as a structural account, parents linked by prefix. Accounts that take lines are opened when
 * they are first needed. Running it again adds only what is missing. Gives how many
 * nodes were added.
 */
export async function instantiatePlan(
  siteId: number,
  plan: 'normal' | 'pymes',
  trx: Transaction
): Promise<number> {
  const added = await execute(
    `insert into ledger_accounts (site_id, code, name, type, normal_side, is_postable, origin)
     select :siteId, code, name, type, normal_side, false, 'template' from account_templates
      where :plan = 'normal' or in_sme_plan
     on conflict (site_id, code) do nothing`,
    { siteId, plan },
    trx
  )
  await execute(
    `update ledger_accounts a set parent_id = (
        select p.id from ledger_accounts p where p.site_id = a.site_id and not p.is_postable
          and length(p.code) < length(a.code) and a.code like p.code || '%' order by length(p.code) desc limit 1)
      where a.site_id = :siteId and a.parent_id is null and length(a.code) > 1`,
    { siteId },
    trx
  )
  return added
}
