import { recordEvent, SYSTEM } from '#app/audit/record_event'
import {
  GatewayUnavailable,
  type KnownTransfer,
  type Transfer,
  type TransferGateway,
} from '#app/banking/gateway/transfer_gateway'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { counted } from '#app/kernel/text/counted'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { endAttempt, firstSentAt, liveAttempt, planAttempt } from '#app/payments/bank/attempts'
import { adopt, recordAnswer } from '#app/payments/bank/record_answer'
import { isSameTransfer, readRequest } from '#app/payments/bank/same_transfer'
import { tellLeads } from '#app/payments/bank/tell_leads'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { checkOrder } from '#app/payments/orders/checks/check_order'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

/** Of the time that the bank remembers a key, the part in which it may be repeated; afterwards only a look-up, then a person. */
const SAFE_SHARE = 0.75
const ALARM_HOURS = 24

export type Resolution = 'found' | 'resent' | 'waiting' | 'unavailable' | 'settled'

/**
 * Finds out what became of an order without an answer: the bank is asked for it by its number. Only when the bank does
 * not have it, and still remembers its key for sure, the same request goes again under the same key (area 28 §8).
 */
export async function resolveUnknown(orderId: number, now: Date = new Date()): Promise<Resolution> {
  const asked = await row<{ debtorAccountId: number; key: string; transfer: Transfer }>(
    `select o.debtor_account_id, o.idempotency_key as key, a.request as transfer from payment_orders o join payment_attempts a on a.order_id = o.id and a.status = 'unknown'
      where o.id = :orderId and o.sub_status = 'unknown'`,
    { orderId }
  )
  if (!asked) return 'settled'
  const transfer = readRequest(asked.transfer)
  const gateway = await gatewayOfAccount(asked.debtorAccountId)
  if (!gateway) return 'unavailable'
  const found = await lookUp(gateway, { transfer, key: asked.key }, orderId)
  if (found === null) return 'unavailable'
  const next = await decide(orderId, { transfer, found, gateway, now })
  if (next.kind !== 'resend') return next.kind
  const answer = await gateway.submit(transfer, next.key)
  await recordAnswer({ orderId, attemptId: next.attemptId, transfer, answer })
  return 'resent'
}

async function lookUp(
  gateway: TransferGateway,
  { transfer, key }: { transfer: Transfer; key: string },
  orderId: number
): Promise<KnownTransfer[] | null> {
  try {
    return await gateway.findSubmission(transfer, key)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    await execute(
      `update payment_attempts set error = :error where order_id = :orderId and status = 'unknown'`,
      { orderId, error: `La consulta al banco no tuvo respuesta: ${error.message}`.slice(0, 500) }
    )
    return null
  }
}

type Asked = { transfer: Transfer; found: KnownTransfer[]; gateway: TransferGateway; now: Date }
type Next = { kind: 'found' | 'waiting' | 'settled' } | { kind: 'resend'; attemptId: number; key: string }

async function decide(orderId: number, { transfer, found, gateway, now }: Asked): Promise<Next> {
  return inTransaction(async (trx): Promise<Next> => {
    const order = await lockOrderWithBatch(orderId, trx)
    const attempt = await liveAttempt(orderId, trx)
    if (order.subStatus !== 'unknown' || attempt?.status !== 'unknown') return { kind: 'settled' }
    await execute(
      `update payment_attempts set looked_up_at = clock_timestamp(), look_ups = look_ups + 1 where id = :id`,
      { id: attempt.id },
      trx
    )
    const [first, ...others] = found.filter((known) => isSameTransfer(transfer, known))
    if (others.length > 0 || found.length > (first ? 1 : 0))
      await warn(
        order,
        'payment_order.duplicate_at_bank',
        `El banco tiene ${counted(found.length, 'transferencia', 'transferencias')} con el número ${order.number}.`,
        trx
      )
    if (first) {
      await adopt(order, { attempt, known: first, httpStatus: null, actor: SYSTEM }, trx)
      if (order.batchId) await refreshBatch(order.batchId, trx)
      return { kind: 'found' }
    }
    const since = (await firstSentAt(orderId, trx)) ?? attempt.startedAt
    const ageSeconds = (now.getTime() - since.getTime()) / 1000
    // What left with others is repeated with them or not at all: alone it might be there twice.
    const isAlone = attempt.bulkKey === null
    if (found.length > 0 || !isAlone || ageSeconds >= safeSeconds(gateway)) {
      await alarmWhenOld(order, { attemptId: attempt.id, ageSeconds }, trx)
      return { kind: 'waiting' }
    }
    const barred = await whyBarred(order, trx)
    if (barred !== null) {
      await alarmOnce(
        order,
        { attemptId: attempt.id, text: `No se repite el envío. ${barred} ${BARRED_TEXT}` },
        trx
      )
      return { kind: 'waiting' }
    }
    await endAttempt(
      attempt.id,
      { status: 'repeated', error: 'El banco no la tiene: se repite con la misma clave.' },
      trx
    )
    await stepSent(order, { step: 'resend' }, SYSTEM, trx)
    const attemptId = await planAttempt(order, { request: transfer }, trx)
    return { kind: 'resend', attemptId, key: order.idempotencyKey }
  })
}

/** How long a key may be repeated. */
export const safeSeconds = ({ idempotencyWindowSeconds }: TransferGateway): number =>
  idempotencyWindowSeconds * SAFE_SHARE

async function alarmWhenOld(
  order: PaymentOrder,
  { attemptId, ageSeconds }: { attemptId: number; ageSeconds: number },
  trx: Transaction
): Promise<void> {
  if (ageSeconds >= ALARM_HOURS * 3600) await alarmOnce(order, { attemptId, text: UNKNOWN_TEXT }, trx)
}

/** Repeating a request is asking the bank anew: what may not be paid any more is not asked for again. */
export async function whyBarred(order: PaymentOrder, trx: Transaction): Promise<string | null> {
  const { checks } = await checkOrder(order, 'send', null, trx)
  return checks.find(({ level }) => level === 'error')?.message ?? null
}

async function alarmOnce(
  order: PaymentOrder,
  { attemptId, text }: { attemptId: number; text: string },
  trx: Transaction
): Promise<void> {
  const isFirst = await execute(
    `update payment_attempts set alarmed_at = now() where id = :attemptId and alarmed_at is null`,
    { attemptId },
    trx
  )
  if (isFirst === 0) return
  await warn(order, 'payment_order.unknown_alarm', text, trx)
  await tellLeads(
    {
      orderId: order.id,
      siteId: order.siteId,
      subject: `Pago ${order.number} sin confirmar por el banco`,
      body: `Pago ${order.number} de ${formatAmount(order.amountMinor, order.currency)}. ${text}\n\nEntre en Caudal para revisarlo.`,
    },
    trx
  )
}

const UNKNOWN_TEXT =
  'Sin confirmar desde hace más de 24 horas: una persona con el rol de sistema debe cerrarlo con un justificante.'

const BARRED_TEXT =
  'El banco no respondió y dice que no lo tiene: una persona con el rol de sistema debe cerrarlo con un justificante.'

function warn(order: PaymentOrder, event: string, reason: string, trx: Transaction): Promise<void> {
  return recordEvent(
    { actor: SYSTEM, objectType: 'payment_order', objectId: order.id, siteId: order.siteId, event, reason },
    trx
  )
}
