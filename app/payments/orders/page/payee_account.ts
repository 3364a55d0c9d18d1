import { lastFour } from '#app/kernel/identifiers/iban'

/** SQL: how the account of an order `o` is known where it goes to a beneficiary without IBAN («•••• 4821»); null of any other. */
export const PAYEE_ACCOUNT = `case when o.creditor_iban is null then (select n.account from provider_beneficiaries n where n.id = o.provider_beneficiary_id) end`

type Payee = { iban: string | null; payeeAccount: string | null }

/** The end of the account that an order goes to, whether it has an IBAN or not; null where nothing is known of it. */
export const accountEnd = ({ iban, payeeAccount }: Payee): string | null =>
  iban ? `•••• ${lastFour(iban)}` : payeeAccount
