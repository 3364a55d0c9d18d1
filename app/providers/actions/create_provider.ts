import { type Actor, recordEvent } from '#app/audit/record_event'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import { ibanAccount } from '#app/providers/actions/keep_bank'
import { addBank } from '#app/providers/actions/provider_banks'
import {
  checkedTaxId,
  refuseDoubtful,
  refuseTaken,
  type TaxIdType,
} from '#app/providers/actions/provider_checks'

export type NewProvider = {
  legalName: string
  tradeName?: string | null
  taxIdType: TaxIdType
  taxId: string | null
  /** Why it has none, where a person says so; the machine gives no reason. */
  noTaxIdReason?: string
  country: string
  kind?:
    | 'supplier'
    | 'professional'
    | 'landlord'
    | 'employee_like'
    | 'public_body'
    | 'group_company'
    | 'marketplace'
  ledgerPrefix?: '400' | '410' | '411' | '403' | '523'
  categoryId?: number | null
  email?: string | null
  iban?: string | null
  holderName?: string | null
  /** The paper that came with its account. */
  certificateFileId?: number | null
  paymentTermsDays?: number
  source?: 'manual' | 'ocr' | 'import' | 'public_expense'
  /** It names itself: it waits to be looked at and is not paid before. */
  isDraft?: boolean
}

/** Makes a supplier, with its first bank detail (unverified) when an IBAN is given. Throws at `tax_id`, `iban`. */
export async function createProvider(
  provider: NewProvider,
  actor: Actor,
  outer?: Transaction
): Promise<number> {
  const taxId = checkedTaxId(provider.taxIdType, provider.taxId)
  const { noTaxIdReason } = provider
  if (provider.taxIdType === 'none' && noTaxIdReason !== undefined && noTaxIdReason.trim().length < 5)
    throw new DomainError('E_TAX_ID', 'Indique por qué no tiene NIF.', { field: 'no_tax_id_reason' })
  const status = provider.isDraft ? 'draft' : 'active'
  return inTransaction(async (trx) => {
    await refuseTaken(taxId, null, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into providers (code, legal_name, trade_name, tax_id_type, tax_id, country, kind, ledger_prefix, default_category_id, email, payment_terms_days, source, status, created_by)
       values ('P' || lpad(nextval('provider_codes')::text, 6, '0'), :legalName, :tradeName, :taxIdType, :taxId, :country, :kind, :ledgerPrefix, :categoryId, :email, :terms, :source, :status, :createdBy)
       returning id`,
      {
        legalName: provider.legalName.trim(),
        tradeName: provider.tradeName ?? null,
        taxIdType: provider.taxIdType,
        taxId,
        country: provider.country,
        kind: provider.kind ?? 'supplier',
        ledgerPrefix: provider.ledgerPrefix ?? (provider.kind === 'supplier' ? '400' : '410'),
        categoryId: provider.categoryId ?? null,
        email: provider.email ?? null,
        terms: provider.paymentTermsDays ?? 30,
        source: provider.source ?? 'manual',
        status,
        createdBy: actor.userId,
      },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'provider',
        objectId: id,
        event: 'provider.created',
        to: status,
        reason: taxId === null ? noTaxIdReason || null : null,
      },
      trx
    )
    if (provider.iban) {
      const holderName = provider.holderName || provider.legalName
      const account = ibanAccount(normalizeIban(provider.iban), null)
      await refuseDoubtful({ providerId: id, account, holderName }, trx)
      await addBank(
        {
          providerId: id,
          iban: provider.iban,
          holderName,
          label: 'Cuenta principal',
          evidenceFileId: provider.certificateFileId ?? null,
          isConfirmed: true,
        },
        actor,
        trx
      )
    }
    return id
  }, outer)
}
