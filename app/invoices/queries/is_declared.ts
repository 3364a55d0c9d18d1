import { type Client, row } from '#app/kernel/database/sql'

/** Whether invoices of a supplier go into the yearly declaration of operations (modelo 347): unless its record says not. */
export async function isDeclared(providerId: number | null, client?: Client): Promise<boolean> {
  if (providerId === null) return true
  const excluded = await row(
    `select 1 as found from providers where id = :providerId and excluded_from_347`,
    { providerId },
    client
  )
  return excluded === null
}
