import { rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { registerGateway } from '#app/payments/gateway/gateways'
import { sandboxGateway } from '#app/payments/gateway/sandbox_gateway'
import { releaseOrders } from '#app/payments/release/release_orders'
import { serveSandboxBank } from '#app/payments/sandbox_bank/bank_server'
import { SandboxBank } from '#app/payments/sandbox_bank/sandbox_bank'
import { makeApprovedOrders } from '#tests/factories/approved_orders'

export const BENCH_BANK = 'bench-bank'
export const BENCH_SECRET = 'bench'
const TIMEOUT_MS = 300
const SLOW_MS = 450

export type Rehearsal = { bank: SandboxBank; url: string; close: () => Promise<void> }

/** A sandbox bank in this process, which outlives what is killed, and this application connected to it. */
export async function openBank(): Promise<Rehearsal> {
  const bank = new SandboxBank({ faultOf: () => 'none' })
  const { url, close } = await serveSandboxBank(bank, { slowMs: SLOW_MS })
  connectBank(url)
  return { bank, url, close }
}

/** Lets this process ask the bank at an address. */
export function connectBank(url: string): void {
  const gateway = sandboxGateway({ url, secret: BENCH_SECRET, timeoutMs: TIMEOUT_MS })
  registerGateway(BENCH_BANK, async () => gateway)
}

/** Orders in the queue of the bank. */
export async function queueOrders(count: number): Promise<{ orderIds: number[]; batchIds: number[] }> {
  const { orderIds, person } = await makeApprovedOrders(count, BENCH_BANK)
  const { batchIds, released } = await releaseOrders(orderIds, person.actor)
  if (released !== count) throw new Error(`${released} of ${count} orders were released`)
  return { orderIds, batchIds }
}

export type Audit = {
  orders: number
  taken: number
  twice: number
  /** At the bank, and not sent for us; and the other way round. */
  foreign: number
  lost: number
  stuck: number
  postedWrong: number
  violations: number
  states: Record<string, number>
}

/** Compares order by order what the bank took with what the books say. */
export async function audit(bank: SandboxBank, orderIds: number[]): Promise<Audit> {
  const found = await rows<{ number: string; state: string; sent: number; settled: number; live: number }>(
    `select o.number, o.status || coalesce('.' || o.sub_status, '') as state,
        (select count(*)::int from journal_entries e where e.source_type = 'payment_order' and e.source_id = o.id and e.kind = 'payment.sent') as sent,
        (select count(*)::int from journal_entries e where e.source_type = 'payment_order' and e.source_id = o.id and e.kind = 'payment.settled') as settled,
        (select count(*)::int from payment_attempts a where a.order_id = o.id and a.status in ('planned', 'in_flight', 'unknown')) as live
       from payment_orders o where o.id = any(:orderIds::bigint[])`,
    { orderIds }
  )
  const taken = new Map<string, number>()
  for (const { reference } of bank.transfers.values()) taken.set(reference, (taken.get(reference) ?? 0) + 1)
  const result: Audit = {
    orders: found.length,
    taken: 0,
    twice: 0,
    foreign: 0,
    lost: 0,
    stuck: 0,
    postedWrong: 0,
    violations: (await checkInvariants()).reduce((sum, invariant) => sum + invariant.violations, 0),
    states: {},
  }
  for (const { number, state, sent, settled, live } of found) {
    const times = taken.get(number) ?? 0
    const isSent = sent === 1
    result.states[state] = (result.states[state] ?? 0) + 1
    result.taken += Math.min(times, 1)
    if (times > 1) result.twice++
    if (times > 0 && !AT_BANK.includes(state)) result.foreign++
    if (times === 0 && isSent) result.lost++
    if (live > 0 || UNDECIDED.includes(state)) result.stuck++
    if (sent > 1 || settled > 1 || (state === 'paid' && (sent !== 1 || settled !== 1))) result.postedWrong++
  }
  return result
}

/** States of what the bank has or had. */
const AT_BANK = [
  'sent.processing',
  'sent.awaiting_authorisation',
  'sent.vop_pending_decision',
  'paid',
  'failed',
  'returned',
]
/** States in which nobody knows yet; at the end of a rehearsal there is none. */
const UNDECIDED = ['sent.queued', 'sent.submitting', 'sent.unknown']

export const wrongOf = ({ twice, foreign, lost, stuck, postedWrong, violations }: Audit) =>
  twice + foreign + lost + stuck + postedWrong + violations

export const statesText = ({ states }: Audit) =>
  Object.entries(states)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([state, count]) => `${state} ${count}`)
    .join(', ')
