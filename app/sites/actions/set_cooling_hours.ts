import type { Actor } from '#app/audit/record_event'
import { type Client, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { changeGroupSetting } from '#app/sites/actions/group_setting'
import { type Changed, changeSetting } from '#app/sites/second_person/change_setting'
import type { GuardedSetting } from '#app/sites/second_person/guarded_setting'

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

/** How long a verified account waits for its first payment: shortening it takes two people. */
export const coolingSetting: GuardedSetting<number> = {
  name: 'bank_cooling',
  title: 'la espera de las cuentas verificadas',
  tab: 'approvals',
  read: (_place, trx) => coolingHours(trx),
  loosens: ({ before, after }) => after < before,
  apply: ({ after, reason }, actor, trx) =>
    changeGroupSetting(
      { key: KEY, value: after, event: 'group_settings.cooling_changed', fallback: HOURS_DEFAULT, reason },
      actor,
      trx
    ),
  words: (hours) => (hours === 1 ? '1 hora' : `${hours} horas`),
}

/**
 * Changes how long accounts wait that are verified from now on; before and after stay on record, a shorter wait is
 * proposed. Throws E_HOURS at `hours`, E_REASON at `reason`.
 */
export async function setCoolingHours(
  hours: number,
  actor: Actor,
  reason: string | null = null
): Promise<Changed> {
  if (!Number.isInteger(hours) || hours < 0 || hours > HOURS_MAX)
    throw new DomainError('E_HOURS', `Indique entre 0 y ${HOURS_MAX} horas.`, { field: 'hours' })
  return changeSetting(coolingSetting, { siteId: null, after: hours, reason }, actor)
}
