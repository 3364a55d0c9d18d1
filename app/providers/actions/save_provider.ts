import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { isValidVatNumber } from '#app/kernel/identifiers/vat_number'
import { refuseForeignCodes } from '#app/ledger/actions/refuse_foreign_codes'
import {
  type Companies,
  refuseOtherAccount,
  refuseOtherCompany,
} from '#app/providers/actions/check_companies'
import { ibanAccount } from '#app/providers/actions/keep_bank'
import { addBank } from '#app/providers/actions/provider_banks'
import Provider from '#app/providers/models/provider'
import { supplierInvoices, supplierProfiles } from '#app/providers/ports'
import { bankDoubts } from '#app/providers/queries/bank_doubts'

export type TaxIdType = 'nif' | 'cif' | 'nie' | 'vat_eu' | 'foreign' | 'none'

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

/** With a new supplier nobody can stand by a doubtful account yet: it is added afterwards, where that is asked. */
async function refuseDoubtful(bank: Parameters<typeof bankDoubts>[0], trx: Transaction): Promise<void> {
  const doubts = await bankDoubts(bank, trx)
  if (doubts.length === 0) return
  throw new DomainError(
    'E_DOUBT',
    `${doubts.join(' ')} Cree el proveedor sin cuenta y añádala después en su ficha.`,
    { field: 'iban' }
  )
}

/** A profile that is used when none matches is the supplier's own or one of the whole group. */
async function refuseForeignProfile(
  providerId: number,
  profileId: number | null,
  trx: Transaction
): Promise<void> {
  if (profileId === null) return
  if (!(await supplierProfiles.one().isOption(profileId, providerId, trx)))
    throw new DomainError('E_PROFILE', 'El valor seleccionado no es válido.', { field: 'default_profile_id' })
}

const SPANISH_POSTAL_CODE = /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/

function refuseBadPostalCode({ country, postalCode }: ProviderData): void {
  if (country === 'ES' && postalCode && !SPANISH_POSTAL_CODE.test(postalCode))
    throw new DomainError('E_POSTAL_CODE', 'El código postal no es válido.', { field: 'postal_code' })
}

/** The account family of a supplier stays while something is owed on it: its payments belong where its invoices are. */
async function refuseMovedDebt(
  { id, ledgerPrefix }: Provider,
  wanted: string,
  trx: Transaction
): Promise<void> {
  if (ledgerPrefix === wanted) return
  const open = await row(
    `select 1 as found from (${supplierInvoices.one().owed(':id')}) owed limit 1`,
    { id },
    trx
  )
  if (open)
    throw new DomainError(
      'E_OPEN_DEBT',
      'No se puede cambiar la cuenta contable: el proveedor tiene facturas pendientes de pago.',
      { field: 'ledger_prefix' }
    )
}

function checkedTaxId(type: TaxIdType, text: string | null): string | null {
  if (type === 'none') return null
  const taxId = normalizeTaxId(text ?? '')
  if (!taxId) throw new DomainError('E_TAX_ID', 'Este campo es obligatorio.', { field: 'tax_id' })
  if (['nif', 'cif', 'nie'].includes(type) && !isValidSpanishTaxId(taxId)) {
    throw new DomainError('E_TAX_ID', 'El NIF no es válido: la letra o dígito de control no coincide.', {
      field: 'tax_id',
    })
  }
  if (type === 'vat_eu' && !isValidVatNumber(taxId))
    throw new DomainError('E_TAX_ID', 'El NIF-IVA no es válido.', { field: 'tax_id' })
  return taxId
}

async function refuseTaken(taxId: string | null, except: number | null, trx: Transaction): Promise<void> {
  if (!taxId) return
  const taken = await row<{ code: string }>(
    `select code from providers where tax_id = :taxId and status <> 'merged' and id is distinct from :except limit 1`,
    { taxId, except },
    trx
  )
  if (taken)
    throw new DomainError('E_TAX_ID_TAKEN', `Ya existe el proveedor ${taken.code} con este NIF.`, {
      field: 'tax_id',
    })
}
