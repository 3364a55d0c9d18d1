import type { AccountColor, AccountKind } from '#app/accounts/account_labels'
import { freeLedgerAccounts, openLedgerAccount } from '#app/accounts/actions/link_ledger_account'
import {
  refuseBadIdentity,
  refuseBadParent,
  refuseUnknownCurrency,
} from '#app/accounts/actions/refuse_bad_account'
import { ledgerRoleOf } from '#app/accounts/ledger_role'
import { tellOwnAccountChanged } from '#app/accounts/own_account_followers'
import { currencyUses } from '#app/accounts/ports'
import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isHindered } from '#app/kernel/hindrances'
import { normalizeIban } from '#app/kernel/identifiers/iban'

const FEE_BASIS_POINTS_MAX = 2000
const FEE_FIXED_MINOR_MAX = 100_000

type Facts = {
  name: string
  providerCode: string
  currency: string
  iban: string | null
  bic: string | null
  holderName: string | null
  isPayerDefault: boolean
  sepaSuffix: string
  parentAccountId: number | null
  color: AccountColor | null
  sort: number
  /** What the service behind it keeps back of what it pays in. */
  feeBasisPoints: number
  feeFixedMinor: number
}
type Added = 'currency' | 'parentAccountId' | 'color' | 'sort' | 'feeBasisPoints' | 'feeFixedMinor'

/** What is left out of the last six stays as it is. */
export type BankAccountChanges = Omit<Facts, Added> & Partial<Pick<Facts, Added>> & { lockVersion: number }

type Before = Facts & {
  siteId: number
  status: string
  kind: AccountKind
  ledgerAccountId: number
  lockVersion: number
  hasStatement: boolean
  hasMovements: boolean
}

/**
 * Changes the facts of an account: its IBAN before its first statement line, its currency before its first movement of
 * any kind. Throws at the field as opening does, E_CLOSED on a closed account, and E_STALE when somebody else changed it
 * meanwhile.
 */
export async function updateBankAccount(
  id: number,
  changes: BankAccountChanges,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const before = await lockAccount(id, trx)
    refuseUntouchable(before, changes.lockVersion)
    const after = afterOf(before, changes)
    await refuseBad(id, before, after, trx)
    if (after.isPayerDefault && !before.isPayerDefault) await takePayer({ ...before, ...after }, actor, trx)
    const ledgerAccountId = await ledgerAccountFor(id, before, after, trx)
    await execute(
      `update bank_accounts set name = :name, provider_code = :providerCode, currency = :currency, ledger_account_id = :ledgerAccountId, iban = :iban, bic = :bic,
          holder_name = :holderName, is_payer_default = :isPayerDefault, sepa_suffix = :sepaSuffix, parent_account_id = :parentAccountId, color = :color, sort = :sort,
          fee_basis_points = :feeBasisPoints, fee_fixed_minor = :feeFixedMinor, lock_version = lock_version + 1, updated_by = :userId where id = :id`,
      { id, ...after, ledgerAccountId, userId: actor.userId },
      trx
    )
    if (ledgerAccountId !== before.ledgerAccountId) await freeLedgerAccounts(id, trx)
    const event = { actor, objectType: 'bank_account', objectId: id, siteId: before.siteId }
    const diff = changedFields({ ...before }, after)
    await recordEvent({ ...event, event: 'bank_account.updated', diff }, trx)
  })
  await tellOwnAccountChanged(id)
}

function lockAccount(id: number, trx: Transaction): Promise<Before> {
  return oneRow<Before>(
    `select b.site_id, b.status, b.name, b.kind, b.currency, b.provider_code, b.iban, b.bic, b.holder_name, b.is_payer_default, b.sepa_suffix, b.lock_version,
            b.parent_account_id, b.color, b.sort, b.fee_basis_points, b.fee_fixed_minor, b.ledger_account_id, s.has_statement,
            s.has_statement or exists (select 1 from journal_lines l where l.account_id = b.ledger_account_id)
              or ${isHindered(currencyUses.all(), 'b.id')} as has_movements
       from bank_accounts b cross join lateral (select exists (select 1 from bank_statement_lines l where l.bank_account_id = b.id) as has_statement) s
      where b.id = :id for update of b`,
    { id },
    trx
  )
}

function refuseUntouchable(before: Before, lockVersion: number): void {
  if (before.lockVersion !== lockVersion)
    throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
      field: 'form',
    })
  if (before.status === 'closed')
    throw new DomainError('E_CLOSED', 'La cuenta está cerrada: reábrala para cambiar sus datos.', {
      field: 'form',
    })
}

function afterOf(before: Before, { lockVersion: _, ...changes }: BankAccountChanges): Facts {
  return {
    ...changes,
    iban: changes.iban ? normalizeIban(changes.iban) : null,
    currency: changes.currency ?? before.currency,
    parentAccountId: changes.parentAccountId === undefined ? before.parentAccountId : changes.parentAccountId,
    color: changes.color === undefined ? before.color : changes.color,
    sort: changes.sort ?? before.sort,
    feeBasisPoints: changes.feeBasisPoints ?? before.feeBasisPoints,
    feeFixedMinor: changes.feeFixedMinor ?? before.feeFixedMinor,
  }
}

async function refuseBad(id: number, before: Before, after: Facts, trx: Transaction): Promise<void> {
  const refuse = (field: string, message: string): never => {
    throw new DomainError('E_ACCOUNT', message, { field })
  }
  const { siteId, kind } = before
  await refuseUnknownCurrency(after.currency, trx)
  await refuseBadIdentity({ id, siteId, kind, name: after.name, iban: after.iban }, trx)
  if (after.iban !== before.iban && before.hasStatement)
    refuse('iban', 'El IBAN no puede cambiar: la cuenta tiene movimientos.')
  if (after.currency !== before.currency && before.hasMovements)
    refuse('currency', 'La divisa no puede cambiar: la cuenta tiene movimientos.')
  await refuseBadParent(
    { siteId, kind, currency: after.currency, parentAccountId: after.parentAccountId },
    trx
  )
  if (after.currency !== before.currency && (await hasCards(id, trx)))
    refuse('currency', 'La divisa no puede cambiar: la cuenta tiene tarjetas asociadas.')
  if (after.feeBasisPoints < 0 || after.feeBasisPoints > FEE_BASIS_POINTS_MAX)
    refuse('fee_percent', 'La comisión va de 0 a 20 %.')
  if (after.feeFixedMinor < 0 || after.feeFixedMinor > FEE_FIXED_MINOR_MAX)
    refuse('fee_fixed', 'La comisión fija va de 0 a 1.000,00.')
  if (after.isPayerDefault && before.status !== 'active')
    refuse('is_payer_default', 'Solo una cuenta activa puede ser la cuenta de pago.')
}

async function hasCards(id: number, trx: Transaction): Promise<boolean> {
  const { found } = await oneRow<{ found: boolean }>(
    `select exists (select 1 from bank_accounts where parent_account_id = :id) as found`,
    { id },
    trx
  )
  return found
}

/** One account a company and currency pays by default: the other one stops, and its history says so. */
async function takePayer({ siteId, currency }: Before, actor: Actor, trx: Transaction): Promise<void> {
  // One at a time in a company, so that two people who choose at once do not meet at the unique index.
  await oneRow(
    `select pg_advisory_xact_lock(hashtext('bank_account_payer'), :siteId::int) as locked`,
    { siteId },
    trx
  )
  const stopped = await rows<{ id: number }>(
    `update bank_accounts set is_payer_default = false where site_id = :siteId and currency = :currency and is_payer_default returning id`,
    { siteId, currency },
    trx
  )
  for (const { id } of stopped)
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: id,
        siteId,
        event: 'bank_account.updated',
        reason: 'Otra cuenta de la empresa pasa a ser la cuenta de pago.',
        diff: { isPayerDefault: [true, false] },
      },
      trx
    )
}

/** An account in another currency may have to lie elsewhere in the plan (572 or 573); it has no line yet. */
async function ledgerAccountFor(id: number, before: Before, after: Facts, trx: Transaction): Promise<number> {
  if (after.currency === before.currency) return before.ledgerAccountId
  const { kind, siteId, ledgerAccountId } = before
  if (ledgerRoleOf(kind, after.currency) === ledgerRoleOf(kind, before.currency)) {
    await execute(`set constraints bank_accounts_own_ledger_account deferred`, {}, trx)
    await execute(
      `update ledger_accounts set currency = :currency where id = :ledgerAccountId`,
      { currency: after.currency, ledgerAccountId },
      trx
    )
    return ledgerAccountId
  }
  return openLedgerAccount(
    { bankAccountId: id, siteId, kind, currency: after.currency, name: after.name },
    trx
  )
}
