import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeApprovedOrders } from '#tests/factories/approved_orders'
import type { Person } from '#tests/factories/people'
import type { Installation } from './installation.js'
import { seededRandom } from './measure.js'
import {
  type Audit,
  audit,
  BENCH_BANK,
  openBank,
  type Rehearsal,
  statesText,
  wrongOf,
} from './payment_bank.js'
import { inspectRelease, type ReleaseFound } from './payment_release_audit.js'
import type { ReleaseOf } from './payment_releaser.js'
import { figure, type Section } from './report.js'

const ROUNDS = 200
/** Payments of a round into files and by network, and how many make a batch: a dozen groups, two under way at a time. */
const BY_FILE = 1_000
const BY_NETWORK = 20
/** Rounds whose payments are made at once, and are looked at together. */
const ROUNDS_A_STAGE = 10
const A_BATCH = { file: 100, network: 10 }
const SEED = 20_261_123
/** Some moments fall after the end: the release is then whole. */
const BEYOND = 1.05
/** How much later moments may be after one at which nothing had left yet. */
const SLOWER = 1.05

/** What one round releases. */
type Share = { orderIds: number[]; networkIds: number[]; person: Person }
type Tally = Record<keyof ReleaseFound, number>
type Played = {
  rounds: number
  atKill: Tally
  after: Tally
  /** Kills by how many groups were under way, and by how much of the release had left. */
  underWay: Record<number, number>
  reached: Record<string, number>
  found: Audit
}

/**
 * The process that releases payments is killed at random moments of a release of a thousand, whose groups overlap. What it left
 * is looked at, and another process releases the same payments at once, while PostgreSQL may still be ending what the
 * killed one had begun. The process ends with 1 when anything left twice, in part or not at all.
 */
export async function rehearseReleaseCrashes(_: Installation, args: string[]): Promise<Section> {
  const rounds = Number(args[0] ?? ROUNDS)
  const random = seededRandom(SEED)
  const rehearsal = await openBank()
  const played = { rounds, atKill: noTally(), after: noTally(), underWay: {}, reached: {} } as Played
  const networkIds: number[] = []
  let spare = startReleaser(rehearsal)
  let shares = await makeShares()
  let releaseMs = await wholeRelease(await spare, takeShare(shares))
  for (let round = 0; round < rounds; round++) {
    spare = startReleaser(rehearsal)
    if (shares.length === 0) {
      await settle(rehearsal)
      shares = await makeShares()
    }
    const share = takeShare(shares)
    networkIds.push(...share.networkIds)
    const releaser = await spare
    const began = performance.now()
    const ended = tell(releaser, share).then(() => performance.now() - began)
    await Promise.race([ended, sleep(random() * releaseMs * BEYOND)])
    count(played.underWay, await groupsUnderWay())
    await killAtOnce(releaser)
    const atKill = await inspectRelease(share.orderIds)
    const reached = reachOf(atKill)
    // How fast a release is depends on the machine: the moments follow what the earlier ones reached.
    if (reached === 'nothing') releaseMs *= SLOWER
    else releaseMs = await Promise.race([ended, Promise.resolve(releaseMs)])
    count(played.reached, reached)
    add(played.atKill, atKill)
    await releaseOrders(share.orderIds, share.person.actor)
    add(played.after, await inspectRelease(share.orderIds))
    if (round % 20 === 19) process.stderr.write(`Round ${round + 1}: ${JSON.stringify(played)}\n`)
  }
  await settle(rehearsal)
  played.found = await audit(rehearsal.bank, networkIds)
  await rehearsal.close()
  process.stderr.write(`${JSON.stringify(played)}\n`)
  if (wrongOfAll(played) > 0) process.exitCode = 1
  return report(played)
}

/** For each of the rounds to come a thousand approved payments of one company that go into files, and some of another by network. */
async function makeShares(): Promise<Share[]> {
  const byFile = await makeApprovedOrders(BY_FILE * ROUNDS_A_STAGE)
  const byNetwork = await makeApprovedOrders(BY_NETWORK * ROUNDS_A_STAGE, BENCH_BANK)
  await cutBatches(byFile.orderIds, A_BATCH.file)
  await cutBatches(byNetwork.orderIds, A_BATCH.network)
  return Array.from({ length: ROUNDS_A_STAGE }, (_, nth) => {
    const networkIds = byNetwork.orderIds.slice(nth * BY_NETWORK, (nth + 1) * BY_NETWORK)
    const fileIds = byFile.orderIds.slice(nth * BY_FILE, (nth + 1) * BY_FILE)
    return { orderIds: [...networkIds, ...fileIds], networkIds, person: byFile.person }
  })
}

function takeShare(shares: Share[]): Share {
  const share = shares.pop()
  if (!share) throw new Error('No payments were left to release')
  return share
}

/** Lets the bank of these payments take so many in a batch. */
async function cutBatches(orderIds: number[], operations: number): Promise<void> {
  await inTransaction(async (trx) => {
    const account = await oneRow<{ id: number; profileId: number | null }>(
      `select b.id, b.bank_profile_id as profile_id from bank_accounts b where b.id = (select debtor_account_id from payment_orders where id = :orderId)`,
      { orderId: orderIds[0] ?? 0 },
      trx
    )
    if (account.profileId === null)
      await execute(
        `with made as (insert into bank_profiles (name, max_operations) values (:name, :operations) on conflict (name) do update set max_operations = excluded.max_operations returning id)
         update bank_accounts set bank_profile_id = (select id from made) where id = :id`,
        { name: 'Banco de ficheros pequeños', operations, id: account.id },
        trx
      )
    else
      await execute(
        `update bank_profiles set max_operations = :operations where id = :profileId`,
        { operations, profileId: account.profileId },
        trx
      )
  })
}

/** How long a release takes that nobody kills. */
async function wholeRelease(releaser: ChildProcess, share: Share): Promise<number> {
  const began = performance.now()
  await tell(releaser, share)
  const ms = performance.now() - began
  await killAtOnce(releaser)
  return ms
}

/** Lets a releaser begin; ends when it has released everything, and never when it is killed before. */
function tell(releaser: ChildProcess, { orderIds, person }: Share): Promise<unknown> {
  const done = new Promise((resolve) => releaser.once('message', resolve))
  releaser.send({ orderIds, userId: person.id } satisfies ReleaseOf)
  return done
}

/** A releaser that has booted and waits: the start is not what is measured. */
async function startReleaser({ url }: Rehearsal): Promise<ChildProcess> {
  const child = fork('bench/payment_releaser.ts', [], {
    execArgv: ['--import=@poppinss/ts-exec'],
    env: { ...process.env, BENCH_BANK_URL: url },
  })
  await new Promise((ready, failed) => {
    child.once('message', ready)
    child.once('exit', () => failed(new Error('The releaser did not start')))
  })
  return child
}

async function killAtOnce(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

/** Transactions that have written and are not ended: the groups of the release, for nobody else writes meanwhile. */
async function groupsUnderWay(): Promise<number> {
  const { groups } = await oneRow<{ groups: number }>(
    `select count(*)::int as groups from pg_stat_activity where datname = current_database() and backend_xid is not null`
  )
  return groups
}

/** What went by network is sent, and what the bank makes of it is taken. */
async function settle({ bank }: Rehearsal): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
    bank.work()
  }
  await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
}

const reachOf = ({ left, waiting }: ReleaseFound) =>
  left === 0 ? 'nothing' : waiting === 0 ? 'everything' : 'a part'

const whole = (times: number) => times.toLocaleString('en-US')

const noTally = (): Tally => ({ left: 0, waiting: 0, twice: 0, half: 0, unnamed: 0 })

function add(tally: Tally, found: ReleaseFound): void {
  for (const key of Object.keys(tally) as (keyof Tally)[]) tally[key] += found[key]
}

function count<Key extends string | number>(counts: Record<Key, number>, key: Key): void {
  counts[key] = (counts[key] ?? 0) + 1
}

const wrongOfAll = ({ atKill, after, found }: Played) =>
  [atKill, after].reduce((sum, { twice, half, unnamed }) => sum + twice + half + unnamed, 0) +
  after.waiting +
  wrongOf(found)

function report({ rounds, atKill, after, underWay, reached, found }: Played): Section {
  const told = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, times]) => `${what} ${times}`)
      .join(', ')
  return {
    name: 'payments-release-crash',
    title: `${rounds} kills of the process that releases payments`,
    notes: [
      `The process that releases ${figure(BY_FILE)} payments into files and ${BY_NETWORK} by network, in a dozen groups of which two are under way at a time, gets SIGKILL at a random moment from its start to its end; another releases the same payments at once. Then those by network are sent. Every file is read back and compared with its payments. Seed ${SEED}.`,
      `Groups under way at the kill (times): ${told(underWay)}. What had left by then (times): ${told(reached)}.`,
      `By network, in the end: ${statesText(found)}.`,
    ],
    tables: [
      {
        caption: 'What was found',
        columns: ['', 'at the kill', 'after the next release'],
        rows: [
          ['payments that had left', whole(atKill.left), whole(after.left)],
          ['approved and untouched', whole(atKill.waiting), whole(after.waiting)],
          ['left twice', atKill.twice, after.twice],
          ['payments or batches by halves', atKill.half, after.half],
          ['in another state', atKill.unnamed, after.unnamed],
          ['taken twice by the bank', '', found.twice],
          [
            'lost, foreign, undecided or posted wrongly',
            '',
            found.lost + found.foreign + found.stuck + found.postedWrong,
          ],
          ['violated invariants', '', found.violations],
        ],
      },
    ],
  }
}
