import { rows, type Transaction } from '#app/kernel/database/sql'
import { RECONCILABLE_CODES } from '#app/ledger/actions/ensure_account'

export type NewSubaccount = {
  code: string
  name: string
  /** Whether its lines are matched with each other; by the number where nobody says. */
  reconcilable: boolean | null
}

type Input = {
  siteId: number
  accounts: readonly NewSubaccount[]
  origin: 'manual' | 'imported'
  createdBy: number | null
}

/**
 * Opens accounts that take lines, each under the lowest node of the plan that begins its number and of its kind. Gives
 * those that were opened: a number that the company has, or that nothing of its plan begins, is left out.
 */
export function openSubaccounts(
  { siteId, accounts, origin, createdBy }: Input,
  trx: Transaction
): Promise<{ id: number; code: string }[]> {
  return rows<{ id: number; code: string }>(
    `insert into ledger_accounts (site_id, code, parent_id, name, type, normal_side, currency, is_postable, reconcilable, origin, created_by)
     select :siteId, g.code, p.id, g.name, p.type, p.normal_side, s.base_currency, true,
            coalesce(g.reconcilable, g.code ~ :reconcilableCodes), :origin, :createdBy
       from jsonb_to_recordset(:accounts::jsonb) as g(code text, name text, reconcilable boolean)
       join sites s on s.id = :siteId
       join lateral (select id, type, normal_side from ledger_accounts
              where site_id = :siteId and not is_postable and g.code like code || '%' order by length(code) desc limit 1) p on true
     on conflict (site_id, code) do nothing
     returning id, code`,
    {
      siteId,
      origin,
      createdBy,
      accounts: JSON.stringify(accounts),
      reconcilableCodes: RECONCILABLE_CODES,
    },
    trx
  )
}
