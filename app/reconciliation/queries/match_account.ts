import { type Client, row } from '#app/kernel/sql'

/** The account whose movements are reconciled, with what its company has settled about it. */
export type MatchAccount = {
  id: number
  siteId: number
  name: string
  currency: string
  baseCurrency: string
  ledgerAccountId: number
  autoReconcile: boolean
  toleranceMinor: number
}

/** The account, or null. */
export function findMatchAccount(id: number, client?: Client): Promise<MatchAccount | null> {
  return row<MatchAccount>(
    `select b.id, b.site_id, b.name, b.currency, s.base_currency, b.ledger_account_id, s.auto_reconcile, s.max_writeoff_minor as tolerance_minor
       from bank_accounts b join sites s on s.id = b.site_id where b.id = :id`,
    { id },
    client
  )
}
