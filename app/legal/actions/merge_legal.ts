import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { refreshSearch } from '#app/legal/actions/save_procedure'
import type { ProviderMerge } from '#app/providers/merge_followers'

/** Procedures and costs that would go with a supplier. */
export async function countLegal(sourceId: number, trx: Transaction) {
  const { procedures, costs } = await oneRow<{ procedures: number; costs: number }>(
    `select (select count(*)::int from legal_procedures where :sourceId in (lawyer_provider_id, solicitor_provider_id)) as procedures,
        (select count(*)::int from legal_procedure_costs where provider_id = :sourceId) as costs`,
    { sourceId },
    trx
  )
  return [
    { one: 'procedimiento legal', many: 'procedimientos legales', count: procedures },
    { one: 'coste legal', many: 'costes legales', count: costs },
  ]
}

/** What a supplier that is merged does in procedures, and what it is owed there, becomes the other's. */
export async function mergeLegal({ sourceId, targetId }: ProviderMerge, trx: Transaction): Promise<void> {
  const moved = await rows<{ id: number }>(
    `update legal_procedures set lawyer_provider_id = case when lawyer_provider_id = :sourceId then :targetId::bigint else lawyer_provider_id end,
        solicitor_provider_id = case when solicitor_provider_id = :sourceId then :targetId::bigint else solicitor_provider_id end, lock_version = lock_version + 1
      where :sourceId in (lawyer_provider_id, solicitor_provider_id) returning id`,
    { sourceId, targetId },
    trx
  )
  for (const { id } of moved) await refreshSearch(id, trx)
  await execute(
    `update legal_procedure_costs set provider_id = :targetId where provider_id = :sourceId`,
    { sourceId, targetId },
    trx
  )
}
