import type { Actor } from '#app/audit/record_event'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { type ApprovalSide, approvalSides } from '#app/rebilling/charges/approval_sides'
import { type Charge, lockCharge } from '#app/rebilling/charges/charge'
import { moveCharge, noteCharge } from '#app/rebilling/charges/move_charge'
import { rebillingWorkflow } from '#app/rebilling/workflows/rebilling_workflow'
import { recordOverride } from '#app/sites/actions/override_approval'
import { recordApproval } from '#app/sites/actions/record_decision'

type Decision = { chargeId: number; shownFingerprint: string; actor: Actor }
export type ApprovalOutcome = { number: string; isApproved: boolean; sides: ApprovalSide[] }

const CHANGED = 'La refacturación ha cambiado desde que la abrió. Revísela de nuevo.'

/**
 * Approves what was shown, in each of its two companies in which the person may: a charge is approved once as many people as
 * each company asks for have. Nobody approves what they wrote, nor what a rule of theirs proposes. Throws E_CHANGED,
 * E_FOUR_EYES, E_ALREADY, E_LIMIT and E_NOT_APPROVER.
 */
export function approveCharge(decision: Decision & { comment?: string | null }): Promise<ApprovalOutcome> {
  const { userId } = decision.actor
  const isMine = ({ candidates }: ApprovalSide) =>
    candidates.some((candidate) => candidate.userId === userId && candidate.reason === null)
  const ownWorkMessage = 'No puede aprobar una refacturación que usted ha creado o modificado.'
  const comment = decision.comment ?? null
  return decide(decision, isMine, (_charge, { question }, shown, trx) =>
    recordApproval({ ...shown, question, comment, ownWorkMessage }, trx)
  )
}

/** The emergency approval of the system role (area 02) in the companies where nobody may approve it. The refusals of `recordOverride`. */
export function overrideChargeApproval({
  reason,
  ...decision
}: Decision & { reason: string }): Promise<ApprovalOutcome> {
  const isNobodys = ({ candidates }: ApprovalSide) => candidates.every(({ reason: why }) => why !== null)
  return decide(decision, isNobodys, (charge, { question }, shown, trx) =>
    recordOverride(
      {
        ...shown,
        question,
        reason,
        document: {
          name: `la refacturación ${charge.number} de ${charge.originName} a ${charge.targetName}`,
          currency: 'EUR',
          path: `/refacturacion/${charge.id}`,
        },
      },
      trx
    )
  )
}

type Shown = { actor: Actor; shownFingerprint: string; fingerprint: string; changedMessage: string }
type Record = (charge: Charge, side: ApprovalSide, shown: Shown, trx: Transaction) => Promise<void>

/** In every company that still needs somebody and of which it is theirs to decide; else one of them says why it is not. */
function decide(
  { chargeId, shownFingerprint, actor }: Decision,
  isTheirs: (side: ApprovalSide) => boolean,
  record: Record
): Promise<ApprovalOutcome> {
  return inTransaction(async (trx) => {
    const charge = await lockCharge(chargeId, trx)
    rebillingWorkflow.next(charge.status, 'approve')
    const { fingerprint, sides } = await approvalSides(charge, trx)
    const open = sides.filter(({ given, required }) => given < required)
    const own = open.filter(isTheirs)
    const shown = { actor, shownFingerprint, fingerprint, changedMessage: CHANGED }
    for (const side of own.length > 0 ? own : open.slice(0, 1)) await record(charge, side, shown, trx)
    const after = (await approvalSides(charge, trx)).sides
    const isApproved = after.every(({ given, required }) => given >= required)
    if (isApproved) await approve(charge, after, actor, trx)
    else await noteCharge(charge, { event: 'rebilling.approval_given', actor, reason: givenText(after) }, trx)
    return { number: charge.number, isApproved, sides: after }
  })
}

async function approve(
  charge: Charge,
  sides: readonly ApprovalSide[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const requiredOf = (siteId: number) => sides.find((side) => side.siteId === siteId)?.required ?? 1
  // One update: after a first one of the same row PostgreSQL would look at its keys again, and wait for who holds the charge that it
  // takes back and waits for this approver.
  await moveCharge(
    charge,
    {
      transition: 'approve',
      actor,
      also: 'approved_at = now(), required_origin = :origin, required_target = :target',
      values: { origin: requiredOf(charge.originSiteId), target: requiredOf(charge.targetSiteId) },
    },
    trx
  )
}

/** «HOLD 1 de 1, NORTE 0 de 1». */
export const givenText = (sides: readonly ApprovalSide[]): string =>
  sides.map(({ code, given, required }) => `${code} ${given} de ${required}`).join(', ')
