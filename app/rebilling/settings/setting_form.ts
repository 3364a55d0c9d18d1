import type { Infer } from '@vinejs/vine/types'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Allocation } from '#app/rebilling/rebilling_labels'
import type { Target } from '#app/rebilling/settings/rule'
import type { SettingInput } from '#app/rebilling/settings/setting_input'
import type { createSettingValidator } from '#app/rebilling/validators/rebilling_validator'

export type GivenSetting = Infer<typeof createSettingValidator>

/** Companies of a form, each with what its share is measured by and nothing else. */
export const givenTargets = (allocation: Allocation, targets: GivenSetting['targets']): Target[] =>
  targets.map(({ site_id: siteId, percentage = null, amount = null }) => ({
    siteId,
    percentage: allocation === 'percentage' ? percentage : null,
    amountMinor: allocation === 'fixed_amount' ? amount : null,
  }))

/** A rule as its form gives it. */
export const settingInput = (given: GivenSetting): SettingInput => ({
  name: given.name,
  originSiteId: given.origin_site_id,
  takesInvoices: given.takes_invoices,
  takesNotes: given.takes_notes,
  takesCosts: given.takes_costs,
  // Notes have no supplier, and neither they nor legal costs a profile or a category.
  providerIds: given.takes_notes ? [] : given.provider_ids,
  profileIds: given.takes_notes || given.takes_costs ? [] : given.profile_ids,
  categoryIds: given.takes_notes || given.takes_costs ? [] : given.category_ids,
  accountCodes: given.account_codes,
  textFilter: given.text_filter ?? null,
  allocation: given.allocation,
  allocationKey: given.allocation === 'key' ? (given.allocation_key ?? null) : null,
  markupBasisPoints: given.treatment === 'suplido' ? 0 : (given.markup ?? 0),
  treatment: given.treatment,
  vatCodeId: given.treatment === 'invoice' ? (given.vat_code_id ?? null) : null,
  incomeAccount: given.treatment === 'suplido' ? null : (given.income_account ?? null),
  expenseAccount: given.expense_account ?? null,
  frequency: given.frequency,
  autoPropose: given.auto_propose,
  settlement: given.settlement,
  validFrom: given.valid_from as CalendarDate,
  validTo: (given.valid_to ?? null) as CalendarDate | null,
  priority: given.priority,
  active: given.active,
  targets: givenTargets(given.allocation, given.targets),
})
