import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { refuseForeignCodes } from '#app/ledger/actions/refuse_foreign_codes'
import {
  type Companies,
  refuseOtherAccount,
  refuseOtherCompany,
} from '#app/providers/actions/check_companies'
import {
  checkedTaxId,
  refuseBadPostalCode,
  refuseForeignProfile,
  refuseMovedDebt,
  refuseTaken,
  type TaxIdType,
} from '#app/providers/actions/provider_checks'
import Provider from '#app/providers/models/provider'

export type ProviderData = Companies & {
  legalName: string
  tradeName: string | null
  taxIdType: TaxIdType
  taxId: string | null
  country: string
  kind: string
  ledgerPrefix: string
  defaultCategoryId: number | null
  defaultProfileId: number | null
  email: string | null
  phone: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  website: string | null
  contactName: string | null
  vatRegime: string
  defaultVatCodeId: number | null
  defaultWithholdingCodeId: number | null
  excludedFrom347: boolean
  paymentTermsDays: number
  paymentDay: number | null
  paymentMethod: string
  notes: string | null
  lockVersion: number
}

/** Changes the data of a supplier against the version the form showed. */
export async function updateProvider(providerId: number, given: ProviderData, actor: Actor): Promise<void> {
  const taxId = checkedTaxId(given.taxIdType, given.taxId)
  await inTransaction(async (trx) => {
    const provider = await Provider.query({ client: trx }).where('id', providerId).forUpdate().firstOrFail()
    if (provider.lockVersion !== given.lockVersion) {
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    }
    if (provider.status === 'merged')
      throw new DomainError('E_MERGED', 'El proveedor está fusionado con otro y ya no se modifica.', {
        field: 'form',
      })
    await refuseTaken(taxId, providerId, trx)
    await refuseMovedDebt(provider, given.ledgerPrefix, trx)
    await refuseForeignProfile(providerId, given.defaultProfileId, trx)
    refuseBadPostalCode(given)
    await refuseOtherCompany(providerId, { ...given, taxId }, trx)
    if (
      given.defaultBankAccountId !== provider.defaultBankAccountId ||
      given.defaultPayerSiteId !== provider.defaultPayerSiteId
    )
      await refuseOtherAccount(given, actor, trx)
    await refuseForeignCodes(
      { vatCodeId: given.defaultVatCodeId, withholdingCodeId: given.defaultWithholdingCodeId },
      { vat: 'default_vat_code_id', withholding: 'default_withholding_code_id' },
      trx
    )
    const { lockVersion, ...sent } = given
    const data = {
      ...sent,
      provinceCode: sent.country === 'ES' ? (sent.postalCode?.slice(0, 2) ?? null) : null,
      // Who suffers withholding is declared in the 190 or 180 and never in the 347 (RD 1065/2007 art. 33.2.a).
      excludedFrom347: sent.excludedFrom347 || sent.defaultWithholdingCodeId !== null,
    }
    const before = Object.fromEntries(
      Object.keys(data).map((field) => [field, provider[field as keyof typeof data]])
    )
    provider.merge({ ...data, taxId, lockVersion: lockVersion + 1, updatedBy: actor.userId })
    await provider.save()
    await recordEvent(
      {
        actor,
        objectType: 'provider',
        objectId: providerId,
        event: 'provider.changed',
        diff: changedFields(before, { ...data, taxId }),
      },
      trx
    )
  })
}
