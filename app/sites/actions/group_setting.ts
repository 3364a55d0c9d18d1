import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'

type Change = {
  key: string
  value: number
  event: `group_settings.${string}`
  /** What holds while nobody has set it; without one the setting is there from the beginning. */
  fallback?: number
  reason?: string | null
}

/** Changes a setting of the whole group, in the transaction it is given; before and after stay on record. Nothing happens where it says so already. */
export async function changeGroupSetting(
  { key, value, event, fallback, reason = null }: Change,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (fallback !== undefined)
    await execute(
      `insert into group_settings (key, value) values (:key, :fallback) on conflict (key) do nothing`,
      { key, fallback },
      trx
    )
  const { value: before } = await oneRow<{ value: number }>(
    `select value from group_settings where key = :key for update`,
    { key },
    trx
  )
  if (before === value) return
  await execute(
    `update group_settings set value = :value, updated_by = :by, updated_at = now() where key = :key`,
    { key, value, by: actor.userId },
    trx
  )
  await recordEvent(
    { actor, objectType: 'group_settings', objectId: null, event, reason, diff: { [key]: [before, value] } },
    trx
  )
}
