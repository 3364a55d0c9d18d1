import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Installation } from './installation.js'
import { type Load, measureLoad, memoryMiB } from './measure.js'
import { measurePlainServer } from './plain_server_load.js'
import { figure, ratio, type Section } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const SECONDS = 6
const QUESTIONS_COUNTED = 200
/** PostgreSQL tells what a connection did once it has been idle for ten seconds. */
const STATISTICS_MS = 11_000
const GOAL = { queries: 3, ms: 2, perSecond: 800 }

/** A page of the product that asks the database nothing of its own: the form of a new announcement. */
const PAGE = '/announcements/create'

/** What every page of a signed-in person pays before its own work: time, throughput and statements. */
export async function measureRequestFloor({ values, connectOwner }: Installation): Promise<Section> {
  const { server, origin } = await startServer(values)
  const owner = await connectOwner()
  try {
    const bare = await measurePlainServer()
    const browser = await SignedInBrowser.open(origin, 's1st3ma')
    const work = () => browser.visit(PAGE)
    const one = await measureLoad({ workers: 1, seconds: SECONDS, work })
    const eight = await measureLoad({ workers: 8, seconds: SECONDS, work })
    const queries = await countStatements(owner, work)
    const { body } = await browser.visit(PAGE)
    browser.close()
    return report({
      bare,
      one,
      eight,
      queries,
      bytes: Buffer.byteLength(body),
      peak: memoryMiB(server.pid ?? 0, 'VmHWM'),
    })
  } finally {
    await owner.end()
    server.kill('SIGTERM')
  }
}

/** Statements a request: each commits by itself, and PostgreSQL counts commits. */
async function countStatements(owner: pg.Client, work: () => Promise<unknown>): Promise<number> {
  const commits = async () => {
    await sleep(STATISTICS_MS)
    const { rows } = await owner.query<{ commits: number }>(
      `select sum(xact_commit)::int as commits from pg_stat_database where datname = current_database()`
    )
    return rows[0]?.commits ?? 0
  }
  const quietFrom = await commits()
  const from = await commits()
  for (let turn = 0; turn < QUESTIONS_COUNTED; turn++) await work()
  const to = await commits()
  return (to - from - (from - quietFrom)) / QUESTIONS_COUNTED
}

type Figures = {
  bare: { one: Load; eight: Load }
  one: Load
  eight: Load
  queries: number
  bytes: number
  peak: number
}

function report({ bare, one, eight, queries, bytes, peak }: Figures): Section {
  return {
    name: 'floor',
    title: 'The floor of a request',
    notes: [
      `A page of a signed-in person that asks nothing of its own (\`${PAGE}\`, ${figure(bytes)} bytes of JSON): what every page pays. ` +
        `Goals: at most ${GOAL.queries} statements, ${GOAL.ms} ms, ${GOAL.perSecond} a second for 8 clients. Most memory of the server: ${figure(peak)} MiB.`,
    ],
    tables: [
      {
        caption: 'Milliseconds with one client, requests a second with eight',
        columns: ['', 'p50', 'p95', 'a second, 8 clients', 'p95, 8 clients', 'statements'],
        rows: [
          [
            'node:http, a kilobyte of JSON',
            figure(bare.one.p50),
            figure(bare.one.p95),
            figure(bare.eight.perSecond),
            figure(bare.eight.p95),
            0,
          ],
          [
            'the page',
            figure(one.p50),
            figure(one.p95),
            figure(eight.perSecond),
            figure(eight.p95),
            figure(queries),
          ],
          [
            'ratio',
            ratio(one.p50, bare.one.p50),
            ratio(one.p95, bare.one.p95),
            ratio(eight.perSecond, bare.eight.perSecond),
            ratio(eight.p95, bare.eight.p95),
            '',
          ],
        ],
      },
    ],
  }
}
