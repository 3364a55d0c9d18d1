import { type Actor, recordEvent } from '#app/audit/record_event'
import { beneficiaryFingerprint, type Identified } from '#app/banking/beneficiaries/beneficiary_fingerprint'
import { blockedText, checkIban } from '#app/blacklist/check_iban'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Found = Identified & {
  id: number
  status: string
  createdBy: number | null
  verifiedAt: Date | null
  siteId: number
}

/** `shownFingerprint`: of the name and the account that the person was shown. */
export type Verification = { id: number; shownFingerprint: string }

/**
 * Says that the account is that of the beneficiary. One that was made here is verified by a second person; for one that the
 * bank had, or whose name or account it changed, two people answer, as nobody knows who wrote it there. Gives whether it is
 * verified now; its first payment waits for the cooling time. Throws E_CHANGED where it is not what was shown any more, and
 * for whoever made it, for one that is gone or blocked at the bank, and for a listed IBAN.
 */
export async function verifyBeneficiary(
  { id, shownFingerprint }: Verification,
  actor: Actor
): Promise<boolean> {
  return inTransaction(async (trx) => {
    const found = await oneRow<Found>(
      `select n.id, n.name, n.iban, n.account, n.currency, n.details, n.status, n.created_by, n.verified_at, c.site_id from provider_beneficiaries n
         join connectors c on c.id = n.connector_id where n.id = :id for update of n`,
      { id },
      trx
    )
    if (beneficiaryFingerprint(found) !== shownFingerprint)
      throw new DomainError(
        'E_CHANGED',
        `«${found.name}» ha cambiado desde que lo abrió. Revise de nuevo su nombre y su cuenta.`
      )
    if (found.verifiedAt !== null) return true
    await refuseUnfit(found, actor, trx)
    return answerFor(found, actor, trx)
  })
}

async function refuseUnfit(
  { id, name, iban, status, createdBy }: Found,
  { userId }: Actor,
  trx: Transaction
): Promise<void> {
  if (createdBy !== null && createdBy === userId)
    throw new DomainError(
      'E_FOUR_EYES',
      'Debe verificarlo otra persona: usted lo creó o ya ha respondido por él.'
    )
  if (status === 'deleted' || status === 'blocked')
    throw new DomainError('E_BENEFICIARY', `El banco ya no admite a «${name}»: créelo de nuevo.`)
  if (iban === null) return
  const hit = await checkIban(iban, { point: 'provider_beneficiary.verify', objectId: id, userId }, trx)
  if (hit?.severity === 'block') throw new DomainError('E_BLACKLIST', blockedText(hit))
}

/** The first of two of whom the bank had; of all others the second. */
async function answerFor({ id, createdBy, siteId }: Found, actor: Actor, trx: Transaction): Promise<boolean> {
  const isSecond = createdBy !== null
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
      siteId,
      event: isSecond ? 'provider_beneficiary.verified' : 'provider_beneficiary.vouched',
      to: isSecond ? 'verified' : 'one of two',
    },
    trx
  )
  return isSecond
}
