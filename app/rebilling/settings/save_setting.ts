import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { checkSetting, refuseSamePriority } from '#app/rebilling/settings/check_setting'
import type { Target } from '#app/rebilling/settings/rule'
import { type SettingInput, valuesOf } from '#app/rebilling/settings/setting_input'

/** A new rule; it holds for costs from its first day on that no rule has shared out yet. Gives its key. Refusals as `checkSetting`. */
export function createSetting(input: SettingInput, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    await checkSetting(input, null, trx)
    const values = valuesOf(input)
    const names = Object.keys(values)
    const { id } = await oneRow<{ id: number }>(
      `insert into rebilling_settings (${names.join(', ')}, created_by, updated_by) values (${names.map((name) => `:${name}`).join(', ')}, :userId, :userId) returning id`,
      { ...values, userId: actor.userId },
      trx
    )
    await writeTargets(id, input.targets, trx)
    await note({ id, siteId: input.originSiteId, event: 'rebilling_setting.created', actor }, trx)
    return id
  })
}

/** Changes a rule for what it has not proposed yet. Throws E_STALE where somebody else has changed it, and what `checkSetting` refuses. */
export async function updateSetting(
  settingId: number,
  { lockVersion, ...input }: SettingInput & { lockVersion: number },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    await execute(`select 1 from rebilling_settings where id = :settingId for update`, { settingId }, trx)
    const before = await row<Record<string, unknown> & { lockVersion: number; originSiteId: number }>(
      `select s.*, (select jsonb_agg(jsonb_build_array(t.site_id, trim_scale(t.percentage)::text, t.amount_minor) order by t.position) from rebilling_setting_targets t where t.setting_id = s.id) as targets
         from rebilling_settings s where s.id = :settingId`,
      { settingId },
      trx
    )
    if (!before || before.lockVersion !== lockVersion)
      throw new DomainError('E_STALE', 'La regla ha cambiado desde que la abrió. Revísela de nuevo.')
    await checkSetting(input, settingId, trx)
    const values = valuesOf(input)
    await execute(
      `update rebilling_settings set ${Object.keys(values)
        .map((name) => `${name} = :${name}`)
        .join(', ')}, updated_by = :userId, lock_version = lock_version + 1 where id = :settingId`,
      { ...values, settingId, userId: actor.userId },
      trx
    )
    await execute(`delete from rebilling_setting_targets where setting_id = :settingId`, { settingId }, trx)
    await writeTargets(settingId, input.targets, trx)
    const diff = changedFields(ordered(before), ordered({ ...input, targets: input.targets.map(told) }))
    await note(
      { id: settingId, siteId: input.originSiteId, event: 'rebilling_setting.updated', actor, diff },
      trx
    )
  })
}

/** Without the zeros that a form may end a percentage with. */
const told = ({ siteId, percentage, amountMinor }: Target) => [
  siteId,
  percentage?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? null,
  amountMinor,
]

/** The order in which suppliers were chosen says nothing. */
const ordered = (values: Record<string, unknown>) => ({
  ...values,
  providerIds: [...(values.providerIds as number[])].sort((a, b) => a - b),
})

/** Switches a rule on or off. */
export async function switchSetting(settingId: number, active: boolean, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const found = await row<{ siteId: number }>(
      `update rebilling_settings set active = :active, updated_by = :userId where id = :settingId and active <> :active returning origin_site_id as site_id`,
      { settingId, active, userId: actor.userId },
      trx
    )
    if (!found) return
    if (active) await refuseSamePriority(settingId, trx)
    const event = active ? 'rebilling_setting.switched_on' : 'rebilling_setting.switched_off'
    await note({ id: settingId, siteId: found.siteId, event, actor }, trx)
  })
}

async function writeTargets(settingId: number, targets: readonly Target[], trx: Transaction): Promise<void> {
  await execute(
    `insert into rebilling_setting_targets (setting_id, site_id, position, percentage, amount_minor)
     select :settingId, t.site_id, t.place, t.percentage, t.amount_minor from jsonb_to_recordset(:targets::jsonb) as t(site_id bigint, place smallint, percentage numeric, amount_minor bigint)`,
    {
      settingId,
      targets: JSON.stringify(
        targets.map(({ siteId, percentage, amountMinor }, index) => ({
          site_id: siteId,
          place: index + 1,
          percentage,
          amount_minor: amountMinor,
        }))
      ),
    },
    trx
  )
}

type Noted = {
  id: number
  siteId: number
  event: string
  actor: Actor
  diff?: Record<string, [unknown, unknown]> | null
}

const note = ({ id, ...event }: Noted, trx: Transaction) =>
  recordEvent({ ...event, objectType: 'rebilling_setting', objectId: id }, trx)
