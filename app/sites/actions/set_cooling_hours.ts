import { type Actor, recordEvent } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { type Client, execute, inTransaction, oneRow } from '#app/kernel/sql'

const KEY = 'bank_cooling_hours'
/** Hours between the verification of a bank detail and the first payment to it, while nobody says otherwise (area 04 §1). */
const HOURS_DEFAULT = 48
const HOURS_MAX = 240

/** For a query: the hours that hold now. */
export const COOLING_HOURS = `coalesce((select value from group_settings where key = '${KEY}'), ${HOURS_DEFAULT})::int`

/** The hours that an account which is verified now waits for its first payment. */
export async function coolingHours(client?: Client): Promise<number> {
  const { hours } = await oneRow<{ hours: number }>(`select ${COOLING_HOURS} as hours`, {}, client)
  return hours
}

/** The same, and who changed it last. */
export function coolingTime() {
  return oneRow<{ hours: number; updatedBy: string | null; updatedAt: Date | null }>(
    `select ${COOLING_HOURS} as hours, u.name as updated_by, g.updated_at from (select 1) one left join group_settings g on g.key = '${KEY}' left join users u on u.id = g.updated_by`
  )
}

/** Changes how long accounts wait that are verified from now on; before and after stay on record. Throws E_HOURS at `hours`. */
export async function setCoolingHours(hours: number, actor: Actor): Promise<void> {
  if (!Number.isInteger(hours) || hours < 0 || hours > HOURS_MAX)
    throw new DomainError('E_HOURS', `Indique entre 0 y ${HOURS_MAX} horas.`, { field: 'hours' })
  await inTransaction(async (trx) => {
    await execute(
      `insert into group_settings (key, value) values ('${KEY}', ${HOURS_DEFAULT}) on conflict (key) do nothing`,
      {},
      trx
    )
    await execute(`select value from group_settings where key = '${KEY}' for update`, {}, trx)
    const before = await coolingHours(trx)
    if (before === hours) return
    await execute(
      `update group_settings set value = :hours, updated_by = :by, updated_at = now() where key = '${KEY}'`,
      { hours, by: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'group_settings',
        objectId: null,
        event: 'group_settings.cooling_changed',
        diff: { [KEY]: [before, hours] },
      },
      trx
    )
  })
}
