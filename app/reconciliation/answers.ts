import { accountUses, bankDifference } from '#app/accounts/ports'

/** Answers what accounts ask of reconciliation. */
export function answerPorts(): void {
  accountUses.answer({
    rows: (account) => `select 1 from bank_rules where bank_account_id = ${account}`,
    says: () => 'tiene reglas de conciliación.',
  })
  bankDifference.answer(async (account) =>
    (await import('#app/reconciliation/queries/explain_difference')).explainDifference(account)
  )
}
