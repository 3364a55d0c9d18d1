import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { isValidVatNumber } from '#app/kernel/identifiers/vat_number'
import type { ProviderData } from '#app/providers/actions/update_provider'
import type Provider from '#app/providers/models/provider'
import { supplierInvoices, supplierProfiles } from '#app/providers/ports'
import { bankDoubts } from '#app/providers/queries/bank_doubts'

export type TaxIdType = 'nif' | 'cif' | 'nie' | 'vat_eu' | 'foreign' | 'none'

/** With a new supplier nobody can stand by a doubtful account yet: it is added afterwards, where that is asked. */
export async function refuseDoubtful(
  bank: Parameters<typeof bankDoubts>[0],
  trx: Transaction
): Promise<void> {
  const doubts = await bankDoubts(bank, trx)
  if (doubts.length === 0) return
  throw new DomainError(
    'E_DOUBT',
    `${doubts.join(' ')} Cree el proveedor sin cuenta y añádala después en su ficha.`,
    { field: 'iban' }
  )
}

/** A profile that is used when none matches is the supplier's own or one of the whole group. */
export async function refuseForeignProfile(
  providerId: number,
  profileId: number | null,
  trx: Transaction
): Promise<void> {
  if (profileId === null) return
  if (!(await supplierProfiles.one().isOption(profileId, providerId, trx)))
    throw new DomainError('E_PROFILE', 'El valor seleccionado no es válido.', { field: 'default_profile_id' })
}

const SPANISH_POSTAL_CODE = /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/

/** Throws E_POSTAL_CODE at `postal_code` for what is no postal code of Spain. */
export function refuseBadPostalCode({ country, postalCode }: ProviderData): void {
  if (country === 'ES' && postalCode && !SPANISH_POSTAL_CODE.test(postalCode))
    throw new DomainError('E_POSTAL_CODE', 'El código postal no es válido.', { field: 'postal_code' })
}

/** The account family of a supplier stays while something is owed on it: its payments belong where its invoices are. */
export async function refuseMovedDebt(
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

/** The normalised tax number of a kind, null where it has none. Throws E_TAX_ID at `tax_id`. */
export function checkedTaxId(type: TaxIdType, text: string | null): string | null {
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

/** Throws E_TAX_ID_TAKEN at `tax_id` for the number of another supplier. */
export async function refuseTaken(
  taxId: string | null,
  except: number | null,
  trx: Transaction
): Promise<void> {
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
