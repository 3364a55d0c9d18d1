import { type Actor, recordEvent } from '#app/audit/record_event'
import { checkIban } from '#app/blacklist/check_iban'
import { DomainError } from '#app/kernel/domain_error'
import { ibanBankName, ibanCountry, isValidIban, maskIban, normalizeIban } from '#app/kernel/iban'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/sql'
import { tellBankChanged } from '#app/providers/bank_followers'

export type NewBank = {
  providerId: number
  iban: string
  holderName: string
  label?: string
  siteId?: number | null
}
export type VerificationMethod = 'phone_call' | 'certificate' | 'vop' | 'first_invoice'

/** Hours between the verification of a bank detail and the first payment to it (area 04 §1). */
export const COOLING_HOURS = 48

/** A bank detail is always named with its supplier: one of another supplier is refused. */
export type BankKey = { providerId: number; bankId: number }

type Bank = {
  id: number
  providerId: number
  iban: string
  verification: string
  createdBy: number | null
  disabledAt: Date | null
}

/** Adds a bank detail, unverified: no payment goes to it before a second person verifies it. Throws at `iban`. */
export async function addBank(bank: NewBank, actor: Actor, outer?: Transaction): Promise<number> {
  const iban = normalizeIban(bank.iban)
  if (!isValidIban(iban)) throw new DomainError('E_IBAN', 'El IBAN no es válido.', { field: 'iban' })
  const bankId = await inTransaction(async (trx) => {
    const hit = await checkIban(
      iban,
      {
        point: 'provider_bank.create',
        objectType: 'provider',
        objectId: bank.providerId,
        userId: actor.userId,
      },
      trx
    )
    if (hit?.severity === 'block')
      throw new DomainError('E_BLACKLIST', 'Este IBAN está en la lista negra y no puede guardarse.', {
        field: 'iban',
      })
    const own = await row(
      `select 1 as found from provider_banks where provider_id = :providerId and iban = :iban`,
      { providerId: bank.providerId, iban },
      trx
    )
    if (own) throw new DomainError('E_IBAN_TAKEN', 'El proveedor ya tiene este IBAN.', { field: 'iban' })
    const { id } = await oneRow<{ id: number }>(
      `insert into provider_banks (provider_id, site_id, label, iban, bank_name, country, holder_name, is_default, created_by)
       values (:providerId, :siteId, :label, :iban, :bankName, :country, :holderName,
          not exists (select 1 from provider_banks where provider_id = :providerId and is_default and site_id is null and disabled_at is null) and :siteId::bigint is null, :createdBy)
       returning id`,
      {
        providerId: bank.providerId,
        siteId: bank.siteId ?? null,
        label: bank.label || 'Cuenta principal',
        iban,
        bankName: ibanBankName(iban),
        country: ibanCountry(iban),
        holderName: bank.holderName.trim().slice(0, 140),
        createdBy: actor.userId,
      },
      trx
    )
    await recordBank(bank.providerId, id, 'provider_bank.added', iban, actor, trx)
    return id
  }, outer)
  // A caller with a transaction of its own has not committed yet; its documents are judged when it saves them.
  if (!outer) await tellBankChanged({ providerId: bank.providerId, iban })
  return bankId
}

/** A second person vouches for a bank detail; the first payment waits for the cooling time. */
export async function verifyBank(
  { providerId, bankId }: BankKey,
  method: VerificationMethod,
  actor: Actor
): Promise<void> {
  const iban = await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    if (bank.verification === 'verified')
      throw new DomainError('E_TRANSITION', 'La cuenta ya está verificada.')
    if (bank.disabledAt) throw new DomainError('E_TRANSITION', 'La cuenta está deshabilitada.')
    if (bank.createdBy === actor.userId)
      throw new DomainError('E_FOUR_EYES', 'Debe verificarla una persona distinta de quien la dio de alta.')
    const hit = await checkIban(
      bank.iban,
      {
        point: 'provider_bank.verify',
        objectType: 'provider',
        objectId: bank.providerId,
        userId: actor.userId,
      },
      trx
    )
    if (hit?.severity === 'block') throw new DomainError('E_BLACKLIST', 'Este IBAN está en la lista negra.')
    await execute(
      `update provider_banks set verification = 'verified', verification_method = :method, verified_by = :userId, verified_at = now(),
          payable_from = now() + make_interval(hours => :hours) where id = :bankId`,
      { bankId, method, userId: actor.userId, hours: COOLING_HOURS },
      trx
    )
    await recordBank(bank.providerId, bankId, 'provider_bank.verified', bank.iban, actor, trx)
    return bank.iban
  })
  await tellBankChanged({ providerId, iban })
}

/** The approver's override of the cooling time, with its reason. */
export async function waiveCooling(
  { providerId, bankId }: BankKey,
  reason: string,
  actor: Actor
): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    if (bank.verification !== 'verified')
      throw new DomainError('E_TRANSITION', 'La cuenta no está verificada.')
    await execute(`update provider_banks set payable_from = now() where id = :bankId`, { bankId }, trx)
    await recordBank(bank.providerId, bankId, 'provider_bank.cooling_waived', bank.iban, actor, trx, reason)
  })
}

export async function rejectBank(
  { providerId, bankId }: BankKey,
  reason: string,
  actor: Actor
): Promise<void> {
  const iban = await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    await execute(
      `update provider_banks set verification = 'rejected', verified_by = null, verified_at = null, is_default = false where id = :bankId`,
      { bankId },
      trx
    )
    await recordBank(bank.providerId, bankId, 'provider_bank.rejected', bank.iban, actor, trx, reason)
    return bank.iban
  })
  await tellBankChanged({ providerId, iban })
}

/** Takes a bank detail out of use; it is never deleted. */
export async function disableBank({ providerId, bankId }: BankKey, actor: Actor): Promise<void> {
  const iban = await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    await execute(
      `update provider_banks set disabled_at = now(), is_default = false where id = :bankId and disabled_at is null`,
      { bankId },
      trx
    )
    await recordBank(bank.providerId, bankId, 'provider_bank.disabled', bank.iban, actor, trx)
    return bank.iban
  })
  await tellBankChanged({ providerId, iban })
}

export async function makeDefaultBank({ providerId, bankId }: BankKey, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    if (bank.disabledAt || bank.verification === 'rejected')
      throw new DomainError('E_TRANSITION', 'Esta cuenta no puede ser la predeterminada.')
    await execute(
      `update provider_banks set is_default = false where provider_id = :providerId and site_id is null`,
      { providerId: bank.providerId },
      trx
    )
    await execute(`update provider_banks set is_default = true where id = :bankId`, { bankId }, trx)
    await recordBank(bank.providerId, bankId, 'provider_bank.default', bank.iban, actor, trx)
  })
}

async function lockBank(providerId: number, bankId: number, trx: Transaction): Promise<Bank> {
  const bank = await row<Bank>(
    `select id, provider_id, iban, verification, created_by, disabled_at from provider_banks where id = :bankId and provider_id = :providerId for update`,
    { providerId, bankId },
    trx
  )
  if (!bank) throw new DomainError('E_BANK', 'La cuenta no es de este proveedor.')
  return bank
}

function recordBank(
  providerId: number,
  bankId: number,
  event: string,
  iban: string,
  actor: Actor,
  trx: Transaction,
  reason: string | null = null
): Promise<void> {
  return recordEvent(
    {
      actor,
      objectType: 'provider',
      objectId: providerId,
      event,
      reason,
      diff: { iban: [null, maskIban(iban)], bank: [null, bankId] },
    },
    trx
  )
}
