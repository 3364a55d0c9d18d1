import { execute, type Transaction } from '#app/kernel/database/sql'
import { lockFund } from '#app/providers/queries/reserve_fund'

/**
 * Keeps what a fund has and no approved payment takes out of what its account has available: a hold of its own, so that
 * whoever asks what can be spent needs to know nothing of funds. Called after whatever moves either.
 */
export async function holdReserve(virtualAccountId: number, trx: Transaction): Promise<void> {
  const { bankAccountId, balanceMinor, heldMinor } = await lockFund(virtualAccountId, trx)
  const freeMinor = Math.max(balanceMinor - heldMinor, 0)
  const kept = await execute(
    `select 1 from account_holds where document_type = 'reserve_fund' and document_id = :virtualAccountId and released_at is null and amount_minor = :freeMinor`,
    { virtualAccountId, freeMinor },
    trx
  )
  if (kept > 0) return
  await execute(
    `update account_holds set released_at = now() where document_type = 'reserve_fund' and document_id = :virtualAccountId and released_at is null`,
    { virtualAccountId },
    trx
  )
  if (freeMinor === 0) return
  await execute(
    `insert into account_holds (bank_account_id, document_type, document_id, amount_minor, kind) values (:bankAccountId, 'reserve_fund', :virtualAccountId, :freeMinor, 'hard')`,
    { bankAccountId, virtualAccountId, freeMinor },
    trx
  )
}
