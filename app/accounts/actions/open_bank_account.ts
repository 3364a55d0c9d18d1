import type { AccountKind } from '#app/accounts/account_labels'
import { openLedgerAccount, takeLedgerAccount } from '#app/accounts/actions/link_ledger_account'
import {
  refuseBadIdentity,
  refuseBadParent,
  refuseUnknownCurrency,
} from '#app/accounts/actions/refuse_bad_account'
import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { roleCode } from '#app/ledger/queries/role_account'

export type NewBankAccount = {
  siteId: number
  name: string
  kind: AccountKind
  providerCode: string
  currency: string
  iban?: string | null
  bic?: string | null
  holderName?: string | null
  openedOn: CalendarDate
  /** In minor units of its currency. */
  openingBalanceMinor: number
  isPayerDefault?: boolean
  /** An account of the plan to take; one is opened for it when absent. */
  ledgerAccountId?: number | null
  /** The bank account that a card is charged to. */
  parentAccountId?: number | null
}

/**
 * Opens a main account with its own ledger account and, when it brings a balance, its opening entry.
 * Throws at `iban` when it is wrong or belongs to another account, at `name` when the company has that name,
 * at `site_id` when the company is archived, at `ledger_account_id` and `parent_account_id` when what was chosen does not
 * fit, at `opening_balance` when its currency has no rate on the day.
 */
export async function openBankAccount(account: NewBankAccount, actor: Actor): Promise<number> {
  const iban = account.iban ? normalizeIban(account.iban) : null
  return inTransaction(async (trx) => {
    await refuseArchived(account.siteId, trx)
    await refuseUnknownCurrency(account.currency, trx)
    await refuseBadIdentity({ ...account, iban }, trx)
    await refuseBadParent({ ...account, parentAccountId: account.parentAccountId ?? null }, trx)
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
        diff: changedFields(
          {},
          {
            name: account.name,
            iban,
            currency: account.currency,
            openingBalance: account.openingBalanceMinor
              ? formatAmount(account.openingBalanceMinor, account.currency)
              : null,
          }
        ),
      },
      trx
    )
    return id
  })
}

async function refuseArchived(siteId: number, trx: Transaction): Promise<void> {
  const site = await row(
    `select 1 as found from sites where id = :siteId and status <> 'archived'`,
    { siteId },
    trx
  )
  if (!site) throw new DomainError('E_SITE', 'La empresa está archivada.', { field: 'site_id' })
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
  const wanted = { ...account, bankAccountId: id }
  const ledgerAccountId = account.ledgerAccountId
    ? await takeLedgerAccount({ ...wanted, ledgerAccountId: account.ledgerAccountId }, trx)
    : await openLedgerAccount(wanted, trx)
  await execute(
    `insert into bank_accounts (id, site_id, name, kind, provider_code, iban, bic, holder_name, currency, ledger_account_id, parent_account_id,
        bank_profile_id, is_payer_default, opening_balance_minor, opened_on, created_by)
     overriding system value
     values (:id, :siteId, :name, :kind, :providerCode, :iban, :bic, :holderName, :currency, :ledgerAccountId, :parentAccountId,
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
      ledgerAccountId,
      parentAccountId: account.parentAccountId ?? null,
      isPayerDefault: account.isPayerDefault ?? false,
      openingBalanceMinor: account.openingBalanceMinor,
      openedOn: account.openedOn,
      createdBy: actor.userId,
    },
    trx
  )
  return id
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
  await refuseOpened(ledgerAccountId, trx)
  const baseMinor = await openingInBase(account, baseCurrency, trx)
  const equity = await ensureAccount(
    {
      siteId: account.siteId,
      prefix: await roleCode(account.siteId, 'opening_equity', trx),
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

/** A balance that a file of saldos iniciales brought is not brought a second time. */
async function refuseOpened(ledgerAccountId: number, trx: Transaction): Promise<void> {
  const opened = await row(
    `select 1 as found from opened_accounts where ledger_account_id = :ledgerAccountId for key share`,
    { ledgerAccountId },
    trx
  )
  if (opened)
    throw new DomainError('E_OPENED', 'Los saldos iniciales importados ya traen el de esta cuenta.', {
      field: 'opening_balance',
    })
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
