import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import type { Choice } from './contract_row'

export type ItemRow = {
  code: string
  description: string
  unit: string
  price: string
  valid_from: string
  valid_to: string
  min_qty: string
  max_qty: string
  tiers: string
  keywords: string
}

export const emptyItem: ItemRow = {
  code: '',
  description: '',
  unit: '',
  price: '',
  valid_from: '',
  valid_to: '',
  min_qty: '',
  max_qty: '',
  tiers: '',
  keywords: '',
}

/** A contract as its form keeps it. */
export type ContractValues = {
  provider: PickerOption | null
  site_ids: string[]
  title: string
  kind: string | null
  currency: string | null
  signed_on: string
  starts_on: string
  ends_on: string
  notice_days: string
  auto_renew: boolean
  renewal_months: string
  billing_frequency: string | null
  expected_day: string
  expected_amount: string
  amount_tolerance_percent: string
  vat_code_id: string | null
  withholding_code_id: string | null
  payment_terms_days: string
  cap: string
  cap_period: string | null
  indexation: string | null
  index_percent: string
  index_base_month: string
  index_floor: boolean
  deposit: string
  guarantee_until: string
  category_id: string | null
  profile_id: string | null
  center_id: string | null
  ledger_account_code: string
  requires_invoice_match: boolean
  owner_user_id: string | null
  notes: string
  items: ItemRow[]
}

export type ContractOptions = Record<
  | 'kinds'
  | 'frequencies'
  | 'capPeriods'
  | 'indexations'
  | 'fileKinds'
  | 'currencies'
  | 'categories'
  | 'vatCodes'
  | 'withholdingCodes'
  | 'centers'
  | 'owners',
  Choice[]
> & { profiles: (Choice & { providerId: number | null })[] }

export const emptyContract: ContractValues = {
  provider: null,
  site_ids: [],
  title: '',
  kind: 'service',
  currency: 'EUR',
  signed_on: '',
  starts_on: '',
  ends_on: '',
  notice_days: '60',
  auto_renew: false,
  renewal_months: '12',
  billing_frequency: 'monthly',
  expected_day: '',
  expected_amount: '',
  amount_tolerance_percent: '0',
  vat_code_id: null,
  withholding_code_id: null,
  payment_terms_days: '',
  cap: '',
  cap_period: 'contract',
  indexation: 'none',
  index_percent: '',
  index_base_month: '',
  index_floor: true,
  deposit: '',
  guarantee_until: '',
  category_id: null,
  profile_id: null,
  center_id: null,
  ledger_account_code: '',
  requires_invoice_match: false,
  owner_user_id: null,
  notes: '',
  items: [emptyItem],
}

type Wanted<T> = {
  initial: T
  url: string
  method: 'post' | 'put'
  /** What is sent beside the fields, or instead of one. */
  more?: (values: T) => Record<string, unknown>
}

/** The form of a contract; a new one brings its files. */
export function useContractForm<T extends ContractValues>({ initial, url, method, more }: Wanted<T>) {
  return useFormSubmission({
    initial,
    url,
    method,
    transform: (values) => {
      const { provider, items, ...rest } = values
      return {
        ...nullForEmpty(rest),
        ...more?.(values),
        provider_id: provider?.value ?? null,
        items: JSON.stringify(items),
      }
    },
  })
}

export type ContractForm = ReturnType<typeof useContractForm<ContractValues>>
