import { tellBankChanged } from '#app/accounts/payee_bank_followers'
import { assertMayBeDefault, assertVerifiable, assertWaits } from '#app/accounts/payee_bank_rules'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { checkIban, noteReleased } from '#app/blacklist/check_iban'
import { type Paper, refuseUnfitPaper } from '#app/files/paper'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { AccountNumbers } from '#app/kernel/identifiers/account_number'
import { checkedBic } from '#app/kernel/identifiers/bic'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { givenReason } from '#app/kernel/text/given_reason'
import { keepEvidence } from '#app/providers/actions/bank_evidence'
import { lockBank, lockProvider, recordBank, recordChange } from '#app/providers/actions/bank_history'
import { ibanAccount, insertBank, type NewBank, reviveBank } from '#app/providers/actions/keep_bank'
import { bankDoubts } from '#app/providers/queries/bank_doubts'
import { coolingHours } from '#app/sites/actions/set_cooling_hours'

export type VerificationMethod = 'phone_call' | 'certificate' | 'vop' | 'first_invoice'

/** A bank detail is always named with its supplier: one of another supplier is refused. */
export type BankKey = { providerId: number; bankId: number }

/**
 * Adds a bank detail, unverified: no payment goes to it before a second person verifies it. One that was disabled comes
 * back the same way. Throws at `iban` and, where it was asked for, `bic`; E_DOUBT at `is_confirmed` when it is another supplier's too, or another holder's.
 */
export async function addBank(given: NewBank, actor: Actor, outer?: Transaction): Promise<number> {
  const iban = normalizeIban(given.iban)
  if (!isValidIban(iban)) throw new DomainError('E_IBAN', 'El IBAN no es válido.', { field: 'iban' })
  const { bic: givenBic, ...bank } = given
  const account = ibanAccount(iban, givenBic === undefined ? null : checkedBic({ iban, bic: givenBic }))
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
    await lockProvider(bank.providerId, trx)
    const own = await row<{ id: number; isDisabled: boolean }>(
      `select id, disabled_at is not null as is_disabled from provider_banks where provider_id = :providerId and iban = :iban`,
      { providerId: bank.providerId, iban },
      trx
    )
    if (own && !own.isDisabled)
      throw new DomainError('E_IBAN_TAKEN', 'El proveedor ya tiene este IBAN.', { field: 'iban' })
    const doubts = bank.isConfirmed ? [] : await bankDoubts({ ...bank, account }, trx)
    if (doubts.length > 0) throw new DomainError('E_DOUBT', doubts.join(' '), { field: 'is_confirmed' })
    const id = own
      ? await reviveBank(own.id, bank, account, actor, trx)
      : await insertBank(bank, account, actor, trx)
    await recordBank({ ...account, id, providerId: bank.providerId }, 'provider_bank.added', actor, trx)
    return id
  }, outer)
  // A caller with a transaction of its own has not committed yet; its documents are judged when it saves them.
  if (!outer) await tellBankChanged({ payee: 'provider', payeeId: bank.providerId, iban })
  return bankId
}

/**
 * A second person vouches for a bank detail, with the certificate that they saw if there is one; the first payment waits
 * for the cooling time. Throws at `file`.
 */
export async function verifyBank(
  { providerId, bankId }: BankKey,
  method: VerificationMethod,
  actor: Actor,
  certificate: Paper | null = null
): Promise<void> {
  if (certificate) await refuseUnfitPaper(certificate, 'file')
  const iban = await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    assertVerifiable(bank, actor.userId)
    if (bank.movedBy !== null && bank.movedBy === actor.userId)
      throw new DomainError(
        'E_FOUR_EYES',
        'Debe verificarla una persona distinta de quien fusionó los proveedores.'
      )
    const where = { point: 'provider_bank.verify', objectType: 'provider', userId: actor.userId }
    if (bank.iban === null) refuseUnaskable(method)
    else {
      const hit = await checkIban(bank.iban, { ...where, objectId: providerId }, trx)
      if (hit?.severity === 'block') throw new DomainError('E_BLACKLIST', 'Este IBAN está en la lista negra.')
      if (hit) await noteReleased([{ ...hit, iban: bank.iban, objectId: providerId }], where, trx)
    }
    const evidence = await keepEvidence(bank.id, { method, certificate }, actor, trx)
    await execute(
      `update provider_banks set verification = 'verified', verification_method = :method, evidence_file_id = :fileId, verified_by = :userId, verified_at = now(),
          payable_from = now() + make_interval(hours => :hours), waived_by = null, last_changed_by = :userId where id = :bankId`,
      { bankId, method, fileId: evidence.fileId, userId: actor.userId, hours: await coolingHours(trx) },
      trx
    )
    await recordChange(bank, 'provider_bank.verified', actor, trx, { changes: evidence.change })
    return bank.iban
  })
  await tellBankChanged({ payee: 'provider', payeeId: providerId, iban })
}

/** Banks tell the holder of an account by its IBAN. Throws at `method`. */
function refuseUnaskable(method: VerificationMethod): void {
  if (method === 'vop')
    throw new DomainError('E_METHOD', 'Los bancos solo comprueban el titular de cuentas con IBAN.', {
      field: 'method',
    })
}

/** The approver's override of the cooling time, with its reason. */
export async function waiveCooling(
  { providerId, bankId }: BankKey,
  reason: string,
  actor: Actor
): Promise<void> {
  const why = givenReason(reason)
  await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    assertWaits(bank, actor.userId)
    await execute(
      `update provider_banks set payable_from = now(), waived_by = :userId, last_changed_by = :userId where id = :bankId`,
      { bankId, userId: actor.userId },
      trx
    )
    await recordChange(bank, 'provider_bank.cooling_waived', actor, trx, { reason: why })
  })
}

/** Somebody says that a bank detail is not right; no payment goes to it. Throws E_REASON without a reason. */
export async function rejectBank(
  { providerId, bankId }: BankKey,
  reason: string,
  actor: Actor
): Promise<void> {
  const why = givenReason(reason)
  const iban = await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    await execute(
      `update provider_banks set verification = 'rejected', verified_by = null, verified_at = null, is_default = false, last_changed_by = :userId where id = :bankId`,
      { bankId, userId: actor.userId },
      trx
    )
    await recordChange(bank, 'provider_bank.rejected', actor, trx, { reason: why })
    return bank.iban
  })
  await tellBankChanged({ payee: 'provider', payeeId: providerId, iban })
}

/** The bank says that the account is wrong: it must be verified again before it is paid (area 28 §2). */
export async function doubtBank(
  bankId: number,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { providerId } = await oneRow<{ providerId: number }>(
    `select provider_id from provider_banks where id = :bankId`,
    { bankId },
    trx
  )
  const bank = await lockBank(providerId, bankId, trx)
  if (bank.verification !== 'verified') return
  await execute(
    `update provider_banks set verification = 'unverified', verification_method = null, verified_by = null, verified_at = null, payable_from = null where id = :bankId`,
    { bankId },
    trx
  )
  await recordChange(bank, 'provider_bank.doubted', actor, trx, { reason })
}

/** Takes a bank detail out of use; it is never deleted. */
export async function disableBank({ providerId, bankId }: BankKey, actor: Actor): Promise<void> {
  const iban = await inTransaction(async (trx) => {
    const bank = await lockBank(providerId, bankId, trx)
    await execute(
      `update provider_banks set disabled_at = now(), is_default = false, last_changed_by = :userId where id = :bankId and disabled_at is null`,
      { bankId, userId: actor.userId },
      trx
    )
    await recordChange(bank, 'provider_bank.disabled', actor, trx)
    return bank.iban
  })
  await tellBankChanged({ payee: 'provider', payeeId: providerId, iban })
}

/** Makes a bank detail the one paid when nothing else is said. */
export async function makeDefaultBank({ providerId, bankId }: BankKey, actor: Actor): Promise<void> {
  const replaced = await inTransaction(async (trx) => {
    await lockProvider(providerId, trx)
    const bank = await lockBank(providerId, bankId, trx)
    assertMayBeDefault(bank)
    const previous = await row<AccountNumbers>(
      `update provider_banks set is_default = false where provider_id = :providerId and site_id is not distinct from :siteId::bigint and is_default and id <> :bankId returning iban, account_number`,
      { providerId, siteId: bank.siteId, bankId },
      trx
    )
    await execute(
      `update provider_banks set is_default = true, last_changed_by = :userId where id = :bankId`,
      { bankId, userId: actor.userId },
      trx
    )
    await recordChange(bank, 'provider_bank.default', actor, trx, { previous })
    return previous
  })
  if (replaced)
    await tellBankChanged({ payee: 'provider', payeeId: providerId, iban: replaced.iban, isReplaced: true })
}

/**
 * One account for all companies, or one by company. Back to one only when no company has its own any more: nobody
 * should find out by a payment where it went. Throws E_OWN_BANKS.
 */
export async function changeBankMode(providerId: number, isMulti: boolean, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    await lockProvider(providerId, trx)
    const own = await row(
      `select 1 as found from provider_banks where provider_id = :providerId and site_id is not null and disabled_at is null limit 1`,
      { providerId },
      trx
    )
    if (!isMulti && own)
      throw new DomainError('E_OWN_BANKS', 'Deshabilite antes las cuentas que son de una sola empresa.')
    const changed = await execute(
      `update providers set multi_bank = :isMulti, lock_version = lock_version + 1 where id = :providerId and multi_bank <> :isMulti`,
      { providerId, isMulti },
      trx
    )
    if (changed === 0) return
    await recordEvent(
      {
        actor,
        objectType: 'provider',
        objectId: providerId,
        event: 'provider.changed',
        diff: { multiBank: [!isMulti, isMulti] },
      },
      trx
    )
  })
}
