import { type Client, rows } from '#app/kernel/database/sql'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { type BankRule, type RuleTest, testOf } from '#app/reconciliation/rules/bank_rule'

export type ListedRule = BankRule & {
  lockVersion: number
  accountName: string | null
  providerName: string | null
  taxName: string | null
  centerName: string | null
  /** Movements that it booked or that it proposes now. */
  used: number
}

/** Rules that reach an account, its own and those of its whole company, in the order in which they are asked. */
export function listRules(
  { id, siteId }: Pick<MatchAccount, 'id' | 'siteId'>,
  client?: Client
): Promise<ListedRule[]> {
  return rows<ListedRule>(
    `select r.id, r.name, r.site_id, r.bank_account_id, r.priority, r.conditions, r.action, r.max_minor, r.active, r.lock_version, b.name as account_name,
            p.legal_name as provider_name, t.name as tax_name, c.name as center_name, (select count(*)::int from bank_statement_lines l where l.bank_rule_id = r.id) as used
       from bank_rules r left join bank_accounts b on b.id = r.bank_account_id left join providers p on p.id = (r.action ->> 'providerId')::bigint
         left join tax_codes t on t.id = (r.action ->> 'taxCodeId')::bigint left join site_centers c on c.id = (r.action ->> 'centerId')::bigint
      where r.site_id = :siteId and (r.bank_account_id is null or r.bank_account_id = :id) order by r.priority, r.id`,
    { id, siteId },
    client
  )
}

export type ActiveRule = { rule: ListedRule; holds: RuleTest }

/** The active ones with their tests made. */
export async function activeRules(
  account: Pick<MatchAccount, 'id' | 'siteId'>,
  client?: Client
): Promise<ActiveRule[]> {
  const rules = await listRules(account, client)
  return rules.filter((rule) => rule.active).map((rule) => ({ rule, holds: testOf(rule.conditions) }))
}
