import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { approvalQuestions, approversOf, type Needed } from '#app/payments/approvals/approval_needs'
import { missingOf, type Side, sidesOf } from '#app/payments/approvals/payer_approvals'
import PaymentOrder from '#app/payments/orders/payment_order'
import type { Approver } from '#app/sites/actions/record_decision'
import { type Candidate, listCandidates } from '#app/sites/queries/eligible_approvers'

/** Said of a payment that waits for more approvals than anybody is left to give (area 28 §3.5). */
export const lackText = (site: string): string =>
  // A company whose name ends in «S.L.» has its stop already.
  `No hay aprobadores suficientes para este importe en ${site.replace(/\.$/, '')}.`

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
    const lacking: Lacking[] = []
    for (const order of waiting) {
      const question = questions.get(order.id)
      for (const side of sidesOf(order)) {
        const { siteId } = side
        const candidates = question ? await listCandidates({ ...question, siteId }, trx) : []
        if (isLacking(side, order, given.get(order.id) ?? [], candidates))
          lacking.push({ siteId, number: order.number })
      }
    }
    return textsOf(lacking, trx)
  })
}

/** Who may decide on a payment, for each company that does. */
export type CandidatesOf = { siteId: number; candidates: readonly Candidate[] }

/**
 * In which companies those who have approved a payment and those who still may are fewer than it needs there; of one that is not
 * in the buffer yet `needed` says how many it will need.
 */
export async function companiesLacking(
  order: PaymentOrder,
  candidates: readonly CandidatesOf[],
  needed: Needed,
  trx: Transaction
): Promise<number[]> {
  const given = (await approversOf([order], trx)).get(order.id) ?? []
  const needs = { siteId: order.siteId, payerSiteId: order.payerSiteId, ...needed }
  return sidesOf(needs).flatMap((side) => {
    const able = candidates.find(({ siteId }) => siteId === side.siteId)?.candidates ?? []
    return isLacking(side, needs, given, able) ? [side.siteId] : []
  })
}

function isLacking(
  side: Side,
  needs: Parameters<typeof sidesOf>[0],
  given: readonly Approver[],
  candidates: readonly Candidate[]
): boolean {
  const able = candidates.filter(({ reason }) => reason === null).length
  return able < missingOf(side, needs, given)
}

const NAMED_MAX = 3

type Lacking = { siteId: number; number: string }

async function textsOf(orders: readonly Lacking[], trx: Transaction): Promise<string[]> {
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
