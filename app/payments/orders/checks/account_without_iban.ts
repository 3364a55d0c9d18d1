/** No file and no network takes an account without IBAN: it is paid at the bank, and its charge settles what is owed. */
export const NO_IBAN = 'Cuenta sin IBAN: páguela en el banco y concilie'

/** Where a connection of the company has it as a beneficiary, an account that hangs on it pays. */
export const BY_CONNECTION = 'Cuenta sin IBAN: páguela desde una cuenta conectada'

type Detail = { bank: string; site: string; currency: string }

/** SQL: whether an account of a company hangs on a connection that has a supplier's bank detail as a beneficiary in a currency. */
export const isKnownToConnection = ({ bank, site, currency }: Detail): string =>
  `exists (select 1 from provider_beneficiaries n join bank_accounts a on a.connector_id = n.connector_id
     where n.provider_bank_id = ${bank} and n.currency = ${currency} and n.status = 'active' and a.site_id = ${site} and a.status = 'active')`
