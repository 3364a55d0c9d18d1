import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { syncConnector } from '#app/banking/sync/sync_connector'
import type { RequestFault } from '#app/connectors/stand_in/stand_in_faults'
import { execute, rows } from '#app/kernel/database/sql'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { resumeAuthorisations } from '#app/payments/bank/resume_authorisations'
import { auditBank, wrongOf } from './connections/audit_bank.js'
import { approveBankOrders, letTimePass, releaseTogether } from './connections/bank_orders.js'
import { authoriseAgain, type Connected, connectBank } from './connections/connect_bank.js'
import { actOnNews, listenForNews } from './connections/hear_news.js'
import { playBank } from './connections/play_bank.js'
import { PATIENCE_MS } from './connections/play_fault.js'
import { BANKS, hurryBanks, numberIn, strikeBank } from './connections/played_bank.js'
import { type Audited, linesOf, reportCrashes } from './connections/report_crashes.js'
import { killAtOnce, SpareWorkers } from './connections/spare_workers.js'
import type { Installation } from './installation.js'
import { seededRandom } from './measure.js'
import type { Section } from './report.js'

const SENDING_ROUNDS = 200
const READING_ROUNDS = 100
/** Of each bank. */
const ORDERS_A_ROUND = 2
const MOVEMENTS_A_ROUND = 12
const SEED = 20_261_127
/** Of all payments, the part that a fault strikes as well. */
const FAULT_SHARE = 0.25
const EXPIRED_EVERY = 10
/** How long a process goes on after its first request that counts reached a bank, at most. */
const SENDING_MS = 500
const READING_MS = 700
/** Of all rounds, the part that ends before it. */
const EARLY_SHARE = 0.2
const REACH_MS = 10_000
const SLOW_MS = 700
const LAST_ROUNDS_MAX = 60
const FAULTS: readonly RequestFault[] = [
  'timeout_after',
  'error_500_after',
  'empty_body_after',
  'lost_before',
  'bad_gateway',
  'half_page',
  'expired_token',
]

const random = seededRandom(SEED)

/**
 * The process that sends payments by connections is killed at random moments of sending, over and over, then one that reads
 * movements, while the banks live on; the next one finds what was left. In the end what the banks have is what was sent, each
 * once, and the statements are what they moved. The process ends with 1 when it is not so.
 */
export async function rehearseConnectionCrashes({ values }: Installation, args: string[]): Promise<Section> {
  const [sending, reading] = [Number(args[0] ?? SENDING_ROUNDS), Number(args[1] ?? READING_ROUNDS)]
  hurryBanks(PATIENCE_MS)
  const stopListening = await listenForNews(values.APP_URL ?? '')
  const workers = new SpareWorkers('bench/connections/bank_worker.ts')
  const stage = await setStage(Math.max(sending, 1) * ORDERS_A_ROUND)
  const moments: Record<string, number> = {}
  for (let round = 0; round < sending; round++) {
    await playRound(workers, stage, { task: 'send', lastMs: SENDING_MS })
    await timeGoesOn(stage, round)
    for (const { state, n } of await inFlight()) moments[state] = (moments[state] ?? 0) + n
    if (round % 20 === 19) process.stderr.write(`Sending, round ${round + 1}: ${await leftText()}\n`)
  }
  for (let round = 0; round < reading; round++) {
    for (const { connected } of stage.banks) receive(connected, round)
    await playRound(workers, stage, { task: 'read', lastMs: READING_MS })
    await forgetReaders()
    if (round % 20 === 19) process.stderr.write(`Reading, round ${round + 1}: ${await movementsText()}\n`)
  }
  await workers.end()
  await finish(stage)
  const found: Audited[] = []
  for (const { connected, orderIds } of stage.banks)
    found.push({
      connected,
      audit: await auditBank(connected, { orderIds, mayStay: [] }),
      ...(await linesOf(connected)),
    })
  for (const { bank } of stage.banks.map(({ connected }) => connected)) await bank.close()
  await stopListening()
  for (const { connected, audit } of found)
    process.stderr.write(`${connected.bank.name}: ${JSON.stringify(audit)}\n`)
  if (found.some(({ audit }) => wrongOf(audit) > 0)) process.exitCode = 1
  return reportCrashes({ sending, reading, found, moments, movementsARound: MOVEMENTS_A_ROUND, seed: SEED })
}

type Stage = {
  banks: { connected: Connected; orderIds: number[] }[]
  /** Told of every request that counts for the task of this round. */
  reached: { task: Task; tell: () => void }
}
type Task = 'send' | 'read'

/** A company at each bank, with approved orders in the queues of all of them in turn. */
async function setStage(ordersOfEach: number): Promise<Stage> {
  const stage: Stage = { banks: [], reached: { task: 'send', tell: () => {} } }
  for (const name of BANKS) {
    const connected = await connectBank(await playBank(name, SLOW_MS))
    const orderIds = await approveBankOrders(
      connected,
      Array.from({ length: ordersOfEach }, () => 50)
    )
    stage.banks.push({ connected, orderIds })
    watch(connected, stage)
  }
  for (let from = 0; from < ordersOfEach; from += GROUP)
    for (const { connected, orderIds } of stage.banks)
      await releaseTogether(connected, groupsOf(orderIds.slice(from, from + GROUP)))
  return stage
}

/** Released at once: some of them alone, the others together. */
const GROUP = 8
const groupsOf = ([first, second, ...rest]: number[]): number[][] =>
  [[first], [second], rest]
    .map((group) => group.filter((id) => id !== undefined))
    .filter((group) => group.length > 0)

function watch({ bank }: Connected, stage: Stage): void {
  let money = 0
  const struck = new Set<string>()
  strikeBank(bank, {
    before: (operation) => {
      const isMoney = bank.operations.money.includes(operation)
      const isReading = bank.operations.movements.includes(operation)
      if (stage.reached.task === 'send' ? isMoney : isReading) stage.reached.tell()
      if (isMoney && bank.newCredentials === null && ++money % EXPIRED_EVERY === 0) bank.expireToken()
    },
    strike: ({ raw, path }, operation) => {
      if (!bank.operations.money.includes(operation)) return null
      const about = numberIn(raw.toString('utf8')) ?? path
      if (struck.has(about)) return null
      struck.add(about)
      const chance = seededRandom(SEED + struck.size)
      return chance() < FAULT_SHARE ? (FAULTS[Math.floor(chance() * FAULTS.length)] ?? null) : null
    },
  })
}

let toReachMs = 0

/** One process works until it is killed: before its first request that counts, or some time after it. */
async function playRound(
  workers: SpareWorkers,
  { reached }: Stage,
  { task, lastMs }: { task: Task; lastMs: number }
): Promise<void> {
  const worker: ChildProcess = await workers.next()
  const isThere = new Promise<void>((resolve) => {
    reached.task = task
    reached.tell = resolve
  })
  const began = performance.now()
  worker.send(task)
  if (toReachMs > 0 && random() < EARLY_SHARE) await sleep(random() * toReachMs)
  else {
    if (await Promise.race([isThere.then(() => true), sleep(REACH_MS, false)]))
      toReachMs = performance.now() - began
    await sleep(random() * lastMs)
  }
  await killAtOnce(worker)
}

/** At the banks something happens in half of the rounds; people there sign and pay; what was put off is due. */
async function timeGoesOn({ banks }: Stage, round: number): Promise<void> {
  for (const { connected } of banks) {
    await authoriseAgain(connected)
    await letTimePass(connected)
    if (random() < 0.5) await connected.bank.pass()
    if (round % 5 === 4) await payAtBank(connected)
  }
}

async function payAtBank({ bank, accountId }: Connected): Promise<void> {
  const waiting = await rows<{ number: string }>(
    `select number from payment_orders where debtor_account_id = :accountId and status = 'sent' and sub_status = 'awaiting_authorisation'`,
    { accountId }
  )
  for (const { number } of waiting) bank.decide(number, 'yes')
}

const inFlight = () =>
  rows<{ state: string; n: number }>(
    `select o.sub_status as state, count(*)::int as n from payment_orders o where o.status = 'sent' and o.sub_status in ('submitting', 'unknown') group by 1`
  )

const leftText = async () =>
  (
    await rows<{ text: string }>(
      `select coalesce(string_agg(state || ' ' || n, ', '), '') as text from (
       select status || coalesce('.' || sub_status, '') as state, count(*) as n from payment_orders group by 1 order by 1) s`
    )
  )[0]?.text

const movementsText = async () =>
  (
    await rows<{ text: string }>(
      `select count(*) || ' movements, ' || count(bank_statement_line_id) || ' with their line' as text from provider_transactions`
    )
  )[0]?.text

function receive({ bank }: Connected, round: number): void {
  for (let at = 0; at < MOVEMENTS_A_ROUND; at++)
    bank.receive(10_000 + round * MOVEMENTS_A_ROUND + at, `Cobro ${round}-${at}`)
}

/** As if the minute and a half were over that a reader is waited for. */
const forgetReaders = () =>
  execute(`update provider_syncs set held_until = now() - interval '1 second' where holder is not null`)

/** Without any more killing everything comes to an end. */
async function finish({ banks }: Stage): Promise<void> {
  await forgetReaders()
  for (let round = 0; round < LAST_ROUNDS_MAX; round++) {
    for (const { connected } of banks) {
      await authoriseAgain(connected)
      await letTimePass(connected)
      await payAtBank(connected)
      await connected.bank.pass()
      await connected.bank.standIn.acts.flush?.({})
      await actOnNews(connected.connectorId)
    }
    await recoverPayments({ staleSeconds: 0, pollSeconds: round % 5 === 4 ? 0 : 3_600 })
    await resumeAuthorisations()
    const open = await rows(`select 1 as found from payment_orders where status = 'sent' limit 1`)
    if (open.length === 0) break
  }
  for (const { connected } of banks)
    await syncConnector({ connectorId: connected.connectorId, reach: 'month', userId: null })
}
