import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'

type Found = { name: string; verifiedBy: number | null; payableFrom: Date | null; siteId: number }

/**
 * The approver's override of the wait of a beneficiary that was verified, with its reason: it may be paid at once. Throws
 * E_REASON without one, E_TRANSITION for one that is not verified or has waited, E_FOUR_EYES for whoever verified it.
 */
export async function waiveWait(id: number, reason: string, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  await inTransaction(async (trx) => {
    const { name, verifiedBy, payableFrom, siteId } = await oneRow<Found>(
      `select n.name, n.verified_by, n.payable_from, c.site_id from provider_beneficiaries n
         join connectors c on c.id = n.connector_id where n.id = :id for update of n`,
      { id },
      trx
    )
    if (payableFrom === null)
      throw new DomainError('E_TRANSITION', `«${name}» no está verificado: no hay espera que anular.`)
    if (payableFrom.getTime() <= Date.now())
      throw new DomainError('E_TRANSITION', `«${name}» ya no está en espera.`)
    if (verifiedBy === actor.userId)
      throw new DomainError('E_FOUR_EYES', 'Debe anular la espera una persona distinta de quien lo verificó.')
    await execute(
      `update provider_beneficiaries set payable_from = now(), waived_by = :userId where id = :id`,
      { id, userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'provider_beneficiary',
        objectId: id,
        siteId,
        event: 'provider_beneficiary.wait_waived',
        reason: why,
      },
      trx
    )
  })
}
