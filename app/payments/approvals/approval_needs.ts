import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { handsIn, peopleOf, whyOf } from '#app/payments/approvals/payment_hands'
import { kindOf, kindPaying } from '#app/payments/kinds/payment_kind'
import type { Checked } from '#app/payments/orders/checks/judge_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { isPaidByOther, type OrderRecord } from '#app/payments/orders/payment_order'
import { type Approver, standingApprovers } from '#app/sites/actions/record_decision'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'
import { requiredApprovals } from '#app/sites/queries/required_approvals'

const REQUIRED_MAX = 5

/**
 * How many approvals a payment needs: those of its amount together with what the same payee gets (area 02, split
 * protection), and one more when something about it calls for it (area 28 §3.2). Payments to one payee are counted one
 * after the other, under a lock.
 */
export async function approvalsNeeded(
  order: PaymentOrder,
  checked: Pick<Checked, 'reinforced'>,
  trx: Transaction
): Promise<Needed> {
  await execute(
    `select pg_advisory_xact_lock(hashtext('payment_creditor:' || :creditorType), :creditorId::int)`,
    { creditorType: order.creditorType, creditorId: order.creditorId ?? 0 },
    trx
  )
  return approvalsAhead(order, checked, trx)
}

/** What the company that owes it asks for, and the one that pays it where that is another. */
export type Needed = { requiredApprovals: number; payerRequiredApprovals: number | null }

/** The same for somebody who only looks at a payment that is not in the buffer yet: nothing is locked. */
export async function approvalsAhead(
  order: PaymentOrder,
  { reinforced }: Pick<Checked, 'reinforced'>,
  trx: Transaction
): Promise<Needed> {
  const neededBy = async (siteId: number, column: 'site_id' | 'payer_site_id') => {
    const kind = kindOf(order.kind).approvals
    const amountMinor = await amountWithSiblings(order, { siteId, column }, trx)
    const { required } = await requiredApprovals({ siteId, kind, amountMinor }, trx)
    return withReinforcement(required, reinforced)
  }
  return {
    requiredApprovals: await neededBy(order.siteId, 'site_id'),
    payerRequiredApprovals: isPaidByOther(order) ? await neededBy(order.payerSiteId, 'payer_site_id') : null,
  }
}

/**
 * How many approvals a run needs: those of its total together with the salaries that the company had approved or paid in
 * the days of the policy, so that a payroll cut in parts needs as many, and one more where anything in it calls for it.
 */
export async function approvalsNeededForRun(
  run: { id: number; siteId: number; payerSiteId: number; kind: string; totalMinor: number },
  reinforced: readonly string[],
  trx: Transaction
): Promise<Needed> {
  const { siteId, payerSiteId } = run
  const neededBy = async (company: number, column: 'site_id' | 'payer_site_id') =>
    withReinforcement(await requiredForRun(run, { siteId: company, column }, trx), reinforced)
  for (const id of [siteId, payerSiteId].toSorted((a, b) => a - b))
    await execute(`select pg_advisory_xact_lock(hashtext('payment_run'), :id::int)`, { id }, trx)
  return {
    requiredApprovals: await neededBy(siteId, 'site_id'),
    payerRequiredApprovals: siteId === payerSiteId ? null : await neededBy(payerSiteId, 'payer_site_id'),
  }
}

/** The company that is asked, and the column of payments by which they are its own. */
type Asked = { siteId: number; column: 'site_id' | 'payer_site_id' }

async function requiredForRun(
  run: { id: number; kind: string; totalMinor: number },
  { siteId, column }: Asked,
  trx: Transaction
): Promise<number> {
  const asked = { siteId, kind: kindOf(run.kind).approvals }
  const { aggregateDays } = await requiredApprovals({ ...asked, amountMinor: run.totalMinor }, trx)
  const { siblings } = await oneRow<{ siblings: number }>(
    `select coalesce(sum(amount_minor), 0)::bigint as siblings from payment_orders
      where ${column} = :siteId and kind = :kind and run_id is distinct from :id and status not in ('draft', 'cancelled', 'failed', 'returned')
        and buffered_at > now() - make_interval(days => :days)`,
    { id: run.id, siteId, kind: run.kind, days: aggregateDays },
    trx
  )
  const { required } = await requiredApprovals({ ...asked, amountMinor: run.totalMinor + siblings }, trx)
  return required
}

/** Asks for the reinforced approval when a reason for it came up only now; there is one at most. True when more are needed than before. */
export function raiseRequired(
  order: Pick<OrderRecord, 'requiredApprovals' | 'payerRequiredApprovals' | 'reinforcedReasons'>,
  { reinforced }: Pick<Checked, 'reinforced'>
): boolean {
  const known = order.reinforcedReasons
  order.reinforcedReasons = [...new Set([...known, ...reinforced])]
  if (reinforced.length === 0 || known.length > 0) return false
  const before = order.requiredApprovals ?? 1
  order.requiredApprovals = withReinforcement(before, reinforced)
  if (order.payerRequiredApprovals !== null)
    order.payerRequiredApprovals = withReinforcement(order.payerRequiredApprovals, reinforced)
  return order.requiredApprovals > before
}

const withReinforcement = (required: number, reinforced: readonly string[]) =>
  Math.min(required + (reinforced.length > 0 ? 1 : 0), REQUIRED_MAX)

/** Who may decide on an order: holders of the approval, minus everybody who had a hand in it or in the payee's account. */
export async function approvalQuestion(order: PaymentOrder, trx: Transaction): Promise<ApprovalQuestion> {
  const question = (await approvalQuestions([order], trx)).get(order.id)
  if (!question) throw new Error(`Order ${order.id} was not asked about`)
  return question
}

/** The same of many, by their keys: who had a hand in them is asked for all of them at once. */
export async function approvalQuestions(
  orders: readonly OrderRecord[],
  trx: Transaction
): Promise<ReadonlyMap<number, ApprovalQuestion>> {
  const hands = await handsIn(orders, trx)
  const runs = await runTotals(orders, trx)
  const questions = new Map<number, ApprovalQuestion>()
  for (const order of orders)
    questions.set(order.id, {
      siteId: order.siteId,
      kind: kindOf(order.kind).approvals,
      amountMinor: runs.get(order.runId ?? 0) ?? (await worthOf(order, trx)),
      excludedUserIds: peopleOf(hands.get(order.id)),
      whyExcluded: whyOf(hands.get(order.id), order.sourceType),
      documentType: 'payment_order',
      documentId: order.id,
      categoryId: await kindPaying(order.sourceType).categoryOf(order.sourceId, trx),
    })
  return questions
}

/**
 * The questions of a payment, one for each company that decides on it: that which owes it, and that which pays it where it is
 * another one.
 */
export async function questionsOf(order: PaymentOrder, trx: Transaction): Promise<ApprovalQuestion[]> {
  const question = await approvalQuestion(order, trx)
  return isPaidByOther(order) ? [question, { ...question, siteId: order.payerSiteId }] : [question]
}

/** Whose approval of each order still counts now, and for which company. */
export async function approversOf(
  orders: readonly OrderRecord[],
  trx: Transaction
): Promise<Map<number, Approver[]>> {
  const hands = await handsIn(orders, trx)
  const runs = await runTotals(orders, trx)
  const standing = new Map<number, Approver[]>()
  for (const [kind, some] of Map.groupBy(orders, (order) => kindOf(order.kind).approvals)) {
    const documents = []
    for (const order of some)
      documents.push({
        documentId: order.id,
        // Who approves a run answers for all of it: their limit is held against its total.
        amountMinor: runs.get(order.runId ?? 0) ?? (await worthOf(order, trx)),
        fingerprint: order.fingerprint,
        excludedUserIds: peopleOf(hands.get(order.id)),
      })
    const found = await standingApprovers({ documentType: 'payment_order', kind }, documents, trx)
    for (const [id, approvers] of found) standing.set(id, approvers)
  }
  return standing
}

/** What an order is worth in the currency of its company at the rate of the day: what limits and policies ask. Throws E_NO_RATE. */
export async function worthOf(
  {
    siteId,
    amountMinor,
    currency,
    chargeMinor = null,
    chargeCurrency,
  }: Pick<OrderRecord, 'siteId' | 'amountMinor' | 'currency'> &
    Partial<Pick<OrderRecord, 'chargeMinor' | 'chargeCurrency'>>,
  trx: Transaction
): Promise<number> {
  // The rate of a day is the euro's: nothing is asked for thousands of payments in euros.
  if (currency === 'EUR') return amountMinor
  if (chargeMinor !== null && chargeCurrency === 'EUR') return chargeMinor
  const { baseCurrency } = await oneRow<{ baseCurrency: string }>(
    `select base_currency from sites where id = :siteId`,
    { siteId },
    trx
  )
  return toBaseMinor({ amountMinor, currency, baseCurrency, day: today() }, trx)
}

/** What each run adds up to, in cents: what was taken out of it or ended does not count. */
async function runTotals(
  orders: readonly OrderRecord[],
  trx: Transaction
): Promise<ReadonlyMap<number, number>> {
  const runIds = [...new Set(orders.map(({ runId }) => runId).filter((id) => id !== null))]
  if (runIds.length === 0) return new Map()
  const found = await rows<{ runId: number; total: number }>(
    `select run_id, sum(amount_minor)::bigint as total from payment_orders where run_id = any(:runIds::bigint[]) and status not in ('cancelled', 'failed', 'returned') group by 1`,
    { runIds },
    trx
  )
  return new Map(found.map(({ runId, total }) => [runId, total]))
}

/**
 * This order, the other parts of its document, and what the same payee was ordered or paid in the days of the policy,
 * sent and paid included: else a debt is split into parts that each need one approval less. Who is neither supplier nor
 * employee is known by IBAN or beneficiary: their key means something else in each kind.
 */
async function amountWithSiblings(
  order: PaymentOrder,
  { siteId, column }: Asked,
  trx: Transaction
): Promise<number> {
  const amountMinor = await worthOf(order, trx)
  const { aggregateDays } = await requiredApprovals(
    { siteId, kind: kindOf(order.kind).approvals, amountMinor },
    trx
  )
  const { siblings } = await oneRow<{ siblings: number }>(
    `select coalesce(sum(worth_on(amount_minor, currency, (select base_currency from sites where id = site_id), :today::date)), 0)::bigint as siblings from payment_orders
      where ${column} = :siteId and id <> :id and status not in ('draft', 'cancelled', 'failed', 'returned')
        and ((source_type = :sourceType and source_id = :sourceId)
          or ((creditor_iban = :iban or provider_beneficiary_id = :beneficiaryId::bigint or (creditor_type = :creditorType and (creditor_type <> 'other' or kind = :kind) and (creditor_id = :creditorId
            or (creditor_type = 'provider' and exists (select 1 from providers m where m.id = creditor_id and m.merged_into_id = :creditorId))))) and created_at > now() - make_interval(days => :days)))`,
    {
      siteId,
      id: order.id,
      sourceType: order.sourceType,
      sourceId: order.sourceId,
      today: today(),
      kind: order.kind,
      iban: order.creditorIban,
      beneficiaryId: order.providerBeneficiaryId,
      creditorType: order.creditorType,
      creditorId: order.creditorId,
      days: aggregateDays,
    },
    trx
  )
  return amountMinor + siblings
}
