import { execute, type Transaction } from '#app/kernel/database/sql'

/**
 * Gives a company its plan of accounts: every node of the PGC template (RD 1514/2007, or the SME plan of
 * RD 1515/2007) as a structural account, parents linked by prefix. Accounts that take lines are opened when they
 * are first needed. Running it again adds only what is missing. Gives how many nodes were added.
 */
export async function instantiatePlan(
  siteId: number,
  plan: 'normal' | 'pymes',
  trx: Transaction
): Promise<number> {
  // Two at once would add the same nodes.
  await execute(`select id from sites where id = :siteId for no key update`, { siteId }, trx)
  // Numbers are drawn first, so that parents and children go in together: to link all of them later writes each twice.
  const added = await execute(
    `with nodes as materialized (
        select nextval(pg_get_serial_sequence('ledger_accounts', 'id')) as id, t.* from account_templates t
         where (:plan = 'normal' or t.in_sme_plan)
           and not exists (select 1 from ledger_accounts a where a.site_id = :siteId and a.code = t.code))
     insert into ledger_accounts (id, site_id, code, parent_id, name, type, normal_side, is_postable, origin)
     overriding system value
     select n.id, :siteId, n.code, p.id, n.name, n.type, n.normal_side, false, 'template'
       from nodes n left join nodes p on p.code = left(n.code, -1)`,
    { siteId, plan },
    trx
  )
  // What is left hangs from a node that was there before, or was there before its node.
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
