import { type Actor, recordEvent } from '#app/audit/record_event'
import { type Client, execute, inTransaction, oneRow } from '#app/kernel/sql'

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
export async function setAugustOff(isOff: boolean, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const value = isOff ? 1 : 0
    const changed = await execute(
      `update group_settings set value = :value, updated_by = :by, updated_at = now() where key = '${KEY}' and value <> :value`,
      { value, by: actor.userId },
      trx
    )
    if (changed === 0) return
    await recordEvent(
      {
        actor,
        objectType: 'group_settings',
        objectId: null,
        event: 'group_settings.judicial_august_changed',
        diff: { [KEY]: [1 - value, value] },
      },
      trx
    )
  })
}
