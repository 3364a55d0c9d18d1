import { refreshSearch } from '#app/contracts/actions/save_contract'
import { tellContractChanged } from '#app/contracts/contract_followers'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { ProviderMerge } from '#app/providers/merge_followers'

/** Contracts that would go with a supplier. */
export async function countContracts(sourceId: number, trx: Transaction) {
  const { count } = await oneRow<{ count: number }>(
    `select count(*)::int as count from provider_contracts where provider_id = :sourceId`,
    { sourceId },
    trx
  )
  return [{ one: 'contrato', many: 'contratos', count }]
}

/** Contracts of a supplier that is merged become the other's, each before its amendments: those are their contract's supplier's. */
export async function mergeContracts({ sourceId, targetId }: ProviderMerge, trx: Transaction): Promise<void> {
  for (const which of ['is null', 'is not null']) {
    const moved = await rows<{ id: number }>(
      `update provider_contracts set provider_id = :targetId, lock_version = lock_version + 1 where provider_id = :sourceId and parent_contract_id ${which} returning id`,
      { sourceId, targetId },
      trx
    )
    for (const { id } of moved) await refreshSearch(id, trx)
  }
}

/** Invoices of both are held against what was agreed with either. */
export async function tellMergedContracts({ targetId }: ProviderMerge): Promise<void> {
  const found = await rows<{ contractId: number; siteIds: number[] }>(
    `select id as contract_id, site_ids::int[] from provider_contracts where provider_id = :targetId and parent_contract_id is null and status in ('active', 'suspended') order by id`,
    { targetId }
  )
  for (const contract of found) await tellContractChanged({ ...contract, providerId: targetId })
}
