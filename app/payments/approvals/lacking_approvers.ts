import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { approvalQuestions, approversOf } from '#app/payments/approvals/approval_needs'
import PaymentOrder from '#app/payments/orders/payment_order'
import { type Candidate, listCandidates } from '#app/sites/queries/eligible_approvers'

/** Said of a payment that waits for more approvals than anybody is left to give (area 28 §3.5). */
export const lackText = (site: string): string =>
  `No hay aprobadores suficientes para este importe en ${site}.`

/**
 * Which of these payments wait in the pay buffer although not enough people may approve them, in words, a company each. They
 * may wait: somebody can be allowed to approve.
 */
export function lackingApprovers(orderIds: readonly number[]): Promise<string[]> {
  return inTransaction(async (trx) => {
    const waiting = await PaymentOrder.query({ client: trx })
      .whereIn('id', [...orderIds])
      .where('status', 'buffered')
      .orderBy('id')
    const given = await approversOf(waiting, trx)
    const questions = await approvalQuestions(waiting, trx)
    const lacking: PaymentOrder[] = []
    for (const order of waiting) {
      const question = questions.get(order.id)
      const candidates = question ? await listCandidates(question, trx) : []
      if (isLacking(order, given.get(order.id) ?? [], candidates)) lacking.push(order)
    }
    return textsOf(lacking, trx)
  })
}

/**
 * Whether those who have approved a payment and those who still may are fewer than it needs; of one that is not in the
 * buffer yet `required` says how many it will need.
 */
export async function lacksApprovers(
  order: PaymentOrder,
  candidates: readonly Candidate[],
  trx: Transaction,
  required = order.requiredApprovals
): Promise<boolean> {
  return isLacking(
    { requiredApprovals: required },
    (await approversOf([order], trx)).get(order.id) ?? [],
    candidates
  )
}

function isLacking(
  { requiredApprovals }: Pick<PaymentOrder, 'requiredApprovals'>,
  given: readonly number[],
  candidates: readonly Candidate[]
): boolean {
  const able = candidates.filter(({ reason }) => reason === null).length
  return given.length + able < (requiredApprovals ?? 1)
}

const NAMED_MAX = 3

async function textsOf(orders: readonly PaymentOrder[], trx: Transaction): Promise<string[]> {
  const sites = await rows<{ id: number; name: string }>(
    `select id, legal_name::text as name from sites where id = any(:ids::bigint[])`,
    { ids: orders.map(({ siteId }) => siteId) },
    trx
  )
  return [...Map.groupBy(orders, ({ siteId }) => siteId)].map(([siteId, some]) => {
    const named = some
      .slice(0, NAMED_MAX)
      .map(({ number }) => number)
      .join(', ')
    const further = some.length > NAMED_MAX ? ` y ${some.length - NAMED_MAX} más` : ''
    return `${named}${further}: ${lackText(sites.find(({ id }) => id === siteId)?.name ?? '')}`
  })
}
