import type { PickerOption } from '~/kit/fields/use_picker_options'
import { sentNames } from '~/kit/form/sent_names'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import type { Choice } from './contract_row'

export type ItemRow = {
  code: string
  description: string
  unit: string
  price: string
  validFrom: string
  validTo: string
  minQty: string
  maxQty: string
  tiers: string
  keywords: string
}

export const emptyItem: ItemRow = {
  code: '',
  description: '',
  unit: '',
  price: '',
  validFrom: '',
  validTo: '',
  minQty: '',
  maxQty: '',
  tiers: '',
  keywords: '',
}

/** A contract as its form keeps it. */
export type ContractValues = {
  provider: PickerOption | null
  siteIds: string[]
  title: string
  kind: string | null
  currency: string | null
  signedOn: string
  startsOn: string
  endsOn: string
  noticeDays: string
  autoRenew: boolean
  renewalMonths: string
  billingFrequency: string | null
  expectedDay: string
  expectedAmount: string
  amountTolerancePercent: string
  vatCodeId: string | null
  withholdingCodeId: string | null
  paymentTermsDays: string
  cap: string
  capPeriod: string | null
  indexation: string | null
  indexPercent: string
  indexBaseMonth: string
  indexFloor: boolean
  deposit: string
  guaranteeUntil: string
  categoryId: string | null
  profileId: string | null
  centerId: string | null
  ledgerAccountCode: string
  requiresInvoiceMatch: boolean
  ownerUserId: string | null
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
  siteIds: [],
  title: '',
  kind: 'service',
  currency: 'EUR',
  signedOn: '',
  startsOn: '',
  endsOn: '',
  noticeDays: '60',
  autoRenew: false,
  renewalMonths: '12',
  billingFrequency: 'monthly',
  expectedDay: '',
  expectedAmount: '',
  amountTolerancePercent: '0',
  vatCodeId: null,
  withholdingCodeId: null,
  paymentTermsDays: '',
  cap: '',
  capPeriod: 'contract',
  indexation: 'none',
  indexPercent: '',
  indexBaseMonth: '',
  indexFloor: true,
  deposit: '',
  guaranteeUntil: '',
  categoryId: null,
  profileId: null,
  centerId: null,
  ledgerAccountCode: '',
  requiresInvoiceMatch: false,
  ownerUserId: null,
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
        providerId: provider?.value ?? null,
        items: JSON.stringify(items.map(sentNames)),
      }
    },
  })
}

export type ContractForm = ReturnType<typeof useContractForm<ContractValues>>
