import { type Actor, recordEvent } from '#app/audit/record_event'
import { type SupplierDetail, supplierDetails } from '#app/banking/pages/queries/supplier_details'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Wanted = {
  beneficiaryId: number
  siteId: number
  /** The supplier's bank detail that it is; null for none. */
  providerBankId: number | null
}

/**
 * Somebody says which supplier's bank detail a beneficiary without IBAN is, so that its invoices are paid to it. Whatever was
 * verified before is verified anew, by somebody else, who sees whose it is said to be. Throws at `provider_bank_id` for a
 * detail that it cannot be.
 */
export async function linkSupplier(
  { beneficiaryId, siteId, providerBankId }: Wanted,
  actor: Actor
): Promise<SupplierDetail | null> {
  return inTransaction(async (trx) => {
    const before = await oneRow<{ providerBankId: number | null }>(
      `select provider_bank_id from provider_beneficiaries where id = :beneficiaryId for update`,
      { beneficiaryId },
      trx
    )
    const found = (await supplierDetails({ beneficiaryId, siteId }, trx)).find(
      ({ value }) => value === String(providerBankId)
    )
    if (providerBankId !== null && !found)
      throw new DomainError('E_BENEFICIARY', 'Elija una cuenta de un proveedor que acabe igual.', {
        field: 'provider_bank_id',
      })
    if (before.providerBankId === providerBankId) return found ?? null
    await execute(
      `update provider_beneficiaries set provider_bank_id = :providerBankId, created_by = :userId, verified_by = null, verified_at = null where id = :beneficiaryId`,
      { beneficiaryId, providerBankId, userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'provider_beneficiary',
        objectId: beneficiaryId,
        siteId,
        event: found ? 'provider_beneficiary.supplier_linked' : 'provider_beneficiary.supplier_unlinked',
        reason: found?.label ?? null,
        diff: { provider_bank_id: [before.providerBankId, providerBankId] },
      },
      trx
    )
    return found ?? null
  })
}
