/** Files of statements among the imports: each is of one account. */
export const statementFiles = (bankAccountId: number) => ({
  kind: 'statements',
  answers: { bank_account_id: String(bankAccountId) },
})
