import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban } from '#app/kernel/identifiers/iban'

type Identity = {
  /** Absent for an account that is about to be opened. */
  id?: number
  siteId: number
  name: string
  kind: string
  /** Normalised. */
  iban: string | null
}

/** Throws at `iban` when it is missing for a bank, wrong or of another account, at `name` when the company has that name. */
export async function refuseBadIdentity(
  { id, siteId, name, kind, iban }: Identity,
  trx: Transaction
): Promise<void> {
  const refuse = (code: DomainError['code'], field: string, message: string): never => {
    throw new DomainError(code, message, { field })
  }
  if (kind === 'bank' && !iban) refuse('E_IBAN', 'iban', 'Este campo es obligatorio.')
  if (iban && !isValidIban(iban)) refuse('E_IBAN', 'iban', 'El IBAN no es válido.')
  const taken = await row<{ name: string; site: string; sameIban: boolean }>(
    `select b.name, s.legal_name::text as site, b.iban is not null and b.iban is not distinct from :iban::text as same_iban
       from bank_accounts b join sites s on s.id = b.site_id
      where b.id is distinct from :id::bigint and ((b.site_id = :siteId and lower(b.name) = lower(:name)) or b.iban = :iban::text)
      order by 3 desc limit 1`,
    { id: id ?? null, siteId, name, iban },
    trx
  )
  if (taken?.sameIban)
    refuse('E_IBAN_TAKEN', 'iban', `El IBAN ya pertenece a la cuenta ${taken.name} de ${taken.site}.`)
  if (taken) refuse('E_NAME_TAKEN', 'name', 'La empresa ya tiene una cuenta con este nombre.')
}

/** Throws at `parent_account_id` unless it is an open bank account of the company in the currency, and this one a card. */
export async function refuseBadParent(
  {
    siteId,
    kind,
    currency,
    parentAccountId,
  }: { siteId: number; kind: string; currency: string; parentAccountId: number | null },
  trx: Transaction
): Promise<void> {
  if (parentAccountId === null) return
  const parent = await row<{ isFit: boolean }>(
    `select kind = 'bank' and status <> 'closed' and currency = :currency as is_fit from bank_accounts where id = :parentAccountId and site_id = :siteId`,
    { parentAccountId, siteId, currency },
    trx
  )
  if (kind !== 'card' || !parent?.isFit)
    throw new DomainError(
      'E_PARENT',
      'Una tarjeta solo puede depender de una cuenta bancaria de su empresa y de su divisa.',
      { field: 'parent_account_id' }
    )
}

/** Throws at `currency` for one the product does not know. */
export async function refuseUnknownCurrency(currency: string, trx: Transaction): Promise<void> {
  const known = await row(`select 1 as found from currencies where code = :currency`, { currency }, trx)
  if (!known)
    throw new DomainError('E_CURRENCY', 'El valor seleccionado no es válido.', { field: 'currency' })
}
