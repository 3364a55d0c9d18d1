import { type Client, rows } from '#app/kernel/database/sql'

/**
 * The users who are paid when these employees are, by the key of the employee: who works for two companies is two
 * employees with one tax id, of whom one is the user. The database knows the same (`is_paid_as`).
 */
export async function peoplePaid(
  employeeIds: readonly number[],
  client?: Client
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = await rows<{ employeeId: number; userId: number }>(
    `select e.id as employee_id, me.user_id from employees e join employees me on me.user_id is not null and (me.id = e.id or me.tax_id = e.tax_id)
      where e.id = any(:employeeIds::bigint[])`,
    { employeeIds },
    client
  )
  return new Map(
    [...Map.groupBy(found, ({ employeeId }) => employeeId)].map(([id, some]) => [
      id,
      some.map(({ userId }) => userId),
    ])
  )
}
