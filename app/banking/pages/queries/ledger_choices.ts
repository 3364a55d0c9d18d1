import { row, rows } from '#app/kernel/database/sql'
import { foldText } from '#app/kernel/text/similarity'

export type LedgerChoice = { value: string; label: string }

const CHOICES_MAX = 20

/** Accounts of the plan of a company that may be booked on and whose code or name has a text, at most twenty. */
export const ledgerChoices = (siteId: number, text: string): Promise<LedgerChoice[]> =>
  rows<LedgerChoice>(
    `select id::text as value, code || ' · ' || name as label from ledger_accounts
      where site_id = :siteId and is_postable and active and coalesce(group_balance, 'outside') = 'outside' and search_text like '%' || f_unaccent(:text) || '%'
      order by code limit ${CHOICES_MAX}`,
    { siteId, text: foldText(text).replace(/[\\%_]/g, '\\$&') }
  )

/** The account that the fees of a connection are booked on, as its settings name it; null where they name none of the company. */
export async function feeAccount(siteId: number, id: unknown): Promise<LedgerChoice | null> {
  if (typeof id !== 'number') return null
  return row<LedgerChoice>(
    `select id::text as value, code || ' · ' || name as label from ledger_accounts where id = :id and site_id = :siteId`,
    { id, siteId }
  )
}

/** Whether an account of the plan is one of a company that may be booked on. */
export async function isBookable(siteId: number, id: number): Promise<boolean> {
  const found = await row(
    `select 1 as found from ledger_accounts where id = :id and site_id = :siteId and is_postable and active and coalesce(group_balance, 'outside') = 'outside'`,
    { id, siteId }
  )
  return found !== null
}
