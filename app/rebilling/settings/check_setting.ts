import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { refuseTargets } from '#app/rebilling/charges/create_charges'
import { jsonRule, type SettingInput } from '#app/rebilling/settings/setting_input'
import { findVatRate } from '#app/rebilling/settings/vat_rate'

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
export async function checkSetting(
  input: SettingInput,
  settingId: number | null,
  trx: Transaction
): Promise<void> {
  refuseTargets(input)
  refuseUnbounded(input)
  await findVatRate(input, trx)
  if (input.validTo !== null && input.validTo < input.validFrom)
    throw new DomainError('E_DAYS', 'Debe ser igual o posterior a la fecha desde la que vale.', {
      field: 'valid_to',
    })
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

/** Throws E_PRIORITY at `priority` where another rule that is on catches the same at the same priority. */
export async function refuseSamePriority(settingId: number, trx: Transaction): Promise<void> {
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
