/** What a rule and a charge by hand have in common, as it is typed. */
export type TermValues = {
  treatment: string | null
  vatCodeId: string | null
  markup: string
  settlement: string | null
  incomeAccount: string
  expenseAccount: string
}

export const nullable = (text: string) => (text.trim() === '' ? null : text.trim())

/** As the server takes them: nothing of fields that the treatment hides. */
export function sentTerms({ treatment, vatCodeId, markup, settlement, ...accounts }: TermValues) {
  const isSuplido = treatment === 'suplido'
  return {
    treatment,
    vatCodeId: treatment === 'invoice' ? vatCodeId : null,
    markup: isSuplido ? '0' : (nullable(markup) ?? '0'),
    settlement,
    incomeAccount: isSuplido ? null : nullable(accounts.incomeAccount),
    expenseAccount: nullable(accounts.expenseAccount),
  }
}
