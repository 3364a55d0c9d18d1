import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Allocation, Frequency, Settlement, Treatment } from '#app/rebilling/rebilling_labels'
import type { Target } from '#app/rebilling/settings/rule'

/** A rule as somebody writes it. */
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

/** The rule as a row, for functions of the database that look at one that is not saved. */
export const jsonRule = (input: SettingInput): Record<string, unknown> => ({
  ...columnsOf(input),
  provider_ids: input.providerIds,
  profile_ids: input.profileIds,
  category_ids: input.categoryIds,
  account_codes: input.accountCodes,
})

/** Its columns, lists as the text that PostgreSQL reads, so that an empty one is one. */
export function valuesOf(input: SettingInput): Record<string, unknown> {
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
