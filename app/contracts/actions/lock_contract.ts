import type { Actor } from '#app/audit/record_event'
import ProviderContract from '#app/contracts/models/provider_contract'
import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** The contract under its row lock. */
export function lockContract(contractId: number, trx: Transaction): Promise<ProviderContract> {
  return ProviderContract.query({ client: trx }).where('id', contractId).forUpdate().firstOrFail()
}

/** Throws E_STALE when somebody saved since the form was opened. */
export function refuseStale(contract: ProviderContract, lockVersion: number): void {
  if (contract.lockVersion === lockVersion) return
  throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
    field: 'form',
  })
}

/** Throws E_PROVIDER at `provider_id` for a supplier nobody contracts with. */
export async function refuseProvider(providerId: number, trx: Transaction): Promise<{ name: string }> {
  const provider = await row<{ name: string; status: string; active: boolean }>(
    `select legal_name as name, status, active from providers where id = :providerId`,
    { providerId },
    trx
  )
  const message = !provider
    ? 'Seleccione un proveedor.'
    : provider.status === 'blocked'
      ? 'El proveedor está bloqueado.'
      : provider.status === 'merged' || !provider.active
        ? 'El proveedor no está activo.'
        : null
  if (message) throw new DomainError('E_PROVIDER', message, { field: 'provider_id' })
  return { name: provider?.name ?? '' }
}

/** Whoever had a hand in a draft is not the one who approves it. */
export async function noteEditor(contractId: number, { userId }: Actor, trx: Transaction): Promise<void> {
  if (userId === null) return
  await execute(
    `insert into contract_editors (contract_id, user_id) values (:contractId, :userId)
     on conflict (contract_id, user_id) do update set edited_at = now()`,
    { contractId, userId },
    trx
  )
}
