import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import type { Provider } from './provider_page'

/** The data of a provider as its form keeps it, sent against the version that was shown. */
export function useProviderForm(provider: Provider) {
  return useFormSubmission({
    initial: valuesOf(provider),
    method: 'put',
    url: urlFor('providers.update', { id: provider.id }),
    transform: ({
      site_id_if_group,
      default_payer_site_id,
      default_bank_account_id,
      default_category_id,
      default_profile_id,
      default_vat_code_id,
      default_withholding_code_id,
      payment_terms_days,
      payment_day,
      ...texts
    }) => ({
      ...nullForEmpty(texts),
      site_id_if_group: texts.kind === 'group_company' ? numberOf(site_id_if_group) : null,
      default_payer_site_id: numberOf(default_payer_site_id),
      default_bank_account_id: default_payer_site_id === null ? null : numberOf(default_bank_account_id),
      default_vat_code_id: numberOf(default_vat_code_id),
      default_withholding_code_id: numberOf(default_withholding_code_id),
      ...(texts.tax_id_type === 'none' ? { tax_id: null } : {}),
      default_category_id: numberOf(default_category_id),
      default_profile_id: numberOf(default_profile_id),
      payment_terms_days: numberOf(payment_terms_days),
      payment_day: numberOf(payment_day),
      lock_version: provider.lockVersion,
    }),
  })
}

export type ProviderForm = ReturnType<typeof useProviderForm>

function valuesOf(provider: Provider) {
  return {
    legal_name: provider.legalName,
    trade_name: provider.tradeName ?? '',
    tax_id_type: provider.taxIdType as string | null,
    tax_id: provider.taxId ?? '',
    country: provider.country as string | null,
    kind: provider.kind as string | null,
    ledger_prefix: provider.ledgerPrefix as string | null,
    site_id_if_group: textOf(provider.siteIdIfGroup) as string | null,
    default_payer_site_id: textOf(provider.defaultPayerSiteId) as string | null,
    default_bank_account_id: textOf(provider.defaultBankAccountId) as string | null,
    default_category_id: textOf(provider.defaultCategoryId) as string | null,
    default_profile_id: textOf(provider.defaultProfileId) as string | null,
    email: provider.email ?? '',
    phone: provider.phone ?? '',
    address: provider.address ?? '',
    postal_code: provider.postalCode ?? '',
    city: provider.city ?? '',
    website: provider.website ?? '',
    contact_name: provider.contactName ?? '',
    vat_regime: provider.vatRegime as string | null,
    default_vat_code_id: textOf(provider.defaultVatCodeId) as string | null,
    default_withholding_code_id: textOf(provider.defaultWithholdingCodeId) as string | null,
    excluded_from_347: provider.excludedFrom347,
    payment_terms_days: String(provider.paymentTermsDays),
    payment_day: textOf(provider.paymentDay) ?? '',
    payment_method: provider.paymentMethod as string | null,
    notes: provider.notes ?? '',
  }
}

const textOf = (value: number | null): string | null => (value === null ? null : String(value))

/** A number once it is one; what was typed otherwise, for the server to refuse at its field. */
function numberOf(text: string | null): number | string | null {
  if (text === null || text.trim() === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}
