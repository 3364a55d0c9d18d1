import { createHash } from 'node:crypto'
import type { Transfer } from '#app/banking/gateway/transfer_gateway'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import type PaymentOrder from '#app/payments/orders/payment_order'

export type AttemptStatus =
  | 'planned'
  | 'in_flight'
  /** The provider has not taken it and will once somebody has said yes there. */
  | 'waiting'
  | 'acknowledged'
  | 'rejected'
  | 'unknown'
  | 'repeated'
  | 'withdrawn'

export type Attempt = {
  id: number
  orderId: number
  attemptNo: number
  status: AttemptStatus
  idempotencyKey: string
  startedAt: Date
  notBefore: Date | null
  lookUps: number
  /** The key of the submission that it left in with others; null where it left alone. */
  bulkKey: string | null
  /** What the bank was asked, word for word; null while it is only planned. */
  request: Transfer | null
}

const COLUMNS =
  'id, order_id, attempt_no, status, idempotency_key, started_at, not_before, look_ups, bulk_key, request'

/** The attempt of an order that is not over: there is one at most, the database sees to it. */
export function liveAttempt(orderId: number, trx: Transaction): Promise<Attempt | null> {
  return row<Attempt>(
    `select ${COLUMNS} from payment_attempts where order_id = :orderId and status in ('planned', 'in_flight', 'waiting', 'unknown') for update`,
    { orderId },
    trx
  )
}

/** An attempt by its key, whatever became of it. */
export function findAttempt(attemptId: number, trx: Transaction): Promise<Attempt> {
  return oneRow<Attempt>(
    `select ${COLUMNS} from payment_attempts where id = :attemptId for update`,
    { attemptId },
    trx
  )
}

type Planned = {
  /** What is asked at once; without it the attempt waits in the queue. */
  request?: Transfer
  /** Seconds that it must wait at least. */
  waitSeconds?: number
  /** Of the submission that it is asked in with others. */
  bulkKey?: string | null
}

/** Writes down that an order is going to be asked of the bank, always under the one key of the order. */
export async function planAttempt(
  { id, idempotencyKey }: Pick<PaymentOrder, 'id' | 'idempotencyKey'>,
  { request, waitSeconds = 0, bulkKey = null }: Planned,
  trx: Transaction
): Promise<number> {
  const attempt = await oneRow<{ id: number }>(
    `insert into payment_attempts (order_id, attempt_no, idempotency_key, bulk_key, request_hash, request, status, started_at, not_before)
     select :id, coalesce(max(attempt_no), 0) + 1, :key::uuid, :bulkKey::uuid, :hash, :request::jsonb, :status, clock_timestamp(), clock_timestamp() + make_interval(secs => :waitSeconds)
       from payment_attempts where order_id = :id returning id`,
    {
      id,
      key: idempotencyKey,
      bulkKey,
      hash: request ? hashOf(request) : '',
      request: request ? JSON.stringify(request) : null,
      status: request ? 'in_flight' : 'planned',
      waitSeconds,
    },
    trx
  )
  return attempt.id
}

/** A planned attempt goes out: from here on the bank may have it. */
export async function startAttempt(
  attemptId: number,
  { request, bulkKey = null }: { request: Transfer; bulkKey?: string | null },
  trx: Transaction
): Promise<void> {
  await execute(
    `update payment_attempts set status = 'in_flight', started_at = clock_timestamp(), bulk_key = :bulkKey::uuid, request = :request::jsonb, request_hash = :hash where id = :attemptId`,
    { attemptId, bulkKey, request: JSON.stringify(request), hash: hashOf(request) },
    trx
  )
}

/** What waited for somebody's yes is asked again with the same words: from here on the provider may have it. */
export async function resumeAttempt(attemptId: number, trx: Transaction): Promise<void> {
  await execute(
    `update payment_attempts set status = 'in_flight', started_at = clock_timestamp() where id = :attemptId`,
    { attemptId },
    trx
  )
}

const hashOf = (request: Transfer) => createHash('sha256').update(JSON.stringify(request)).digest('hex')

type Ended = {
  status: Exclude<AttemptStatus, 'planned' | 'in_flight'>
  httpStatus?: number | null
  providerRef?: string | null
  error?: string | null
}

/** What became of an attempt. */
export async function endAttempt(
  attemptId: number,
  { status, httpStatus = null, providerRef = null, error = null }: Ended,
  trx: Transaction
): Promise<void> {
  await execute(
    `update payment_attempts set status = :status, ended_at = case when :status in ('unknown', 'waiting') then null else clock_timestamp() end, http_status = coalesce(:httpStatus, http_status),
        provider_ref = coalesce(:providerRef, provider_ref), error = coalesce(:error, error) where id = :attemptId`,
    { attemptId, status, httpStatus, providerRef, error: error?.slice(0, 500) ?? null },
    trx
  )
}

/** When the bank may first have seen the key of an order; null when it never has. */
export async function firstSentAt(orderId: number, trx: Transaction): Promise<Date | null> {
  const { at } = await oneRow<{ at: Date | null }>(
    `select min(started_at) as at from payment_attempts where order_id = :orderId and status in ('in_flight', 'unknown', 'repeated', 'acknowledged')`,
    { orderId },
    trx
  )
  return at
}
