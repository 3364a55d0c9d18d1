import { decimalText } from '#app/kernel/money/amount_text'
import { today } from '#app/kernel/time/calendar_date'
import type { Option } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { newTarget, percentageText, sentTargets, type TargetValue } from '../target_values'
import { nullable, sentTerms } from '../term_values'

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
    originSiteId: null as string | null,
    takesInvoices: true,
    takesNotes: false,
    takesCosts: false,
    providers: [] as Option[],
    profileIds: [] as string[],
    categoryIds: [] as string[],
    accountCodes: '',
    textFilter: '',
    allocation: 'percentage' as string | null,
    allocationKey: null as string | null,
    targets: [newTarget()] as TargetValue[],
    markup: '',
    treatment: 'invoice' as string | null,
    vatCodeId: null as string | null,
    incomeAccount: '',
    expenseAccount: '',
    frequency: 'monthly' as string | null,
    autoPropose: true,
    settlement: 'current_account' as string | null,
    validFrom: today() as string,
    validTo: '',
    priority: '100',
    active: true,
  }
}
export type SettingValues = ReturnType<typeof blank>

function valuesOf(setting: ShownSetting): SettingValues {
  return {
    name: setting.name,
    originSiteId: String(setting.originSiteId),
    takesInvoices: setting.takesInvoices,
    takesNotes: setting.takesNotes,
    takesCosts: setting.takesCosts,
    providers: setting.providers,
    profileIds: setting.profileIds.map(String),
    categoryIds: setting.categoryIds.map(String),
    accountCodes: setting.accountCodes.join(', '),
    textFilter: setting.textFilter ?? '',
    allocation: setting.allocation,
    allocationKey: setting.allocationKey,
    targets: setting.targets.map(({ siteId, percentage, amountMinor }) =>
      newTarget({
        siteId: String(siteId),
        percentage: percentageText(percentage),
        amount: amountMinor === null ? '' : decimalText(amountMinor),
      })
    ),
    markup: setting.markupBasisPoints === 0 ? '' : String(setting.markupBasisPoints / 100).replace('.', ','),
    treatment: setting.treatment,
    vatCodeId: setting.vatCodeId === null ? null : String(setting.vatCodeId),
    incomeAccount: setting.incomeAccount ?? '',
    expenseAccount: setting.expenseAccount ?? '',
    frequency: setting.frequency,
    autoPropose: setting.autoPropose,
    settlement: setting.settlement,
    validFrom: setting.validFrom,
    validTo: setting.validTo ?? '',
    priority: String(setting.priority),
    active: setting.active,
  }
}

/** A rule as the server takes it: nothing of fields that what it catches hides. */
export function sentSetting({ providers, ...values }: SettingValues) {
  const { takesNotes, takesCosts } = values
  return {
    ...values,
    ...sentTerms(values),
    providerIds: takesNotes ? [] : providers.map(({ value }) => value),
    profileIds: takesNotes || takesCosts ? [] : values.profileIds,
    categoryIds: takesNotes || takesCosts ? [] : values.categoryIds,
    accountCodes: values.accountCodes
      .split(/[\s,;]+/)
      .map((code) => code.trim())
      .filter(Boolean),
    targets: sentTargets(values.targets, values.allocation ?? ''),
    textFilter: nullable(values.textFilter),
    validTo: nullable(values.validTo),
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
      ...(setting ? { lockVersion: setting.lockVersion } : {}),
    }),
  })
}
