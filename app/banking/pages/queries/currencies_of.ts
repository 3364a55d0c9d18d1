import { rows } from '#app/kernel/database/sql'

/** Currencies of the accounts at a provider, for the filter of its list. */
export const currenciesOf = (provider: string): Promise<{ value: string; label: string }[]> =>
  rows(
    `select distinct a.currency as value, a.currency as label from provider_accounts a join connectors c on c.id = a.connector_id
      where c.provider = :provider order by 1`,
    { provider }
  )
