import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'

/** What waits on an account of these, kept so, is taken from it again by its role: it has to be the same one then. */
const TAKEN_BACK: Readonly<Record<string, 'bank' | 'provider' | 'none'>> = {
  payments_in_transit: 'bank',
  own_transfers_in_transit: 'none',
  withholding_deferred: 'none',
  contract_deposit_long: 'provider',
  contract_deposit_short: 'provider',
}

type Input = { siteId: number; role: string; accountCode: string | null }

/**
 * Gives a company its own account for a role of the ledger, or the group's again when `accountCode` is null. Entries
 * already posted stay. Throws E_NO_ACCOUNT when the company's plan has no such account and E_IN_USE while something
 * waits on the former one that a later entry takes from it.
 */
export async function setAccountRole({ siteId, role, accountCode }: Input, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const group = await row<{ accountCode: string }>(
      `select account_code from ledger_account_roles where role = :role and site_id is null`,
      { role },
      trx
    )
    if (!group) throw new DomainError('E_ROLE', 'Esa función contable no existe.')
    const own = await row<{ accountCode: string }>(
      `select account_code from ledger_account_roles where role = :role and site_id = :siteId for update`,
      { role, siteId },
      trx
    )
    const wanted = accountCode === group.accountCode ? null : accountCode
    if (wanted === (own?.accountCode ?? null)) return
    if (wanted !== null) await refuseUnknown(siteId, wanted, trx)
    await refuseWaiting(siteId, { role, code: own?.accountCode ?? group.accountCode }, trx)
    await write({ siteId, role, accountCode: wanted }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'site',
        objectId: siteId,
        siteId,
        event: 'site.account_role_changed',
        diff: { [role]: [own?.accountCode ?? group.accountCode, wanted ?? group.accountCode] },
      },
      trx
    )
  })
}

async function refuseUnknown(siteId: number, code: string, trx: Transaction): Promise<void> {
  const { known } = await oneRow<{ known: boolean }>(
    `select exists (select 1 from ledger_accounts where site_id = :siteId and not is_postable and length(code) >= 3 and :code::text like code || '%') as known`,
    { siteId, code },
    trx
  )
  if (!known)
    throw new DomainError('E_NO_ACCOUNT', `El plan de cuentas de la empresa no tiene la cuenta ${code}.`, {
      field: 'account_code',
    })
}

async function refuseWaiting(
  siteId: number,
  { role, code }: { role: string; code: string },
  trx: Transaction
): Promise<void> {
  const subledger = TAKEN_BACK[role]
  if (subledger === undefined) return
  // Whoever posts holds it until they have committed: what they leave there is seen.
  await lockReconciliations(siteId, trx)
  const waiting = await row<{ code: string }>(
    `select a.code from ledger_accounts a join account_balances b on b.account_id = a.id
      where a.site_id = :siteId and a.code ^@ :code and a.subledger = :subledger and b.balance_minor <> 0 order by a.code limit 1`,
    { siteId, code, subledger },
    trx
  )
  if (waiting)
    throw new DomainError(
      'E_IN_USE',
      `La cuenta ${waiting.code} tiene importes pendientes: espere a que se salden para cambiarla.`,
      { field: 'account_code' }
    )
}

async function write({ siteId, role, accountCode }: Input, trx: Transaction): Promise<void> {
  if (accountCode === null) {
    await execute(
      `delete from ledger_account_roles where role = :role and site_id = :siteId`,
      { role, siteId },
      trx
    )
    return
  }
  await execute(
    `insert into ledger_account_roles (role, site_id, account_code) values (:role, :siteId, :accountCode)
     on conflict (role, site_id) do update set account_code = excluded.account_code`,
    { role, siteId, accountCode },
    trx
  )
}
