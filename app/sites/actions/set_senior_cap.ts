import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow } from '#app/kernel/sql'

const KEY = 'senior_accounting_cap_minor'

/** The most that senior accounting may approve in the whole group, in cents; before and after stay on record. */
export async function setSeniorCap(capMinor: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const { value: before } = await oneRow<{ value: number }>(
      `select value from group_settings where key = '${KEY}' for update`,
      {},
      trx
    )
    if (before === capMinor) return
    await execute(
      `update group_settings set value = :capMinor, updated_by = :by, updated_at = now() where key = '${KEY}'`,
      { capMinor, by: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'group_settings',
        objectId: null,
        event: 'group_settings.senior_cap_changed',
        diff: { [KEY]: [before, capMinor] },
      },
      trx
    )
  })
}

/** The cap in cents, and who changed it last. */
export function seniorCap() {
  return oneRow<{ valueMinor: number; updatedBy: string | null; updatedAt: Date }>(
    `select g.value as value_minor, u.name as updated_by, g.updated_at from group_settings g left join users u on u.id = g.updated_by where g.key = '${KEY}'`
  )
}
