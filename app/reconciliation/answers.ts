import { accountUses, bankDifference } from '#app/accounts/ports'
import { virtualOfLine } from '#app/banking/pages/ports'

/** Answers what accounts ask of reconciliation. */
export function answerPorts(): void {
  accountUses.answer({
    rows: (account) => `select 1 from bank_rules where bank_account_id = ${account}`,
    says: () => 'tiene reglas de conciliación.',
  })
  bankDifference.answer(async (account) =>
    (await import('#app/reconciliation/queries/explain_difference')).explainDifference(account)
  )
  // A movement is of the virtual account that an entry touches which it is reconciled with.
  virtualOfLine.answer(
    (line) => `select v.id from statement_matches m join journal_lines j on j.id = m.journal_line_id
        join journal_lines other on other.entry_id = j.entry_id join virtual_accounts v on v.ledger_account_id = other.account_id
       where m.bank_statement_line_id = ${line} order by v.id limit 1`
  )
}
