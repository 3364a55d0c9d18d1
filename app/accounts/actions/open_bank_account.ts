import { type Actor, recordEvent } from '#app/audit/record_event'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { isValidIban, normalizeIban } from '#app/kernel/iban'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { type AccountRole, roleCode } from '#app/ledger/queries/role_account'

export type NewBankAccount = {
  siteId: number
  name: string
  kind: 'bank' | 'card' | 'wallet' | 'psp' | 'emoney' | 'cash' | 'credit_line'
  providerCode: string
  currency: string
  iban?: string | null
  bic?: string | null
  holderName?: string | null
  openedOn: CalendarDate
  openingBalanceMinor: number
  isPayerDefault?: boolean
}

/**
 * Opens a main account with its own ledger account and, when it brings a balance, its opening entry.
 * Throws at `iban` when it is wrong or belongs to another account, at `name` when the company has that name,
 * at `site_id` when the company is not active, at `opening_balance` when its currency has no rate on the day.
 */
export async function openBankAccount(account: NewBankAccount, actor: Actor): Promise<number> {
  const iban = account.iban ? normalizeIban(account.iban) : null
  if (iban && !isValidIban(iban)) throw new DomainError('E_IBAN', 'El IBAN no es válido.', { field: 'iban' })
  if (account.kind === 'bank' && !iban)
    throw new DomainError('E_IBAN', 'Este campo es obligatorio.', { field: 'iban' })
  return inTransaction(async (trx) => {
    await refuseTaken(account, iban, trx)
    const id = await insertAccount(account, iban, actor, trx)
    await postOpening(id, account, actor, trx)
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: id,
        siteId: account.siteId,
        event: 'bank_account.opened',
        to: 'active',
      },
      trx
    )
    return id
  })
}

async function refuseTaken(
  { siteId, name }: NewBankAccount,
  iban: string | null,
  trx: Transaction
): Promise<void> {
  const site = await row(
    `select 1 as found from sites where id = :siteId and status <> 'archived'`,
    { siteId },
    trx
  )
  if (!site) throw new DomainError('E_SITE', 'La empresa está archivada.', { field: 'site_id' })
  const taken = await row<{ name: string; site: string; sameIban: boolean }>(
    `select b.name, s.legal_name::text as site, b.iban is not distinct from :iban::text and b.iban is not null as same_iban
       from bank_accounts b join sites s on s.id = b.site_id
      where (b.site_id = :siteId and lower(b.name) = lower(:name)) or (:iban::text is not null and b.iban = :iban) limit 1`,
    { siteId, name, iban },
    trx
  )
  if (taken?.sameIban)
    throw new DomainError(
      'E_IBAN_TAKEN',
      `El IBAN ya pertenece a la cuenta ${taken.name} de ${taken.site}.`,
      { field: 'iban' }
    )
  if (taken)
    throw new DomainError('E_NAME_TAKEN', 'La empresa ya tiene una cuenta con este nombre.', {
      field: 'name',
    })
}

async function insertAccount(
  account: NewBankAccount,
  iban: string | null,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `select nextval(pg_get_serial_sequence('bank_accounts', 'id')) as id`,
    {},
    trx
  )
  const prefix = await roleCode(account.siteId, roleOf(account), trx)
  const ledgerAccount = await ensureAccount(
    {
      siteId: account.siteId,
      prefix,
      subledger: 'bank',
      subledgerId: id,
      name: account.name,
      currency: account.currency,
    },
    trx
  )
  await execute(
    `insert into bank_accounts (id, site_id, name, kind, provider_code, iban, bic, holder_name, currency, ledger_account_id,
        bank_profile_id, is_payer_default, opening_balance_minor, opened_on, created_by)
     overriding system value
     values (:id, :siteId, :name, :kind, :providerCode, :iban, :bic, :holderName, :currency, :ledgerAccountId,
        (select id from bank_profiles order by id limit 1), :isPayerDefault, :openingBalanceMinor, :openedOn, :createdBy)`,
    {
      id,
      siteId: account.siteId,
      name: account.name,
      kind: account.kind,
      providerCode: account.providerCode,
      iban,
      bic: account.bic ?? null,
      holderName: account.holderName ?? null,
      currency: account.currency,
      ledgerAccountId: ledgerAccount.id,
      isPayerDefault: account.isPayerDefault ?? false,
      openingBalanceMinor: account.openingBalanceMinor,
      openedOn: account.openedOn,
      createdBy: actor.userId,
    },
    trx
  )
  return id
}

function roleOf({ kind, currency }: NewBankAccount): AccountRole {
  if (kind === 'cash') return 'cash'
  if (kind === 'credit_line') return 'credit_line'
  if (kind === 'wallet' || kind === 'psp' || kind === 'emoney') return 'wallet'
  return currency === 'EUR' ? 'bank' : 'foreign_bank'
}

async function postOpening(
  id: number,
  account: NewBankAccount,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (account.openingBalanceMinor === 0) return
  const { ledgerAccountId, baseCurrency } = await oneRow<{ ledgerAccountId: number; baseCurrency: string }>(
    `select b.ledger_account_id, s.base_currency from bank_accounts b join sites s on s.id = b.site_id where b.id = :id`,
    { id },
    trx
  )
  const baseMinor = await openingInBase(account, baseCurrency, trx)
  const equity = await ensureAccount(
    {
      siteId: account.siteId,
      prefix: await roleCode(account.siteId, 'opening_equity', trx),
      name: 'Remanente',
    },
    trx
  )
  await postEntry(
    {
      siteId: account.siteId,
      postedOn: account.openedOn,
      journal: 'apertura',
      kind: 'bank_account.opening',
      idempotencyKey: `bank_account:${id}:opening:1`,
      description: `Saldo inicial de ${account.name}`,
      sourceType: 'bank_account',
      sourceId: id,
      createdBy: actor.userId,
      lines: [
        {
          accountId: ledgerAccountId,
          amountMinor: account.openingBalanceMinor,
          baseMinor,
          currency: account.currency,
        },
        { accountId: equity.id, amountMinor: -baseMinor },
      ],
    },
    trx
  )
}

/** Throws at `opening_balance` where the day has no rate for its currency. */
async function openingInBase(
  { openingBalanceMinor, currency, openedOn }: NewBankAccount,
  baseCurrency: string,
  trx: Transaction
): Promise<number> {
  try {
    return await toBaseMinor({ amountMinor: openingBalanceMinor, currency, baseCurrency, day: openedOn }, trx)
  } catch (error) {
    if (!isDomainError(error)) throw error
    throw new DomainError(error.code, error.message, { field: 'opening_balance', cause: error })
  }
}
