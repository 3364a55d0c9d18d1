/** What must hold for bank accounts, each as a query that counts its violations (reliability R6). */
export const invariants = {
  bank_account_on_own_ledger_account: `select count(*) from bank_accounts b join ledger_accounts a on a.id = b.ledger_account_id where (a.site_id, a.currency) is distinct from (b.site_id, b.currency)`,
}
