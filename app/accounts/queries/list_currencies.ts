import { rows } from '#app/kernel/database/sql'

/** Currencies an account may have, the euro first, as a choice field takes them. */
export async function listCurrencies(): Promise<{ value: string; label: string }[]> {
  return rows<{ value: string; label: string }>(
    `select code as value, code || ' · ' || name as label from currencies order by code <> 'EUR', code`
  )
}
