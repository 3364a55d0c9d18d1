import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { MoneyValue } from '~/kit/money'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import type { Offer } from '../../banking/quotes/quote_offer'

/** Somebody whom the provider of the account has. */
export type Beneficiary = {
  id: number
  name: string
  account: string
  currency: string
  isSupplier: boolean
  /** Until when its first payment waits; null where it does not. */
  waitsUntil: string | null
  /** What its bank asks a payment to it to be for. */
  purposes: { value: string; label: string }[]
}
/** One that the payment may be charged to. */
export type Account = {
  id: number
  name: string
  currency: string
  available: MoneyValue
  provider: string | null
  takesIban: boolean
  quote: { url: string; accountId: number } | null
  hasDrafts: boolean
  beneficiaries: Beneficiary[]
}

const keyOrNull = (text: string | null) => (text === null ? null : Number(text))

type CurrencyOf = (beneficiaryId: string | null, accountId: string | null) => string

/** What was agreed on for another account or amount. */
export const nothingAgreed = { offer: null, asDraft: false }

/** A new payment; its currency is that of who gets it, else of the account. */
export function useDirectForm(currencyOf: CurrencyOf, onSuccess: () => void) {
  const { sites } = useShared()
  return useFormSubmission({
    initial: {
      siteId: (sites.length === 1 && sites[0] ? String(sites[0].id) : null) as string | null,
      fromAccountId: null as string | null,
      beneficiaryId: null as string | null,
      purpose: null as string | null,
      creditorName: '',
      iban: '',
      amount: '',
      concept: '',
      ledgerAccountId: null as PickerOption | null,
      executionDate: '',
      file: null as File | null,
      asDraft: false,
      offer: null as Offer | null,
    },
    url: urlFor('paysuppliers.direct.store'),
    leaving: 'allow',
    transform: ({ siteId, fromAccountId, beneficiaryId, ledgerAccountId, offer, ...typed }) => ({
      concept: typed.concept,
      amount: typed.amount,
      asDraft: typed.asDraft,
      quoteId: offer?.id ?? null,
      currency: currencyOf(beneficiaryId, fromAccountId),
      siteId: keyOrNull(siteId),
      fromAccountId: keyOrNull(fromAccountId),
      beneficiaryId: keyOrNull(beneficiaryId),
      purpose: typed.purpose,
      ...(beneficiaryId === null ? { creditorName: typed.creditorName, iban: typed.iban } : {}),
      ledgerAccountId: ledgerAccountId ? Number(ledgerAccountId.value) : null,
      executionDate: typed.executionDate || null,
      ...(typed.file ? { file: typed.file } : {}),
    }),
    onSuccess,
  })
}

export type DirectForm = ReturnType<typeof useDirectForm>
