import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban, normalizeIban } from '#app/kernel/iban'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/sql'

export type BankAccountChanges = {
  name: string
  providerCode: string
  iban: string | null
  bic: string | null
  holderName: string | null
  isPayerDefault: boolean
  sepaSuffix: string
  lockVersion: number
}

type Before = Omit<BankAccountChanges, never> & {
  siteId: number
  status: string
  kind: string
  currency: string
  hasMovements: boolean
}

/**
 * Changes the facts of an account; its currency never changes, its IBAN only before its first movement. Throws at
 * `iban` and `name` as opening does, E_CLOSED on a closed account, and E_STALE when somebody else changed it meanwhile.
 */
export async function updateBankAccount(
  id: number,
  changes: BankAccountChanges,
  actor: Actor
): Promise<void> {
  const iban = changes.iban ? normalizeIban(changes.iban) : null
  await inTransaction(async (trx) => {
    const before = await oneRow<Before>(
      `select b.site_id, b.status, b.name, b.kind, b.currency, b.provider_code, b.iban, b.bic, b.holder_name, b.is_payer_default, b.sepa_suffix, b.lock_version,
              exists (select 1 from bank_statement_lines l where l.bank_account_id = b.id) as has_movements
         from bank_accounts b where b.id = :id for update of b`,
      { id },
      trx
    )
    if (before.lockVersion !== changes.lockVersion) {
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    }
    if (before.status === 'closed') {
      throw new DomainError('E_CLOSED', 'La cuenta está cerrada: reábrala para cambiar sus datos.', {
        field: 'form',
      })
    }
    await refuseBad(id, before, { ...changes, iban }, trx)
    if (changes.isPayerDefault && !before.isPayerDefault) await takePayer(before, trx)
    const { lockVersion: _, ...fields } = { ...changes, iban }
    await execute(
      `update bank_accounts set name = :name, provider_code = :providerCode, iban = :iban, bic = :bic, holder_name = :holderName,
          is_payer_default = :isPayerDefault, sepa_suffix = :sepaSuffix, lock_version = lock_version + 1, updated_by = :userId where id = :id`,
      { id, ...fields, userId: actor.userId },
      trx
    )
    const diff = changedFields({ ...before }, fields)
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: id,
        siteId: before.siteId,
        event: 'bank_account.updated',
        diff,
      },
      trx
    )
  })
}

async function refuseBad(
  id: number,
  before: Before,
  { name, iban }: BankAccountChanges,
  trx: Transaction
): Promise<void> {
  const refuse = (field: string, message: string): never => {
    throw new DomainError('E_ACCOUNT', message, { field })
  }
  if (before.kind === 'bank' && !iban) refuse('iban', 'Este campo es obligatorio.')
  if (iban && !isValidIban(iban)) refuse('iban', 'El IBAN no es válido.')
  if (iban !== before.iban && before.hasMovements)
    refuse('iban', 'El IBAN no puede cambiar: la cuenta tiene movimientos.')
  const taken = await row<{ name: string; site: string; sameIban: boolean }>(
    `select b.name, s.legal_name::text as site, b.iban is not null and b.iban is not distinct from :iban::text as same_iban
       from bank_accounts b join sites s on s.id = b.site_id
      where b.id <> :id and ((b.site_id = :siteId and lower(b.name) = lower(:name)) or b.iban = :iban::text) limit 1`,
    { id, siteId: before.siteId, name, iban },
    trx
  )
  if (taken?.sameIban) refuse('iban', `El IBAN ya pertenece a la cuenta ${taken.name} de ${taken.site}.`)
  if (taken) refuse('name', 'La empresa ya tiene una cuenta con este nombre.')
}

/** One account a company and currency pays by default: the other one stops. */
async function takePayer({ siteId, currency }: Before, trx: Transaction): Promise<void> {
  await execute(
    `update bank_accounts set is_payer_default = false where site_id = :siteId and currency = :currency and is_payer_default`,
    { siteId, currency },
    trx
  )
}
