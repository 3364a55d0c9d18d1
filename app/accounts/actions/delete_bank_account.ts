import { freeLedgerAccounts } from '#app/accounts/actions/link_ledger_account'
import { accountUses } from '#app/accounts/ports'
import { statementFiles } from '#app/accounts/statements/statement_files'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { deleteBytes } from '#app/files/store_file'
import { forgetKept } from '#app/imports/kept_files'
import { type Client, execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { findHindrances, type Hindrance } from '#app/kernel/hindrances'

/**
 * Deletes an account on which nothing ever happened, with the ledger account opened for it and the files uploaded for it. Throws E_USED, with what
 * stands in the way, for any other: those are closed.
 */
export async function deleteBankAccount(bankAccountId: number, actor: Actor): Promise<void> {
  const keys = await inTransaction(async (trx) => {
    const account = await oneRow<{ siteId: number; status: string; name: string }>(
      `select site_id, status, name from bank_accounts where id = :bankAccountId for update`,
      { bankAccountId },
      trx
    )
    const use = await useOf(bankAccountId, trx)
    if (use) throw new DomainError('E_USED', `No se puede eliminar la cuenta: ${use} Ciérrela.`)
    await execute(
      `delete from statement_mappings where bank_account_id = :bankAccountId`,
      { bankAccountId },
      trx
    )
    const uploaded = await forgetKept(statementFiles(bankAccountId), trx)
    await execute(`delete from bank_accounts where id = :bankAccountId`, { bankAccountId }, trx)
    await freeLedgerAccounts(bankAccountId, trx)
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId: account.siteId,
        event: 'bank_account.deleted',
        from: account.status,
        diff: { name: [account.name, null] },
      },
      trx
    )
    return uploaded
  })
  for (const key of keys) await deleteBytes(key)
}

/** What an account is used for, as the end of a sentence; null for one that was never used. */
export async function useOf(bankAccountId: number, client?: Client): Promise<string | null> {
  const uses = [...OWN_USES, ...accountUses.all()]
  const [use] = await findHindrances(uses, bankAccountId, { client, countMax: 1 })
  return use?.text ?? null
}

const OWN_USES: readonly Hindrance[] = [
  {
    rows: (account) =>
      `select 1 from journal_lines l join ledger_accounts a on a.id = l.account_id join bank_accounts b on b.id = ${account}
        where a.id = b.ledger_account_id or (a.subledger = 'bank' and a.subledger_id = b.id)`,
    says: () => 'tiene apuntes.',
  },
  {
    rows: (account) => `select 1 from bank_statements where bank_account_id = ${account}`,
    says: () => 'tiene extractos importados.',
  },
  {
    rows: (account) => `select 1 from bank_statement_lines where bank_account_id = ${account}`,
    says: () => 'tiene extractos importados.',
  },
  {
    rows: (account) => `select 1 from account_holds where bank_account_id = ${account}`,
    says: () => 'tiene pagos.',
  },
  {
    rows: (account) => `select 1 from bank_accounts where parent_account_id = ${account}`,
    says: () => 'tiene tarjetas asociadas.',
  },
  {
    rows: (account) => `select 1 from virtual_accounts where bank_account_id = ${account}`,
    says: () => 'tiene cuentas virtuales.',
  },
]
