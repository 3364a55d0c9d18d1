import type { Actor } from '#app/audit/record_event'
import { type Client, inTransaction, oneRow } from '#app/kernel/database/sql'
import { changeGroupSetting } from '#app/sites/actions/group_setting'

const KEY = 'judicial_august_off'

/** Whether August counts for nothing in the planning of judicial matters. */
export async function isAugustOff(client?: Client): Promise<boolean> {
  const { value } = await oneRow<{ value: number }>(
    `select value from group_settings where key = '${KEY}'`,
    {},
    client
  )
  return value === 1
}

/** Sets it for the whole group; what was planned before stays as it is. */
export const setAugustOff = (isOff: boolean, actor: Actor): Promise<void> =>
  inTransaction((trx) =>
    changeGroupSetting(
      { key: KEY, value: isOff ? 1 : 0, event: 'group_settings.judicial_august_changed' },
      actor,
      trx
    )
  )
