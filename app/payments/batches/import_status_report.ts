import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { refuseInfected } from '#app/files/antivirus'
import { sha256Of, storeFile } from '#app/files/store_file'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { maxDay, minDay, today } from '#app/kernel/time/calendar_date'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { lockBooksOfBatch } from '#app/payments/batches/lock_books'
import PaymentBatch from '#app/payments/batches/payment_batch'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { refusal, refuseStrange } from '#app/payments/batches/refuse_strange_report'
import { reportsOfOrders } from '#app/payments/batches/reports_of_orders'
import { readPain002Apart } from '#app/payments/files/apart'
import { ANSWER_PROOF, type ReportedOrder } from '#app/payments/files/order_outcomes'
import type { StatusReport } from '#app/payments/files/pain002'
import { failLocked } from '#app/payments/orders/fail_order'
import { PAYEE_TEXTS } from '#app/payments/orders/page/payee_texts'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleOrder } from '#app/payments/orders/settle_order'

/** The largest answer of a bank that is read. */
const REPORT_BYTES_MAX = 10 * 1024 * 1024

type Input = { batchId: number; name: string; bytes: Uint8Array; actor: Actor }

/** What an answer did to the payments of its file. */
export type ReportOutcome = { orders: number; paid: number; failed: number; doubted: number }

/**
 * The bank's answer (pain.002) on a file that was sent: what it refused fails, what it executed is paid, and of whom it knows
 * another name waits for a decision (VoP). The same answer is taken once. Throws at `file` for anything but an answer on
 * this file, E_NOT_SENT while the batch is not marked as sent.
 */
export async function importStatusReport({ batchId, name, bytes, actor }: Input): Promise<ReportOutcome> {
  const report = await readReport(name, bytes)
  return inTransaction(async (trx) => {
    const batch = await PaymentBatch.query({ client: trx }).where('id', batchId).forUpdate().firstOrFail()
    await refuseStrange(batch, report, trx)
    const sha256 = sha256Of(bytes)
    const known = await row(
      `select 1 as found from payment_status_reports where batch_id = :batchId and sha256 = :sha256`,
      { batchId, sha256 },
      trx
    )
    if (known) throw refusal('Esta respuesta del banco ya se importó.')
    const orders = await PaymentOrder.query({ client: trx })
      .where('batch_id', batchId)
      .orderBy('id')
      .forUpdate()
    const outcome = await apply(orders, reportsOfOrders(batch, orders, report), actor, trx)
    await refreshBatch(batchId, trx)
    await note(batch, { report, name, bytes, sha256, outcome }, actor, trx)
    return outcome
  })
}

async function readReport(name: string, bytes: Uint8Array): Promise<StatusReport> {
  if (bytes.length > REPORT_BYTES_MAX) throw refusal('El archivo supera el máximo (10 MB).')
  await refuseInfected(name, bytes, 'file')
  const report = await readPain002Apart(new TextDecoder().decode(bytes))
  if (report.problem) throw refusal(`No es una respuesta del banco (pain.002): ${report.problem.message}`)
  return report
}

async function apply(
  orders: readonly PaymentOrder[],
  said: ReadonlyMap<number, ReportedOrder>,
  actor: Actor,
  trx: Transaction
): Promise<ReportOutcome> {
  const outcome: ReportOutcome = { orders: 0, paid: 0, failed: 0, doubted: 0 }
  const batchId = orders[0]?.batchId
  if (batchId) await lockBooksOfBatch(batchId, trx)
  for (const order of orders) {
    const reported = said.get(order.id)
    if (!reported || order.status !== 'sent') continue
    outcome.orders++
    const done = await applyTo(order, reported, actor, trx)
    if (done) outcome[done]++
  }
  return outcome
}

const isDecided = ({ subStatus }: PaymentOrder) => subStatus !== 'vop_pending_decision'

/** Null where nothing of the payment changes but what is known of its payee. */
async function applyTo(
  order: PaymentOrder,
  reported: ReportedOrder,
  actor: Actor,
  trx: Transaction
): Promise<'paid' | 'failed' | 'doubted' | null> {
  switch (reported.outcome) {
    case 'failed':
      await failLocked(order, { ...refusedBecause(reported), actor, said: 'answer' }, trx)
      return 'failed'
    case 'paid':
      // The bank went on although it had asked: somebody decided so there.
      if (!isDecided(order)) await stepSent(order, { step: 'acknowledge' }, actor, trx)
      await settle(order, reported, actor, trx)
      return 'paid'
    case 'vop_match':
    case 'vop_unavailable':
      await keepAnswer(order, reported.outcome === 'vop_match' ? 'match' : 'not_possible', null)
      return null
    case 'vop_close_match':
    case 'vop_no_match':
      return doubt(order, reported, actor, trx)
    case 'sent':
    case 'unknown':
    case 'look_inside':
      return null
    default:
      return reported.outcome satisfies never
  }
}

/** The code and the words of the bank; NARR where it gives none. */
function refusedBecause({ code, reasons }: ReportedOrder): { code: string; comment: string } {
  const [reason] = reasons
  const words = reasons.flatMap(({ additional }) => additional).join(' ')
  return { code: (reason?.code ?? 'NARR').slice(0, 10), comment: words || `El banco responde ${code}` }
}

async function settle(
  order: PaymentOrder,
  { code }: ReportedOrder,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const sent = await row<{ postedOn: CalendarDate }>(
    `select posted_on from journal_entries where idempotency_key = :key`,
    { key: `payment_order:${order.id}:sent:1` },
    trx
  )
  const settledOn = maxDay(minDay(order.executionDate, today()), sent?.postedOn ?? order.executionDate)
  const proof = `${ANSWER_PROOF}${code}`
  await settleOrder(
    {
      orderId: order.id,
      settledOn: minDay(settledOn, today()),
      bankAccountId: order.debtorAccountId,
      actor,
      proof,
      said: 'answer',
    },
    trx
  )
}

/** The payee's bank knows another name: a person decides. Once decided, the same answer does not ask again. */
async function doubt(
  order: PaymentOrder,
  { outcome, creditorName }: ReportedOrder,
  actor: Actor,
  trx: Transaction
): Promise<'doubted' | null> {
  const result = outcome === 'vop_close_match' ? 'close_match' : 'no_match'
  const wasConfirmed =
    order.vopConfirmedBy !== null && order.vopResult === result && order.vopName === creditorName
  await keepAnswer(order, result, creditorName)
  if (wasConfirmed || !isDecided(order)) return null
  await stepSent(order, { step: 'doubt', reason: PAYEE_TEXTS[result](creditorName) }, actor, trx)
  return 'doubted'
}

async function keepAnswer(
  order: PaymentOrder,
  result: keyof typeof PAYEE_TEXTS,
  name: string | null
): Promise<void> {
  if (order.vopResult !== result || order.vopName !== name) order.vopConfirmedBy = null
  order.merge({ vopResult: result, vopName: name, vopAt: DateTime.now() })
  await order.save()
}

type Imported = {
  report: StatusReport
  name: string
  bytes: Uint8Array
  sha256: string
  outcome: ReportOutcome
}

async function note(
  batch: PaymentBatch,
  { report, name, bytes, sha256, outcome }: Imported,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const file = await storeFile({ name, bytes, createdBy: actor.userId }, trx)
  const { orders, paid, failed, doubted } = outcome
  await execute(
    `insert into payment_status_reports (batch_id, file_id, sha256, message_id, orders, changed, created_by) values (:batchId, :fileId, :sha256, :messageId, :orders, :changed, :userId)`,
    {
      batchId: batch.id,
      fileId: file.id,
      sha256,
      messageId: report.messageId,
      orders,
      changed: paid + failed + doubted,
      userId: actor.userId,
    },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'payment_batch',
      objectId: batch.id,
      siteId: batch.siteId,
      event: 'payment_batch.answered',
      reason: `${paid} pagados, ${failed} rechazados, ${doubted} con titular por confirmar`,
    },
    trx
  )
}
