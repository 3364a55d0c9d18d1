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
      siteIdIfGroup,
      defaultPayerSiteId,
      defaultBankAccountId,
      defaultCategoryId,
      defaultProfileId,
      defaultVatCodeId,
      defaultWithholdingCodeId,
      paymentTermsDays,
      paymentDay,
      ...texts
    }) => ({
      ...nullForEmpty(texts),
      siteIdIfGroup: texts.kind === 'group_company' ? numberOf(siteIdIfGroup) : null,
      defaultPayerSiteId: numberOf(defaultPayerSiteId),
      defaultBankAccountId: defaultPayerSiteId === null ? null : numberOf(defaultBankAccountId),
      defaultVatCodeId: numberOf(defaultVatCodeId),
      defaultWithholdingCodeId: numberOf(defaultWithholdingCodeId),
      ...(texts.taxIdType === 'none' ? { taxId: null } : {}),
      defaultCategoryId: numberOf(defaultCategoryId),
      defaultProfileId: numberOf(defaultProfileId),
      paymentTermsDays: numberOf(paymentTermsDays),
      paymentDay: numberOf(paymentDay),
      lockVersion: provider.lockVersion,
    }),
  })
}

export type ProviderForm = ReturnType<typeof useProviderForm>

function valuesOf(provider: Provider) {
  return {
    legalName: provider.legalName,
    tradeName: provider.tradeName ?? '',
    taxIdType: provider.taxIdType as string | null,
    taxId: provider.taxId ?? '',
    country: provider.country as string | null,
    kind: provider.kind as string | null,
    ledgerPrefix: provider.ledgerPrefix as string | null,
    siteIdIfGroup: textOf(provider.siteIdIfGroup) as string | null,
    defaultPayerSiteId: textOf(provider.defaultPayerSiteId) as string | null,
    defaultBankAccountId: textOf(provider.defaultBankAccountId) as string | null,
    defaultCategoryId: textOf(provider.defaultCategoryId) as string | null,
    defaultProfileId: textOf(provider.defaultProfileId) as string | null,
    email: provider.email ?? '',
    phone: provider.phone ?? '',
    address: provider.address ?? '',
    postalCode: provider.postalCode ?? '',
    city: provider.city ?? '',
    website: provider.website ?? '',
    contactName: provider.contactName ?? '',
    vatRegime: provider.vatRegime as string | null,
    defaultVatCodeId: textOf(provider.defaultVatCodeId) as string | null,
    defaultWithholdingCodeId: textOf(provider.defaultWithholdingCodeId) as string | null,
    excludedFrom347: provider.excludedFrom347,
    paymentTermsDays: String(provider.paymentTermsDays),
    paymentDay: textOf(provider.paymentDay) ?? '',
    paymentMethod: provider.paymentMethod as string | null,
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
