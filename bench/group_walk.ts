import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditGroup, countBooks } from './group_walk/audit_group.js'
import { makeGroup } from './group_walk/stage.js'
import { newWalk, type Outage, total, type Walk, walkUntil } from './group_walk/walk.js'
import type { Installation } from './installation.js'
import { findPostmaster, killAll, type Postmaster, startAgain } from './postgres_processes.js'
import { figure, type Section } from './report.js'

const WRITERS = 8
const MINUTES_MAX = Number(process.env.BENCH_MINUTES ?? Number.POSITIVE_INFINITY)

/**
 * Eight writers do what people do with the books of twelve companies, at random: they pay for each other, share and charge costs,
 * rectify, annul, lend, draw, pay, accrue, net, take back, and close months meanwhile. In between every process of PostgreSQL gets
 * SIGKILL while they work. After each kill the checks of `ledger:check` and others of its own must find nothing.
 * `npm run bench -- group-walk [ACTS] [KILLS]`, with BENCH_SEED for the acts of another run and BENCH_MINUTES to end after so many;
 * the process ends with 1 when something is found.
 */
export async function walkGroup({ values, connectOwner }: Installation, args: string[]): Promise<Section> {
  const [acts = 10_000, kills = 50] = args.map(Number)
  const seed = Number(process.env.BENCH_SEED ?? Date.now() % 1_000_000)
  say(`Seed ${seed}`)
  const walk = newWalk(seed, await makeGroup())
  const owner = await connectOwner()
  let postmaster = await findPostmaster(owner)
  await owner.end()
  let strays = 0
  process.on('unhandledRejection', () => {
    strays += 1
  })
  let child: ChildProcess | null = null
  const found: Record<string, number> = {}
  const started = performance.now()
  const minutes = () => (performance.now() - started) / 60_000
  let killed = 0
  for (let round = 0; round <= kills && minutes() < MINUTES_MAX; round++) {
    const until = Math.ceil((acts * (round + 1)) / (kills + 1))
    const isLast = round === kills
    child = await playRound(walk, { until, postmaster, url: isLast ? null : (values.DATABASE_URL ?? '') })
    if (!isLast) killed += 1
    postmaster = { ...postmaster, pid: child?.pid ?? postmaster.pid }
    for (const [name, count] of Object.entries(await auditGroup(walk.group)))
      found[name] = Math.max(found[name] ?? 0, count)
    say(
      `Round ${round}: ${walk.acts} acts (${JSON.stringify(total(walk))}), violations ${JSON.stringify(found)}, unexpected ${walk.unexpected.length}`
    )
  }
  const books = await countBooks()
  if (child) await endGently(child)
  if (Object.keys(found).length > 0 || walk.unexpected.length > 0) process.exitCode = 1
  return report(walk, { kills: killed, found, strays, minutes: minutes(), books })
}

const say = (text: string) => process.stderr.write(`${text}\n`)

type Round = { until: number; postmaster: Postmaster; url: string | null }

/** Writers act until so many acts are begun; with an address PostgreSQL is killed under them, and they go on after it. */
async function playRound(walk: Walk, { until, postmaster, url }: Round): Promise<ChildProcess | null> {
  const outage: Outage = { kills: 0, back: Promise.resolve() }
  const writers = walkUntil(walk, { until, writers: WRITERS, outage })
  const killed = url === null ? null : killAmid(walk, { until, postmaster, url, outage })
  await writers
  return killed
}

/** In the last third of a round, while every writer is in the middle of something. */
async function killAmid(
  walk: Walk,
  { until, postmaster, url, outage }: { until: number; postmaster: Postmaster; url: string; outage: Outage }
): Promise<ChildProcess> {
  const killAt = until - Math.ceil((until - walk.acts) / 3)
  while (walk.acts < killAt) await sleep(5)
  let restarted = () => {}
  outage.back = new Promise((done) => {
    restarted = done
  })
  outage.kills += 1
  await killAll(postmaster)
  const { child } = await startAgain(postmaster, url)
  restarted()
  return child
}

async function endGently(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  await gone
}

type Outcome = {
  kills: number
  found: Record<string, number>
  strays: number
  minutes: number
  books: Awaited<ReturnType<typeof countBooks>>
}

function report({ seed, counts, refusals, unexpected, acts }: Walk, outcome: Outcome): Section {
  const { kills, found, strays, minutes, books } = outcome
  const plain = (text: string) => text.replaceAll('|', '/')
  return {
    name: 'group-walk',
    title: `${acts.toLocaleString('en-US')} acts on the books of twelve companies, ${kills} kills of PostgreSQL`,
    notes: [
      `${WRITERS} writers, seed ${seed}, ${figure(minutes)} minutes. They left ${books.entries} entries of ${books.operations} operations, ${books.charges} charges, ${books.loans} loans and ${books.nettings} nettings. After each kill and at the end the invariants of \`ledger:check\` and sums of its own over the lines were looked at (each entry and book comes to zero, so does what an operation says of companies, both sides of every pair agree, what stands in one book stands in the other, nothing is taken back in part).`,
      `Violations: ${Object.keys(found).length === 0 ? 'none' : `**${JSON.stringify(found)}**`}. Errors that are neither an expected refusal nor a kill: ${unexpected.length === 0 ? 'none' : `**${unexpected.length}**, the first: ${plain(unexpected[0] ?? '').slice(0, 600)}`}. Promises rejected with nobody listening: ${strays}.`,
    ],
    tables: [
      {
        caption: 'Acts',
        columns: ['', 'done', 'nothing to do', 'refused', 'cut off by a kill'],
        rows: [...counts]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([name, { done, idle, refused, cut }]) => [name, done, idle, refused, cut]),
      },
      {
        caption: 'Refusals',
        columns: ['act', 'times'],
        rows: [...refusals].sort((a, b) => b[1] - a[1]).map(([said, count]) => [plain(said), count]),
      },
    ],
  }
}
