import { type Actor, recordEvent } from '#app/audit/record_event'
import { blockedText, checkIban } from '#app/blacklist/check_iban'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Found = {
  name: string
  iban: string | null
  status: string
  createdBy: number | null
  verifiedAt: Date | null
  siteId: number
}

/**
 * Says that the account is that of the beneficiary. One that was made here is verified by a second person; for one that the
 * bank had, or whose account it changed, two people answer, as nobody knows who wrote it there. Gives whether it may be paid
 * now. Throws for whoever made it, for one that is gone or blocked at the bank, and for a listed IBAN.
 */
export async function verifyBeneficiary(id: number, actor: Actor): Promise<boolean> {
  return inTransaction(async (trx) => {
    const found = await oneRow<Found>(
      `select n.name, n.iban, n.status, n.created_by, n.verified_at, c.site_id from provider_beneficiaries n
         join connectors c on c.id = n.connector_id where n.id = :id for update of n`,
      { id },
      trx
    )
    if (found.verifiedAt !== null) return true
    if (found.createdBy !== null && found.createdBy === actor.userId)
      throw new DomainError(
        'E_FOUR_EYES',
        'Debe verificarlo otra persona: usted lo creó o ya ha respondido por él.'
      )
    if (found.status === 'deleted' || found.status === 'blocked')
      throw new DomainError('E_BENEFICIARY', `El banco ya no admite a «${found.name}»: créelo de nuevo.`)
    if (found.iban !== null) {
      const hit = await checkIban(
        found.iban,
        { point: 'provider_beneficiary.verify', objectId: id, userId: actor.userId },
        trx
      )
      if (hit?.severity === 'block') throw new DomainError('E_BLACKLIST', blockedText(hit))
    }
    const isSecond = found.createdBy !== null
    await execute(
      `update provider_beneficiaries set ${isSecond ? 'verified_by = :userId, verified_at = now()' : 'created_by = :userId'} where id = :id`,
      { id, userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'provider_beneficiary',
        objectId: id,
        siteId: found.siteId,
        event: isSecond ? 'provider_beneficiary.verified' : 'provider_beneficiary.vouched',
        to: isSecond ? 'verified' : 'one of two',
      },
      trx
    )
    return isSecond
  })
}
