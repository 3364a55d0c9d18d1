import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { approvalsNeededForRun } from '#app/payments/approvals/approval_needs'
import { tellApprovers } from '#app/payments/approvals/tell_approvers'
import { runQuestions } from '#app/payments/kinds/payroll/decide_run'
import { orderPayrolls, type Refused } from '#app/payments/kinds/payroll/order_payroll'
import { checkOrders } from '#app/payments/orders/checks/check_order'
import { earliestExecution } from '#app/payments/orders/checks/execution_day'
import { holdAllFunds, lockOrders, moveOrders } from '#app/payments/orders/move_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { cutOffOf, refuseWithoutReason } from '#app/payments/release/pay_now'

type Wanted = {
  /** Salaries to be ordered. */
  payrollIds?: readonly number[]
  /** Drafts that are there already: sent back, or repeated. */
  orderIds?: readonly number[]
  debtorAccountId?: number | null
  executionDate?: CalendarDate | null
  confirmDuplicate?: boolean
  /** «Pagar ahora»: why it cannot wait for the hour of the bank. */
  now?: { reason: string }
}

export type PayrollRun = { runId: number; number: string; orders: number; refused: Refused[] }

/**
 * Puts salaries into the pay buffer as one run: its total decides how many approvals it needs, and one decision covers all
 * of it (area 28 §3.1). Who cannot be paid stays out with the reason. Throws E_EMPTY where nobody is left, E_DUPLICATE
 * until somebody confirms payments that look like others.
 */
export function bufferPayroll(wanted: Wanted, actor: Actor): Promise<PayrollRun> {
  return inTransaction(async (trx) => {
    const { orders, refused } = wanted.orderIds
      ? { orders: await lockDrafts(wanted.orderIds, trx), refused: [] }
      : await orderPayrolls(
          wanted.payrollIds ?? [],
          { debtorAccountId: wanted.debtorAccountId ?? null, wantedOn: wanted.executionDate ?? null },
          actor,
          trx
        )
    const { sound, reinforced, kept } = await checkAll(orders, wanted.confirmDuplicate ?? false, actor, trx)
    const [first] = sound
    if (!first) throw nobodyLeft([...refused, ...kept])
    if (wanted.now) await hurry(sound, wanted.now.reason, actor, trx)
    const run = await openRun(first, conceptOf(sound), actor, trx)
    const totalMinor = sound.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    const needed = await approvalsNeededForRun(
      { id: run.id, siteId: first.siteId, payerSiteId: first.payerSiteId, kind: 'payroll', totalMinor },
      reinforced,
      trx
    )
    await execute(
      `update payment_orders set required_approvals = :requiredApprovals, payer_required_approvals = :payerRequiredApprovals, reinforced_reasons = :reinforced, hold_reason = null, duplicate_confirmed = :confirmed or duplicate_confirmed where id = any(:ids::bigint[])`,
      {
        ...needed,
        reinforced,
        confirmed: wanted.confirmDuplicate ?? false,
        ids: sound.map(({ id }) => id),
      },
      trx
    )
    await moveOrders(sound, 'buffer', actor, trx, { runId: run.id })
    await holdAllFunds(sound, 'soft', trx)
    await recordEvent(
      {
        actor,
        objectType: 'payment_run',
        objectId: run.id,
        siteId: first.siteId,
        event: 'payment_run.created',
        to: 'buffered',
      },
      trx
    )
    for (const question of wanted.now ? await runQuestions(sound, trx) : [])
      await tellApprovers(
        question,
        {
          number: run.number,
          amountMinor: totalMinor,
          currency: first.currency,
          payee: sound.length === 1 ? first.creditorName : `${sound.length} empleados`,
          reason: wanted.now?.reason.trim() ?? null,
          screen: 'Pagar Nómina',
          objectType: 'payment_run',
          objectId: run.id,
        },
        trx
      )
    return { runId: run.id, number: run.number, orders: sound.length, refused: [...refused, ...kept] }
  })
}

function nobodyLeft(refused: readonly Refused[]): DomainError {
  const why = refused.map(({ name, reason }) => `${name}: ${reason}`)
  return new DomainError(
    'E_EMPTY',
    why.length === 0
      ? 'Seleccione al menos un pago.'
      : `No se puede pagar a nadie de la selección. ${why.slice(0, 5).join(' ')}`
  )
}

/** For the first day that the bank can still take, whatever day they were meant for. */
async function hurry(
  orders: readonly PaymentOrder[],
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  refuseWithoutReason(reason)
  const [first] = orders
  if (!first) return
  const executionDate = earliestExecution(await cutOffOf(first, trx))
  for (const order of orders) {
    order.merge({ payNow: true, payNowReason: reason.trim(), executionDate, lastEditedBy: actor.userId })
    order.fingerprint = PaymentOrder.fingerprintOf(order)
    await order.save()
  }
}

/** Drafts of salaries, of one company and account. */
async function lockDrafts(orderIds: readonly number[], trx: Transaction): Promise<PaymentOrder[]> {
  const orders = await lockOrders(orderIds, trx)
  const [first] = orders
  const other = orders.find(
    ({ kind, status, siteId, debtorAccountId }) =>
      kind !== 'payroll' ||
      status !== 'draft' ||
      siteId !== first?.siteId ||
      debtorAccountId !== first.debtorAccountId
  )
  if (!other) return orders
  throw new DomainError(
    'E_TRANSITION',
    other.kind !== 'payroll' || other.status !== 'draft'
      ? `El pago ${other.number} ya no es un borrador de nómina.`
      : 'Los pagos son de varias empresas o cuentas: pase cada grupo por separado.'
  )
}

type CheckedRun = { sound: PaymentOrder[]; reinforced: string[]; kept: Refused[] }

/** Which of them may go on; what does not stays a draft. */
async function checkAll(
  orders: PaymentOrder[],
  confirmed: boolean,
  actor: Actor,
  trx: Transaction
): Promise<CheckedRun> {
  const checked = await checkOrders(orders, 'buffer', actor.userId, trx)
  const result: CheckedRun = { sound: [], reinforced: [], kept: [] }
  const twins: string[] = []
  for (const [index, order] of orders.entries()) {
    const found = checked[index]
    const failed = found?.checks.find(({ level }) => level === 'error')
    if (failed) result.kept.push({ name: order.creditorName, reason: failed.message })
    else {
      result.sound.push(order)
      result.reinforced.push(...(found?.reinforced ?? []))
      const twin = found?.checks.find(({ code }) => code === 'duplicate')
      if (twin) twins.push(`${order.creditorName}: ${twin.message}`)
    }
  }
  const [twin] = twins
  if (twin && !confirmed)
    throw new DomainError(
      'E_DUPLICATE',
      `${twin}${twins.length > 1 ? ` (y ${twins.length - 1} más)` : ''} Confirme que no es un pago duplicado.`,
      { field: 'confirm_duplicate' }
    )
  return { ...result, reinforced: [...new Set(result.reinforced)] }
}

/** «NOMINA 11/2026», or that and how many others. */
function conceptOf(orders: readonly PaymentOrder[]): string {
  const [first = '', ...others] = new Set(orders.map(({ remittance }) => remittance))
  return others.length === 0 ? first : `${first} y ${others.length} más`
}

function openRun(
  first: PaymentOrder,
  concept: string,
  actor: Actor,
  trx: Transaction
): Promise<{ id: number; number: string }> {
  return oneRow<{ id: number; number: string }>(
    `insert into payment_runs (number, site_id, debtor_account_id, concept, execution_date, created_by)
     select 'NM-' || :year || '-' || lpad(n::text, greatest(4, length(n::text)), '0'), :siteId, :accountId, :concept, :executionDate, :userId from nextval('payment_run_numbers') n returning id, number`,
    {
      year: today().slice(0, 4),
      siteId: first.siteId,
      accountId: first.debtorAccountId,
      concept,
      executionDate: first.executionDate,
      userId: actor.userId,
    },
    trx
  )
}
