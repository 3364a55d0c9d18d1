import type { Actor } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { type Client, oneRow } from '#app/kernel/sql'
import { changeGroupSetting } from '#app/sites/actions/group_setting'

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
  await changeGroupSetting(
    { key: KEY, value: hours, event: 'group_settings.cooling_changed', fallback: HOURS_DEFAULT },
    actor
  )
}
