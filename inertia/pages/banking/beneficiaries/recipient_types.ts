/** A field that a bank asks of a beneficiary of a currency and country. */
export type RecipientField = {
  key: string
  label: string
  kind: 'text' | 'select' | 'date'
  isNeeded: boolean
  /** Its value decides which others there are: the fields are asked for anew. */
  changesOthers: boolean
  options: { value: string; label: string }[]
  example: string | null
  minLength: number | null
  maxLength: number | null
  pattern: string | null
}

export type RecipientKind = { code: string; title: string; fields: RecipientField[] }

/** Whether the bank asks for the e-mail itself, among the fields of the account: then the form has none of its own. */
export const asksEmail = (kind: RecipientKind | null): boolean =>
  kind?.fields.some(({ key }) => /email/i.test(key)) ?? false

export type RecipientValues = {
  currency: string | null
  country: string | null
  kind: string | null
  name: string
  email: string
  reference: string
  values: Record<string, string>
}

/** What the answer to the form is asked for with: all that is known so far. */
export type RecipientOffers = {
  currencies: { value: string; label: string }[]
  countries: { value: string; label: string }[]
}
