import { type Client, row } from '#app/kernel/database/sql'
import type { KnownFee } from '#app/reconciliation/scoring/known_fee'

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
  /** What the service behind it keeps back of what it pays in. */
  fee: KnownFee
}

/** The account, or null. */
export function findMatchAccount(id: number, client?: Client): Promise<MatchAccount | null> {
  return row<MatchAccount>(
    `select b.id, b.site_id, b.name, b.currency, s.base_currency, b.ledger_account_id, s.auto_reconcile, s.max_writeoff_minor as tolerance_minor,
            jsonb_build_object('basisPoints', b.fee_basis_points, 'fixedMinor', b.fee_fixed_minor) as fee
       from bank_accounts b join sites s on s.id = b.site_id where b.id = :id`,
    { id },
    client
  )
}
