import { type Actor, recordEvent } from '#app/audit/record_event'
import { inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Forgets what matching learned about texts of one kind and a party; it may learn it again. */
export async function forgetAssociation(id: number, siteId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const gone = await row<{ skeleton: string; party: string; times: number }>(
      `delete from match_associations where id = :id and site_id = :siteId returning skeleton, counterparty_type || ':' || counterparty_id as party, times`,
      { id, siteId },
      trx
    )
    if (!gone) throw new DomainError('E_ASSOCIATION', 'Esta asociación ya no existe: recargue la página.')
    await recordEvent(
      {
        actor,
        objectType: 'match_association',
        objectId: id,
        siteId,
        event: 'match_association.removed',
        diff: { skeleton: [gone.skeleton, null], party: [gone.party, null], times: [gone.times, null] },
      },
      trx
    )
  })
}
