import { type DomainError, isDomainError } from '#app/kernel/domain_error'
import { isPaidByOther, type OrderRecord } from '#app/payments/orders/payment_order'
import type { Approver } from '#app/sites/actions/record_decision'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'

type Needs = Pick<OrderRecord, 'siteId' | 'payerSiteId' | 'requiredApprovals' | 'payerRequiredApprovals'>

/** A company that decides on a payment: that which owes it, and that which pays it where it is another one. */
export type Side = { siteId: number; required: number }

/** Who decides on a payment and how many approvals each needs (area 28 §6). */
export function sidesOf(order: Needs): Side[] {
  const owes = { siteId: order.siteId, required: order.requiredApprovals ?? 1 }
  if (!isPaidByOther(order)) return [owes]
  return [owes, { siteId: order.payerSiteId, required: order.payerRequiredApprovals ?? 1 }]
}

const givenTo = ({ siteId }: Side, approvers: readonly Approver[], isOnly: boolean): number =>
  new Set(approvers.filter((one) => isOnly || one.siteId === siteId).map(({ userId }) => userId)).size

/** How many approvals a company still needs of a payment; none where it has enough. */
export function missingOf(side: Side, order: Needs, approvers: readonly Approver[]): number {
  return Math.max(0, side.required - givenTo(side, approvers, !isPaidByOther(order)))
}

/** How many approvals are missing of both companies together. */
export const missingApprovals = (order: Needs, approvers: readonly Approver[]): number =>
  sidesOf(order).reduce((sum, side) => sum + missingOf(side, order, approvers), 0)

/** How many it needs in all. */
export const requiredOfAll = (order: Needs): number =>
  sidesOf(order).reduce((sum, { required }) => sum + required, 0)

/**
 * One decision for each company that still needs some: somebody with rights in both decides for both at once, somebody with
 * rights in one for that one. Throws what was refused where they may decide for none.
 */
export async function decideForSides(
  questions: readonly ApprovalQuestion[],
  { order, approvers }: { order: Needs; approvers: readonly Approver[] },
  record: (question: ApprovalQuestion) => Promise<void>
): Promise<void> {
  const open = sidesOf(order).filter((side) => missingOf(side, order, approvers) > 0)
  const asked = questions.filter(({ siteId }) => open.some((side) => side.siteId === siteId))
  // In the order of the companies: nobody who decides on two payments of the same two waits for one who waits for them.
  const wanted = (asked.length > 0 ? asked : questions).toSorted((a, b) => a.siteId - b.siteId)
  const refusals: DomainError[] = []
  for (const question of wanted)
    try {
      await record(question)
    } catch (refusal) {
      if (!isDomainError(refusal)) throw refusal
      refusals.push(refusal)
    }
  // That somebody approves nothing in one of the companies says less than why they may not in the other.
  const told = refusals.find(({ code }) => code !== 'E_NOT_APPROVER') ?? refusals[0]
  if (told && refusals.length === wanted.length) throw told
}
