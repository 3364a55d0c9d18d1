import { execute } from '#app/kernel/database/sql'
import { supplierProfilesOf } from '#app/profiles/queries/supplier_profiles'
import { supplierBelongings, supplierProfiles } from '#app/providers/ports'
import { categoryUses } from '#app/sites/ports'

/** Answers what suppliers and categories ask of expense profiles. */
export function answerPorts(): void {
  supplierProfiles.answer(supplierProfilesOf)
  supplierBelongings.answer(async (providerId, trx) => {
    await execute(`delete from expense_profiles where provider_id = :providerId`, { providerId }, trx)
  })
  categoryUses.answer({
    rows: (category) => `select 1 from expense_profiles where category_id = ${category}`,
    one: 'perfil',
    many: 'perfiles',
  })
}
