import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { rows } from '#app/kernel/database/sql'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { FAULTS, type Fault } from '#app/payments/sandbox_bank/bank_faults'
import type { Installation } from './installation.js'
import { seededRandom } from './measure.js'
import {
  type Audit,
  audit,
  openBank,
  queueOrders,
  type Rehearsal,
  statesText,
  wrongOf,
} from './payment_bank.js'
import { figure, type Section } from './report.js'

const ROUNDS = 200
const ORDERS_A_ROUND = 12
const SEED = 20_261_122
/** Of all requests, the part that a fault strikes as well. */
const FAULT_SHARE = 0.25
/** How long a sender goes on after its first request reached the bank, at most. */
const SENDING_MS = 400
/** Of all rounds, the part that ends before the first request. */
const EARLY_SHARE = 0.25
/** One that has not reached the bank by then has nothing left to send. */
const REACH_MS = 10_000

/**
 * The process that sends payments is killed at random moments of sending, over and over, while the bank lives on; the
 * next one finds what was left. At the end what the bank took must be what was sent, each once. The process ends
 * with 1 when it is not.
 */
export async function rehearsePaymentCrashes(_: Installation, args: string[]): Promise<Section> {
  const rounds = Number(args[0] ?? ROUNDS)
  const random = seededRandom(SEED)
  const rehearsal = await openBank()
  let reached = () => {}
  rehearsal.bank.faultOf = ({ amount }) => {
    reached()
    return chance(amount) < FAULT_SHARE ? faultOf(amount) : 'none'
  }
  const { orderIds } = await queueOrders(rounds * ORDERS_A_ROUND)
  const moments: Record<string, number> = {}
  let spare = startSender(rehearsal)
  // How fast a sender is depends on the machine: the moments follow what the earlier ones took.
  let toReachMs = 0
  for (let round = 0; round < rounds; round++) {
    const sender = await spare
    spare = startSender(rehearsal)
    const atBank = new Promise<void>((resolve) => {
      reached = resolve
    })
    const began = performance.now()
    sender.send('go')
    if (round > 0 && random() < EARLY_SHARE) await sleep(random() * toReachMs)
    else {
      const isThere = await Promise.race([atBank.then(() => true), sleep(REACH_MS, false)])
      if (isThere) toReachMs = performance.now() - began
      await sleep(random() * SENDING_MS)
    }
    await killAtOnce(sender)
    if (random() < 0.5) rehearsal.bank.work()
    for (const { state, n } of await inFlight()) moments[state] = (moments[state] ?? 0) + n
    if (round % 20 === 19)
      process.stderr.write(`Round ${round + 1}: ${rehearsal.bank.transfers.size} at the bank\n`)
  }
  ;(await spare).kill('SIGKILL')
  await finish(rehearsal)
  const found = await audit(rehearsal.bank, orderIds)
  await rehearsal.close()
  process.stderr.write(`${JSON.stringify(found)}\n`)
  if (wrongOf(found) > 0) process.exitCode = 1
  return report({ rounds, found, moments })
}

/** The same for the same amount, whatever the order of the requests. */
const chance = (amount: number) => seededRandom(SEED + amount)()

function faultOf(amount: number): Fault {
  return FAULTS[Math.floor(seededRandom(amount)() * FAULTS.length)] ?? 'none'
}

/** A sender that has booted and waits: the start is not what is measured. */
async function startSender({ url }: Rehearsal): Promise<ChildProcess> {
  const child = fork('bench/payment_sender.ts', [], {
    execArgv: ['--import=@poppinss/ts-exec'],
    env: { ...process.env, BENCH_BANK_URL: url },
  })
  await new Promise((ready, failed) => {
    child.once('message', ready)
    child.once('exit', () => failed(new Error('The sender did not start')))
  })
  return child
}

async function killAtOnce(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

const inFlight = () =>
  rows<{ state: string; n: number }>(
    `select sub_status as state, count(*)::int as n from payment_orders where status = 'sent' and sub_status in ('submitting', 'unknown') group by 1`
  )

/** Without any more killing everything comes to an end. */
async function finish({ bank }: Rehearsal): Promise<void> {
  for (let round = 0; round < 200; round++) {
    bank.work()
    await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
    const open = await rows(
      `select 1 as found from payment_orders where status = 'sent' and sub_status in ('queued', 'submitting', 'unknown', 'processing') limit 1`
    )
    if (open.length === 0) break
    await sleep(100)
  }
  bank.work()
  await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
}

type Played = { rounds: number; found: Audit; moments: Record<string, number> }

function report({ rounds, found, moments }: Played): Section {
  return {
    name: 'payments-crash',
    title: `${rounds} kills of the process that sends payments`,
    notes: [
      `The process that sends ${figure(found.orders)} payments by network, several at once, gets SIGKILL at a random moment, three times in four after its first request reached the bank; a new one finds what was left and goes on. A quarter of the payments meets a fault of the bank besides. Seed ${SEED}.`,
      `Found after the kills: ${Object.entries(moments)
        .map(([state, n]) => `${n} payments ${state}`)
        .join(', ')}.`,
      `In the end: ${statesText(found)}.`,
    ],
    tables: [
      {
        caption: 'What the bank took and what the books say',
        columns: ['', 'count'],
        rows: [
          ['orders', figure(found.orders)],
          ['taken by the bank', figure(found.taken)],
          ['taken twice', found.twice],
          ['sent for us, unknown to the bank', found.lost],
          ['at the bank, not sent for us', found.foreign],
          ['without a decided state', found.stuck],
          ['posted twice or in part', found.postedWrong],
          ['violated invariants', found.violations],
        ],
      },
    ],
  }
}
