import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Installation } from './installation.js'
import { measureLoad } from './measure.js'
import { findPostmaster } from './postgres_processes.js'
import { familyMs, processMs } from './processor_time.js'
import { figure, type Section } from './report.js'
import { seedGroup } from './report_data.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 1_000)
const WARM_UP = 200
const CLIENTS = 8
const SECONDS = 4
/** PostgreSQL tells what a connection did once it has been idle for ten seconds. */
const STATISTICS_MS = 11_000

const PAGES: [string, string][] = [
  ['the floor', '/announcements/create'],
  ['Facturas, first page', '/invoices'],
  ['Facturas, page 10 of 25 rows', '/invoices?page=10&per_page=25'],
  ['Proveedores', '/providers'],
  ['Pagar Proveedores', '/paysuppliers'],
]

type Cost = {
  title: string
  serverMs: number
  databaseMs: number
  statements: number
  perSecond: number
  p50: number
}

/**
 * What a request of a signed-in page costs in processor time, of the server and of PostgreSQL, and in statements: figures
 * that other work on the machine moves little, unlike how many are answered a second. `only` names the path of one page.
 */
export async function measureRequestCost(
  { values, connectOwner }: Installation,
  [only]: string[]
): Promise<Section> {
  const owner = await connectOwner()
  await seedGroup(owner, connectOwner, {
    sites: 60,
    invoices: ROWS,
    payments: ROWS,
    lines: 0,
    users: 0,
    employees: 0,
  })
  const { server, origin } = await startServer(values)
  try {
    const browser = await SignedInBrowser.open(origin, 's1st3ma')
    const { pid: postmaster } = await findPostmaster(owner)
    const costs: Cost[] = []
    for (const [title, path] of PAGES.filter((page) => only === undefined || page[1] === only)) {
      const visit = () => browser.visit(path)
      const spent = () => ({ server: processMs(server.pid ?? 0), database: familyMs(postmaster) })
      costs.push({ title, ...(await measureCost(owner, visit, spent)) })
      process.stderr.write(`${title}: ${JSON.stringify(costs.at(-1))}\n`)
    }
    browser.close()
    return report(costs)
  } finally {
    await owner.end()
    server.kill('SIGTERM')
  }
}

async function measureCost(
  owner: pg.Client,
  visit: () => Promise<unknown>,
  spent: () => { server: number; database: number }
): Promise<Omit<Cost, 'title'>> {
  await visitTimes(WARM_UP, visit)
  const quietFrom = await commits(owner)
  const commitsFrom = await commits(owner)
  const from = spent()
  await visitTimes(REQUESTS, visit)
  const to = spent()
  const commitsTo = await commits(owner)
  const load = await measureLoad({ workers: CLIENTS, seconds: SECONDS, work: visit })
  return {
    serverMs: (to.server - from.server) / REQUESTS,
    databaseMs: (to.database - from.database) / REQUESTS,
    statements: (commitsTo - commitsFrom - (commitsFrom - quietFrom)) / REQUESTS,
    perSecond: load.perSecond,
    p50: load.p50,
  }
}

/** So many visits, by eight clients. */
async function visitTimes(times: number, visit: () => Promise<unknown>): Promise<void> {
  let left = times
  const client = async () => {
    while (left-- > 0) await visit()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** Statements so far: each commits by itself, and PostgreSQL counts commits. */
async function commits(owner: pg.Client): Promise<number> {
  await sleep(STATISTICS_MS)
  const { rows } = await owner.query<{ commits: number }>(
    `select sum(xact_commit)::int as commits from pg_stat_database where datname = current_database()`
  )
  return rows[0]?.commits ?? 0
}

function report(costs: Cost[]): Section {
  return {
    name: 'cost',
    title: `What a request costs, ${ROWS.toLocaleString('en-US')} rows`,
    notes: [
      `Processor time a request, over ${figure(REQUESTS)} requests of ${CLIENTS} clients after ${WARM_UP} to warm up, signed in, JSON props (\`X-Inertia\`): of the server with all its threads, and of PostgreSQL with all its processes. Compare these from one version to the next; requests a second depend on what else the machine does.`,
    ],
    tables: [
      {
        caption: 'Milliseconds of processor time a request',
        columns: ['page', 'server', 'PostgreSQL', 'statements', 'a second, 8 clients', 'p50, 8 clients'],
        rows: costs.map(({ title, serverMs, databaseMs, statements, perSecond, p50 }) => [
          title,
          figure(serverMs),
          figure(databaseMs),
          figure(statements),
          figure(perSecond),
          figure(p50),
        ]),
      },
    ],
  }
}
