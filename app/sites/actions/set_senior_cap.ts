import type { Actor } from '#app/audit/record_event'
import { oneRow } from '#app/kernel/sql'
import { changeGroupSetting } from '#app/sites/actions/group_setting'

const KEY = 'senior_accounting_cap_minor'

/** The most that senior accounting may approve in the whole group, in cents; before and after stay on record. */
export const setSeniorCap = (capMinor: number, actor: Actor): Promise<void> =>
  changeGroupSetting({ key: KEY, value: capMinor, event: 'group_settings.senior_cap_changed' }, actor)

/** The cap in cents, and who changed it last. */
export function seniorCap() {
  return oneRow<{ valueMinor: number; updatedBy: string | null; updatedAt: Date }>(
    `select g.value as value_minor, u.name as updated_by, g.updated_at from group_settings g left join users u on u.id = g.updated_by where g.key = '${KEY}'`
  )
}
