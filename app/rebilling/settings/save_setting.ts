import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { refuseTargets } from '#app/rebilling/charges/create_charges'
import type { Allocation, Frequency, Settlement, Treatment } from '#app/rebilling/rebilling_labels'
import type { Target } from '#app/rebilling/settings/rule'

export type SettingInput = {
  name: string
  originSiteId: number
  takesInvoices: boolean
  takesNotes: boolean
  takesCosts: boolean
  providerIds: number[]
  profileIds: number[]
  categoryIds: number[]
  accountCodes: string[]
  textFilter: string | null
  allocation: Allocation
  allocationKey: string | null
  markupBasisPoints: number
  treatment: Treatment
  vatCodeId: number | null
  incomeAccount: string | null
  expenseAccount: string | null
  frequency: Frequency
  autoPropose: boolean
  settlement: Settlement
  validFrom: CalendarDate
  validTo: CalendarDate | null
  priority: number
  active: boolean
  targets: Target[]
}

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

/** Every invoice of a company is not what anybody means to charge on. */
function refuseUnbounded(input: SettingInput): void {
  const { takesInvoices, takesNotes, takesCosts, textFilter } = input
  const at = (field: string, message: string) => new DomainError('E_CRITERIA', message, { field })
  if (!takesInvoices && !takesNotes && !takesCosts)
    throw at('takes_invoices', 'Elija qué gastos recoge la regla.')
  const chosen = [input.providerIds, input.profileIds, input.categoryIds, input.accountCodes]
  if (!takesNotes && !takesCosts && textFilter === null && chosen.every((some) => some.length === 0))
    throw at(
      'provider_ids',
      'Elija qué facturas recoge la regla: proveedores, perfiles, categorías, cuentas o un texto.'
    )
}

/** What the database would refuse, in words and at its field. */
async function checkSetting(input: SettingInput, settingId: number | null, trx: Transaction): Promise<void> {
  refuseTargets(input)
  refuseUnbounded(input)
  const taken = await row(
    `select 1 as found from rebilling_settings where lower(name) = lower(:name) and id is distinct from :settingId::bigint`,
    { name: input.name, settingId },
    trx
  )
  if (taken) throw new DomainError('E_NAME', 'Ya existe una regla con ese nombre.', { field: 'name' })
  if (!input.active) return
  await execute(
    `select pg_advisory_xact_lock(hashtext('rebilling_settings'), :siteId::int)`,
    { siteId: input.originSiteId },
    trx
  )
  const same = await row<{ name: string }>(
    `select o.name from rebilling_settings o, jsonb_populate_record(null::rebilling_settings, :rule::jsonb) r
      where o.origin_site_id = :siteId and rebilling_scopes_meet(o, r) limit 1`,
    {
      siteId: input.originSiteId,
      rule: JSON.stringify({ ...jsonRule(input), id: settingId ?? 0 }),
    },
    trx
  )
  if (same) throw samePriority(same.name)
}

async function refuseSamePriority(settingId: number, trx: Transaction): Promise<void> {
  const same = await row<{ name: string }>(
    `select o.name from rebilling_settings r join rebilling_settings o on o.origin_site_id = r.origin_site_id and rebilling_scopes_meet(o, r) where r.id = :settingId limit 1`,
    { settingId },
    trx
  )
  if (same) throw samePriority(same.name)
}

const samePriority = (name: string) =>
  new DomainError('E_PRIORITY', `Ya existe una regla con la misma prioridad para este gasto. Es «${name}».`, {
    field: 'priority',
  })

/** The rule as a row, for functions of the database that look at one that is not saved. */
export const jsonRule = (input: SettingInput): Record<string, unknown> => ({
  ...columnsOf(input),
  provider_ids: input.providerIds,
  profile_ids: input.profileIds,
  category_ids: input.categoryIds,
  account_codes: input.accountCodes,
})

/** Lists as the text that PostgreSQL reads, so that an empty one is one. */
function valuesOf(input: SettingInput): Record<string, unknown> {
  const list = (items: readonly (number | string)[]) => `{${items.join(',')}}`
  return {
    ...columnsOf(input),
    provider_ids: list(input.providerIds),
    profile_ids: list(input.profileIds),
    category_ids: list(input.categoryIds),
    account_codes: list(input.accountCodes),
  }
}

const columnsOf = (input: SettingInput) => ({
  name: input.name,
  origin_site_id: input.originSiteId,
  takes_invoices: input.takesInvoices,
  takes_notes: input.takesNotes,
  takes_costs: input.takesCosts,
  text_filter: input.textFilter,
  allocation: input.allocation,
  allocation_key: input.allocation === 'key' ? input.allocationKey : null,
  markup_basis_points: input.treatment === 'suplido' ? 0 : input.markupBasisPoints,
  treatment: input.treatment,
  vat_code_id: input.treatment === 'invoice' ? input.vatCodeId : null,
  income_account: input.treatment === 'suplido' ? null : input.incomeAccount,
  expense_account: input.expenseAccount,
  frequency: input.frequency,
  auto_propose: input.autoPropose,
  settlement: input.settlement,
  valid_from: input.validFrom,
  valid_to: input.validTo,
  priority: input.priority,
  active: input.active,
})

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
