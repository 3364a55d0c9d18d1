import type { AccountKind } from '#app/accounts/account_labels'
import { ledgerRoleOf } from '#app/accounts/ledger_role'
import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode, rolesOfCode } from '#app/ledger/queries/role_account'

type Wanted = { bankAccountId: number; siteId: number; kind: AccountKind; currency: string; name: string }

/** A ledger account of its own for a main account, opened under the code that its kind and currency ask for. */
export async function openLedgerAccount(wanted: Wanted, trx: Transaction): Promise<number> {
  const { siteId, currency, name } = wanted
  const account = await ensureAccount(
    {
      siteId,
      prefix: await roleCode(siteId, ledgerRoleOf(wanted.kind, currency), trx),
      subledger: 'bank',
      subledgerId: wanted.bankAccountId,
      name,
      currency,
    },
    trx
  )
  return account.id
}

/**
 * Takes an account of the plan that somebody chose. Throws at `ledger_account_id` when it is not the company's, takes no
 * postings, belongs to somebody else, is not of the kind or has lines in another currency; at `opening_balance` when it
 * brings lines and an opening balance was given too.
 */
export async function takeLedgerAccount(
  { ledgerAccountId, openingBalanceMinor, ...wanted }: Wanted & Chosen,
  trx: Transaction
): Promise<number> {
  const found = await row<Found>(
    `select a.code, a.currency, a.is_postable and a.active as is_open, a.subledger <> 'none' as is_taken,
            exists (select 1 from bank_accounts b where b.ledger_account_id = a.id) or exists (select 1 from virtual_accounts v where v.ledger_account_id = a.id) as is_linked,
            exists (select 1 from journal_lines l where l.account_id = a.id) as has_lines
       from ledger_accounts a where a.id = :ledgerAccountId and a.site_id = :siteId for update of a`,
    { ledgerAccountId, siteId: wanted.siteId },
    trx
  )
  if (!found) return refuse('La cuenta contable no existe en el plan de la empresa.')
  if (found.isLinked || found.isTaken) refuse(`La cuenta contable ${found.code} ya está vinculada.`)
  if (!found.isOpen) refuse(`La cuenta contable ${found.code} no admite apuntes.`)
  const role = ledgerRoleOf(wanted.kind, wanted.currency)
  if (!(await rolesOfCode(wanted.siteId, found.code, trx)).includes(role))
    refuse(`La cuenta contable debe empezar por ${await roleCode(wanted.siteId, role, trx)}.`)
  if (found.hasLines && found.currency !== wanted.currency)
    refuse(`La cuenta contable ${found.code} tiene apuntes en ${found.currency}.`)
  if (found.hasLines && openingBalanceMinor !== 0)
    throw new DomainError(
      'E_OPENING',
      `La cuenta contable ${found.code} ya tiene apuntes: deje vacío el saldo inicial.`,
      { field: 'opening_balance' }
    )
  await execute(
    `update ledger_accounts set subledger = 'bank', subledger_id = :bankAccountId, currency = :currency where id = :ledgerAccountId`,
    { ledgerAccountId, bankAccountId: wanted.bankAccountId, currency: wanted.currency },
    trx
  )
  return ledgerAccountId
}

type Chosen = { ledgerAccountId: number; openingBalanceMinor: number }
type Found = {
  code: string
  currency: string
  isOpen: boolean
  isTaken: boolean
  isLinked: boolean
  hasLines: boolean
}

function refuse(message: string): never {
  throw new DomainError('E_LEDGER_ACCOUNT', message, { field: 'ledger_account_id' })
}

/** Gives back the accounts of a main account that have no line: those opened for it go, a chosen one is free again. */
export async function freeLedgerAccounts(bankAccountId: number, trx: Transaction): Promise<void> {
  const mine = `subledger = 'bank' and subledger_id = :bankAccountId and not exists (select 1 from bank_accounts b where b.ledger_account_id = ledger_accounts.id)
    and not exists (select 1 from journal_lines l where l.account_id = ledger_accounts.id)`
  await execute(`delete from ledger_accounts where ${mine} and origin = 'auto'`, { bankAccountId }, trx)
  await execute(
    `update ledger_accounts set subledger = 'none', subledger_id = null where ${mine}`,
    { bankAccountId },
    trx
  )
}
