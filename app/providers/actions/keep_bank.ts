import type { Actor } from '#app/audit/record_event'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import type { AccountKind, AccountNumbers } from '#app/kernel/identifiers/account_number'
import { ibanBankName, ibanCountry } from '#app/kernel/identifiers/iban'

/** What is told of a bank detail, however its account is numbered. */
export type BankDetails = {
  providerId: number
  holderName: string
  label?: string
  siteId?: number | null
  /** The paper that came with it, for who verifies it. */
  evidenceFileId?: number | null
  /** Somebody has looked at what is doubtful about it and stands by it. */
  isConfirmed?: boolean
}

export type NewBank = BankDetails & {
  iban: string
  /** Left out where nobody was asked for it. */
  bic?: string | null
}

/** The account of a bank detail as it is kept. */
export type KeptAccount = AccountNumbers & {
  accountKind: AccountKind
  routingCode: string | null
  bic: string | null
  bankName: string | null
  country: string
}

/** An account with IBAN: its bank and country are told by it. */
export const ibanAccount = (iban: string, bic: string | null): KeptAccount & { iban: string } => ({
  accountKind: 'iban',
  iban,
  accountNumber: null,
  routingCode: null,
  bic,
  bankName: ibanBankName(iban),
  country: ibanCountry(iban),
})

/** A new bank detail, the default when the supplier has none. Gives its key. */
export async function insertBank(
  bank: BankDetails,
  account: KeptAccount,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into provider_banks (provider_id, site_id, label, account_kind, iban, account_number, routing_code, bic, bank_name, country, holder_name, evidence_file_id, is_default, created_by, last_changed_by)
     values (:providerId, :siteId, :label, :accountKind, :iban, :accountNumber, :routingCode, :bic, :bankName, :country, :holderName, :evidenceFileId,
        not exists (select 1 from provider_banks where provider_id = :providerId and is_default and site_id is null and disabled_at is null) and :siteId::bigint is null, :createdBy, :createdBy)
     returning id`,
    {
      providerId: bank.providerId,
      siteId: bank.siteId ?? null,
      label: bank.label || 'Cuenta principal',
      ...account,
      holderName: bank.holderName.trim().slice(0, 140),
      evidenceFileId: bank.evidenceFileId ?? null,
      createdBy: actor.userId,
    },
    trx
  )
  return id
}

/** A disabled detail in use again: as new, and whoever brings it back does not verify it. */
export async function reviveBank(
  bankId: number,
  bank: BankDetails,
  { accountKind, routingCode, bic, bankName, country }: KeptAccount,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  await execute(
    `update provider_banks set disabled_at = null, verification = 'unverified', verification_method = null, verified_by = null, verified_at = null,
        payable_from = null, waived_by = null, is_default = false, holder_name = :holderName, label = :label, site_id = :siteId, account_kind = :accountKind, routing_code = :routingCode,
        bic = coalesce(:bic, bic), bank_name = :bankName, country = :country, evidence_file_id = coalesce(:evidenceFileId, evidence_file_id), created_by = :userId, last_changed_by = :userId,
        created_at = now() where id = :bankId`,
    {
      bankId,
      siteId: bank.siteId ?? null,
      accountKind,
      routingCode,
      bic,
      bankName,
      country,
      holderName: bank.holderName.trim().slice(0, 140),
      label: bank.label || 'Cuenta principal',
      evidenceFileId: bank.evidenceFileId ?? null,
      userId: actor.userId,
    },
    trx
  )
  return bankId
}
