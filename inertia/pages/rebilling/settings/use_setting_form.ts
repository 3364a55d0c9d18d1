import { decimalText } from '#app/kernel/money/amount_text'
import { today } from '#app/kernel/time/calendar_date'
import type { Option } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { newTarget, percentageText, sentTargets, type TargetValue } from '../target_values'

/** A rule as the page gets it. */
export type ShownSetting = {
  id: number
  name: string
  originSiteId: number
  takesInvoices: boolean
  takesNotes: boolean
  takesCosts: boolean
  providers: Option[]
  profileIds: number[]
  categoryIds: number[]
  accountCodes: string[]
  textFilter: string | null
  allocation: string
  allocationKey: string | null
  markupBasisPoints: number
  treatment: string
  vatCodeId: number | null
  incomeAccount: string | null
  expenseAccount: string | null
  frequency: string
  autoPropose: boolean
  settlement: string
  validFrom: string
  validTo: string | null
  priority: number
  active: boolean
  lockVersion: number
  targets: { siteId: number; percentage: string | null; amountMinor: number | null }[]
  proposed: number
}

function blank() {
  return {
    name: '',
    origin_site_id: null as string | null,
    takes_invoices: true,
    takes_notes: false,
    takes_costs: false,
    providers: [] as Option[],
    profile_ids: [] as string[],
    category_ids: [] as string[],
    account_codes: '',
    text_filter: '',
    allocation: 'percentage' as string | null,
    allocation_key: null as string | null,
    targets: [newTarget()] as TargetValue[],
    markup: '',
    treatment: 'invoice' as string | null,
    vat_code_id: null as string | null,
    income_account: '',
    expense_account: '',
    frequency: 'monthly' as string | null,
    auto_propose: true,
    settlement: 'current_account' as string | null,
    valid_from: today() as string,
    valid_to: '',
    priority: '100',
    active: true,
  }
}
export type SettingValues = ReturnType<typeof blank>

function valuesOf(setting: ShownSetting): SettingValues {
  return {
    name: setting.name,
    origin_site_id: String(setting.originSiteId),
    takes_invoices: setting.takesInvoices,
    takes_notes: setting.takesNotes,
    takes_costs: setting.takesCosts,
    providers: setting.providers,
    profile_ids: setting.profileIds.map(String),
    category_ids: setting.categoryIds.map(String),
    account_codes: setting.accountCodes.join(', '),
    text_filter: setting.textFilter ?? '',
    allocation: setting.allocation,
    allocation_key: setting.allocationKey,
    targets: setting.targets.map(({ siteId, percentage, amountMinor }) =>
      newTarget({
        site_id: String(siteId),
        percentage: percentageText(percentage),
        amount: amountMinor === null ? '' : decimalText(amountMinor),
      })
    ),
    markup: setting.markupBasisPoints === 0 ? '' : String(setting.markupBasisPoints / 100).replace('.', ','),
    treatment: setting.treatment,
    vat_code_id: setting.vatCodeId === null ? null : String(setting.vatCodeId),
    income_account: setting.incomeAccount ?? '',
    expense_account: setting.expenseAccount ?? '',
    frequency: setting.frequency,
    auto_propose: setting.autoPropose,
    settlement: setting.settlement,
    valid_from: setting.validFrom,
    valid_to: setting.validTo ?? '',
    priority: String(setting.priority),
    active: setting.active,
  }
}

const nullable = (text: string) => (text.trim() === '' ? null : text.trim())

/** A rule as the server takes it. */
export function sentSetting({ providers, targets, account_codes, ...values }: SettingValues) {
  return {
    ...values,
    provider_ids: providers.map(({ value }) => value),
    account_codes: account_codes
      .split(/[\s,;]+/)
      .map((code) => code.trim())
      .filter(Boolean),
    targets: sentTargets(targets, values.allocation ?? ''),
    text_filter: nullable(values.text_filter),
    markup: values.markup.trim() === '' ? '0' : values.markup,
    income_account: nullable(values.income_account),
    expense_account: nullable(values.expense_account),
    valid_to: nullable(values.valid_to),
    priority: values.priority.trim(),
  }
}

/** The form of a rule, new or known. */
export function useSettingForm(setting: ShownSetting | null) {
  return useFormSubmission({
    initial: setting ? valuesOf(setting) : blank(),
    url: setting ? urlFor('setting.update', { id: setting.id }) : urlFor('setting.store'),
    method: setting ? 'put' : 'post',
    transform: (values) => ({
      ...sentSetting(values),
      ...(setting ? { lock_version: setting.lockVersion } : {}),
    }),
  })
}
