import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeAccount, makeSite } from '#tests/factories/books'
import type { Installation } from './installation.js'
import { percentiles, seededRandom } from './measure.js'
import { findPostmaster, killAll, type Postmaster, startAgain } from './postgres_processes.js'
import { figure, type Section } from './report.js'

const WRITERS = 16
const SITES = 8
const ACCOUNTS = 6
const QUIET_MS = 50

type Book = { siteId: number; accounts: number[] }
type Acknowledged = { entryId: number; amountMinor: number }
type Ledger = {
  acknowledged: Map<string, Acknowledged>
  landed: number
  unanswered: number
  shapes: Map<string, number>
}
type Found = { lost: number; foreign: number; altered: number; violations: number }

const random = seededRandom(Date.now())
const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))

/**
 * Sixteen writers post; every process of PostgreSQL is killed at a random moment, PostgreSQL starts again, the
 * writers repeat the keys that were never answered. Then the books must hold every acknowledged key once, and
 * nothing else. The process ends with 1 when they do not.
 */
export async function rehearseCrashes(
  { values, connectOwner }: Installation,
  args: string[]
): Promise<Section> {
  const rounds = Number(args[0] ?? 50)
  const url = values.DATABASE_URL ?? ''
  const books = await makeBooks()
  const ledger: Ledger = { acknowledged: new Map(), landed: 0, unanswered: 0, shapes: new Map() }
  const total: Found = { lost: 0, foreign: 0, altered: 0, violations: 0 }
  const [recoveries, returns]: [number[], number[]] = [[], []]
  let strays = 0
  process.on('unhandledRejection', () => {
    strays += 1
  })
  const owner = await connectOwner()
  let postmaster = await findPostmaster(owner)
  await owner.end()
  let child: ChildProcess | null = null
  for (let round = 0; round < rounds; round++) {
    const crash = await playRound({ round, books, ledger, postmaster, url })
    child = crash.child
    recoveries.push(crash.recoveryMs)
    returns.push(crash.returnMs)
    postmaster = { ...postmaster, pid: child.pid ?? 0 }
    const found = await inspect(ledger)
    for (const key of Object.keys(total) as (keyof Found)[]) total[key] += found[key]
    process.stderr.write(
      `Round ${round + 1}: ${ledger.acknowledged.size} acknowledged, ${JSON.stringify(found)}, recovery ${figure(crash.recoveryMs)} ms\n`
    )
  }
  if (child) await endGently(child)
  if (Object.values(total).some((count) => count > 0)) process.exitCode = 1
  return report({ rounds, ledger, total, recoveries, returns, strays })
}

async function makeBooks(): Promise<Book[]> {
  const books: Book[] = []
  for (let site = 0; site < SITES; site++) {
    const { siteId } = await makeSite()
    const accounts: number[] = []
    for (const prefix of ['628', '410', '629', '472', '572', '400'].slice(0, ACCOUNTS))
      accounts.push(await makeAccount(siteId, prefix))
    books.push({ siteId, accounts })
  }
  return books
}

type Round = { round: number; books: Book[]; ledger: Ledger; postmaster: Postmaster; url: string }

async function playRound({ round, books, ledger, postmaster, url }: Round) {
  let isOver = false
  let restarted = () => {}
  const restart = new Promise<void>((done) => {
    restarted = done
  })
  let [killedAt, firstAnswerAt] = [0, 0]
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let turn = 0; !isOver; turn++) {
      await postUntilAnswered(`crash:${round}:${writer}:${turn}`, books, ledger, restart)
      if (killedAt > 0 && firstAnswerAt === 0) firstAnswerAt = performance.now()
    }
  })
  await sleep(between(150, 900))
  isOver = true
  await killAll(postmaster)
  killedAt = performance.now()
  const { child, ms } = await startAgain(postmaster, url)
  restarted()
  await Promise.all(writers)
  return { child, recoveryMs: ms, returnMs: firstAnswerAt - killedAt }
}

/** The same draft under the same key until the ledger answers; who was cut off waits for the restart. */
async function postUntilAnswered(
  key: string,
  books: Book[],
  ledger: Ledger,
  restart: Promise<void>
): Promise<void> {
  const book = books[between(0, SITES - 1)]
  if (!book) throw new Error('No book')
  const amountMinor = between(1, 1_000_000)
  const from = between(0, ACCOUNTS - 1)
  const to = (from + between(1, ACCOUNTS - 1)) % ACCOUNTS
  const lines = [
    { accountId: book.accounts[from] ?? 0, amountMinor },
    { accountId: book.accounts[to] ?? 0, amountMinor: -amountMinor },
  ]
  const header = {
    siteId: book.siteId,
    postedOn: calendarDate('2026-03-10'),
    journal: 'diversos' as const,
    kind: 'bench.crash',
  }
  const draft = { ...header, idempotencyKey: key, description: 'Asiento de prueba', lines }
  for (let tries = 0; ; tries++) {
    try {
      const posted = await inTransaction((trx) => postEntry(draft, trx))
      if (posted.repeated) ledger.landed += 1
      ledger.acknowledged.set(key, { entryId: posted.entryId, amountMinor })
      return
    } catch (error) {
      if (tries > 100) throw error
      if (tries === 0) ledger.unanswered += 1
      const shape = String(error instanceof Error ? error.message : error).slice(0, 60)
      ledger.shapes.set(shape, (ledger.shapes.get(shape) ?? 0) + 1)
      await restart
      await sleep(QUIET_MS * Math.min(tries, 10))
    }
  }
}

async function inspect({ acknowledged }: Ledger): Promise<Found> {
  const posted = await rows<{ key: string; entryId: number; amountMinor: number; lines: number }>(
    `select e.idempotency_key as key, e.id as entry_id, max(l.amount_minor) as amount_minor, count(*)::int as lines
       from journal_entries e join journal_lines l on l.entry_id = e.id where e.kind = 'bench.crash' group by e.id`
  )
  const found: Found = { lost: acknowledged.size, foreign: 0, altered: 0, violations: 0 }
  for (const { key, entryId, amountMinor, lines } of posted) {
    const answer = acknowledged.get(key)
    if (!answer) found.foreign += 1
    else {
      found.lost -= 1
      if (answer.entryId !== entryId || answer.amountMinor !== amountMinor || lines !== 2) found.altered += 1
    }
  }
  found.violations = (await checkInvariants()).reduce((sum, invariant) => sum + invariant.violations, 0)
  return found
}

async function endGently(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  await gone
}

type Played = {
  rounds: number
  ledger: Ledger
  total: Found
  recoveries: number[]
  returns: number[]
  strays: number
}

function report({ rounds, ledger, total, recoveries, returns, strays }: Played): Section {
  const most = (samples: number[]) => Math.max(...samples)
  const errors = [...ledger.shapes].sort((a, b) => b[1] - a[1]).slice(0, 8)
  return {
    name: 'crash',
    title: `${rounds} crashes of PostgreSQL under ${WRITERS} writers`,
    notes: [
      'Writers post through `postEntry` with an idempotency key each; at a random moment every process of PostgreSQL gets SIGKILL, PostgreSQL starts again on the same files, and the writers repeat the keys that were never answered. After each round the keys in the books are compared one by one with the answers, and every invariant of the book is checked. SIGKILL leaves the kernel and its cache alone: it does not stand for a power cut.',
      `Errors the writers saw: ${errors.map(([shape, count]) => `\`${shape.replaceAll('|', '/')}\` ${count}`).join(', ') || 'none'}.`,
    ],
    tables: [
      {
        caption: 'What was left',
        columns: ['', 'count'],
        rows: [
          ['entries acknowledged', figure(ledger.acknowledged.size)],
          ['acknowledged and lost', total.lost],
          ['in the books without an answer, or twice', total.foreign],
          ['with another id, amount or number of lines than acknowledged', total.altered],
          ['violated invariants', total.violations],
          ['posts cut off without an answer', ledger.unanswered],
          ['of those, in the books all the same (found by their key)', ledger.landed],
          ['promises rejected with nobody listening', strays],
          [
            'PostgreSQL answers again, ms, median / most',
            `${figure(percentiles(recoveries).p50)} / ${figure(most(recoveries))}`,
          ],
          [
            'first entry acknowledged after the kill, ms, median / most',
            `${figure(percentiles(returns).p50)} / ${figure(most(returns))}`,
          ],
        ],
      },
    ],
  }
}
