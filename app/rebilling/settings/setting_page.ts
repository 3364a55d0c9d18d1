import { type Client, row, rows } from '#app/kernel/database/sql'
import { optionsOf } from '#app/kernel/text/labels'
import { listKeyNames } from '#app/rebilling/keys/list_keys'
import { ALLOCATIONS, FREQUENCIES, SETTLEMENTS, TREATMENTS } from '#app/rebilling/rebilling_labels'
import type { SettingInput } from '#app/rebilling/settings/setting_input'
import { listCategories } from '#app/sites/queries/list_categories'

type Choice = { value: string; label: string }

/** What the forms of a rule and of a charge by hand choose from. */
export async function settingChoices() {
  const taxes = await rows<{ id: number; name: string }>(
    `select id, name from tax_codes where kind in ('iva', 'igic', 'ipsi', 'exempt', 'not_subject') and (valid_to is null or valid_to >= current_date)
      order by kind <> 'iva', rate_basis_points desc, id`
  )
  return {
    allocations: optionsOf(ALLOCATIONS),
    treatments: optionsOf(TREATMENTS),
    frequencies: optionsOf(FREQUENCIES),
    settlements: optionsOf(SETTLEMENTS),
    taxes: taxes.map(({ id, name }): Choice => ({ value: String(id), label: name })),
    keys: await listKeyNames(),
    categories: (await listCategories()).map(({ id, name }): Choice => ({ value: String(id), label: name })),
    profiles: await rows<Choice>(
      `select p.id::text as value, p.name || ' · ' || v.legal_name as label from expense_profiles p join providers v on v.id = p.provider_id where p.active order by p.name collate "es-x-icu" limit 500`
    ),
  }
}

/** What the form saves, with the names of its suppliers. */
export type ShownSetting = Omit<SettingInput, 'providerIds'> & {
  id: number
  providers: Choice[]
  lockVersion: number
  /** Proposals that nobody has approved yet. */
  proposed: number
}

/** A rule as its form shows it. */
export function showSetting(settingId: number, client?: Client): Promise<ShownSetting | null> {
  return row<ShownSetting>(
    `select s.id, s.name, s.origin_site_id, s.takes_invoices, s.takes_notes, s.takes_costs, s.profile_ids, s.category_ids, s.account_codes, s.text_filter, s.allocation, s.allocation_key,
        s.markup_basis_points, s.treatment, s.vat_code_id, s.income_account, s.expense_account, s.frequency, s.auto_propose, s.settlement, s.valid_from, s.valid_to, s.priority, s.active, s.lock_version,
        (select coalesce(jsonb_agg(jsonb_build_object('value', p.id::text, 'label', p.legal_name) order by p.legal_name), '[]') from providers p where p.id = any(s.provider_ids)) as providers,
        (select jsonb_agg(jsonb_build_object('siteId', t.site_id, 'percentage', t.percentage::text, 'amountMinor', t.amount_minor) order by t.position) from rebilling_setting_targets t where t.setting_id = s.id) as targets,
        (select count(*)::int from rebilling_transactions t where t.setting_id = s.id and t.status = 'proposed') as proposed
       from rebilling_settings s where s.id = :settingId`,
    { settingId },
    client
  )
}
