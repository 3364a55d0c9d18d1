import type User from '#app/identity/models/user'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { approvalsAhead, type Needed, questionsOf } from '#app/payments/approvals/approval_needs'
import { type CandidatesOf, companiesLacking, lackText } from '#app/payments/approvals/lacking_approvers'
import { previewOrder } from '#app/payments/orders/checks/check_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

/** What its checks say of it now, and who may decide it. */
export function aheadOf(order: PaymentOrder, user: User) {
  const isWaiting = order.status === 'buffered'
  return inTransaction(async (trx) => {
    const checked = ['draft', 'buffered', 'approved'].includes(order.status)
      ? await previewOrder(order, user.id, trx)
      : { checks: [], reinforced: [], hit: null }
    // Of a draft too: that nobody will be able to approve it is known before it waits for them.
    const questions = isWaiting || order.status === 'draft' ? await questionsOf(order, trx) : []
    const candidates: (CandidatesOf & { site: string })[] = []
    for (const question of questions)
      candidates.push({
        siteId: question.siteId,
        site: await companyName(question.siteId, trx),
        candidates: await listCandidates(question, trx),
      })
    const needed = isWaiting ? fixedNeeds(order) : await aheadNeeds(order, questions.length > 0, checked, trx)
    const lacking =
      needed && questions.length > 0 ? await companiesLacking(order, candidates, needed, trx) : []
    const overridable: boolean[] = []
    for (const question of isWaiting ? questions : [])
      overridable.push((await overrideHindrance(question, user.id, trx)) === null)
    return {
      checked,
      candidates,
      lacks: candidates.filter(({ siteId }) => lacking.includes(siteId)).map(({ site }) => lackText(site)),
      canOverride: overridable.includes(true),
    }
  })
}

/** What it needs in the buffer. */
const fixedNeeds = ({ requiredApprovals, payerRequiredApprovals }: PaymentOrder): Needed => ({
  requiredApprovals: requiredApprovals ?? 1,
  payerRequiredApprovals,
})

const aheadNeeds = (
  order: PaymentOrder,
  isAsked: boolean,
  checked: Parameters<typeof approvalsAhead>[1],
  trx: Transaction
) => (isAsked ? approvalsAhead(order, checked, trx) : null)

async function companyName(siteId: number, trx: Transaction): Promise<string> {
  const { name } = await oneRow<{ name: string }>(
    `select legal_name::text as name from sites where id = :siteId`,
    { siteId },
    trx
  )
  return name
}

/** Of what another company pays: who owes it, and how many approvals each of the two asks for. */
export async function debtorOf(order: PaymentOrder) {
  const { debtor, payer } = await oneRow<{ debtor: string; payer: string }>(
    `select d.legal_name::text as debtor, p.legal_name::text as payer from sites d, sites p where d.id = :siteId and p.id = :payerSiteId`,
    { siteId: order.siteId, payerSiteId: order.payerSiteId }
  )
  return {
    name: debtor,
    payer,
    required: order.requiredApprovals,
    payerRequired: order.payerRequiredApprovals,
  }
}
