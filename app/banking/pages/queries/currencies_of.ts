import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'

/** Currencies of the accounts `a` of connections `c` that a filter leaves, for the filter of their list. */
export const currenciesOf = ({ where, bindings }: Filter): Promise<{ value: string; label: string }[]> =>
  rows(
    `select distinct a.currency as value, a.currency as label from provider_accounts a join connectors c on c.id = a.connector_id
      where ${where.join(' and ')} order by 1`,
    bindings
  )
