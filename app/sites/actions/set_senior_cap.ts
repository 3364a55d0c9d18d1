import type { Actor } from '#app/audit/record_event'
import { oneRow } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { changeGroupSetting } from '#app/sites/actions/group_setting'
import { type Changed, changeSetting } from '#app/sites/second_person/change_setting'
import type { GuardedSetting } from '#app/sites/second_person/guarded_setting'

const KEY = 'senior_accounting_cap_minor'

/** The most that senior accounting may approve, in cents: raising it takes two people. */
export const capSetting: GuardedSetting<number> = {
  name: 'senior_cap',
  title: 'el tope de contabilidad sénior',
  tab: 'approvals',
  read: async (_place, trx) =>
    (
      await oneRow<{ value: number }>(
        `select value from group_settings where key = '${KEY}' for update`,
        {},
        trx
      )
    ).value,
  loosens: ({ before, after }) => after > before,
  apply: ({ after, reason }, actor, trx) =>
    changeGroupSetting(
      { key: KEY, value: after, event: 'group_settings.senior_cap_changed', reason },
      actor,
      trx
    ),
  words: (minor) => formatAmount(minor, 'EUR'),
}

/** The most that senior accounting may approve in the whole group, in cents; before and after stay on record. */
export const setSeniorCap = (
  capMinor: number,
  actor: Actor,
  reason: string | null = null
): Promise<Changed> => changeSetting(capSetting, { siteId: null, after: capMinor, reason }, actor)

/** The cap in cents, and who changed it last. */
export function seniorCap() {
  return oneRow<{ valueMinor: number; updatedBy: string | null; updatedAt: Date }>(
    `select g.value as value_minor, u.name as updated_by, g.updated_at from group_settings g left join users u on u.id = g.updated_by where g.key = '${KEY}'`
  )
}
