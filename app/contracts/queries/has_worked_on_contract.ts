import type ProviderContract from '#app/contracts/models/provider_contract'
import { row, type Transaction } from '#app/kernel/database/sql'

/** Whoever wrote, changed or sent in a contract. */
export async function hasWorkedOnContract(
  { id, createdBy, submittedBy }: ProviderContract,
  { userId }: { userId: number | null },
  trx?: Transaction
): Promise<boolean> {
  if (userId === null || userId === createdBy || userId === submittedBy) return true
  const editor = await row(
    `select 1 as found from contract_editors where contract_id = :id and user_id = :userId`,
    { id, userId },
    trx
  )
  return editor !== null
}
