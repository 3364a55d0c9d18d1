/** What must hold for accounts and movements at providers, each as a query that counts its violations (reliability R6). */
export const invariants = {
  provider_movement_is_its_line: `select count(*) from provider_transactions t join bank_statement_lines l on l.id = t.bank_statement_line_id
    where (l.amount_minor, l.currency) is distinct from (t.amount_minor, t.currency)`,
  provider_account_hangs_on_its_connection: `select count(*) from provider_accounts a join bank_accounts b on b.id = a.bank_account_id
    where b.connector_id is distinct from a.connector_id`,
}
