import type { ChildProcess } from 'node:child_process'
import { type Connected, connectBank } from './connections/connect_bank.js'
import { seedMovements } from './connections/many_movements.js'
import { type Asked, askDetails, detailQuestions } from './connections/measure_details.js'
import { measureNews, type News, openOffice } from './connections/measure_news.js'
import { measureSync, type Synced } from './connections/measure_sync.js'
import { playBank } from './connections/play_bank.js'
import { type Relay, relayNews } from './connections/relay_news.js'
import type { Installation } from './installation.js'
import { measureLoad, percentiles } from './measure.js'
import { figure, ratio, type Section } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const MOVEMENTS = 200_000
const NEW_MOVEMENTS = 1_000
const NEWS_AN_HOUR = 2_000
const PEOPLE = 50
const NEWS_SECONDS = 240
const QUIET_SECONDS = 60
const SLOW_MS = 60_000
const ROWS = 10
const GOAL = { pageMs: 50, syncMs: 20_000, newsMs: 200 }

type Measured = {
  movements: number
  writtenSeconds: number
  baseMs: number
  details: Asked[]
  synced: Synced[]
  quiet: News
  busy: News
  pages: { p50: number; p95: number }
}

/** Pages, readings and news of connections in the built product: `connections [movements] [seconds of news]`. */
export async function measureConnections(installation: Installation, args: string[]): Promise<Section> {
  const [movements, seconds] = [Number(args[0] ?? MOVEMENTS), Number(args[1] ?? NEWS_SECONDS)]
  const { values, connectOwner } = installation
  const banks = await Promise.all(
    (['qonto', 'revolut', 'wise'] as const).map((name) => playBank(name, SLOW_MS))
  )
  const connected: Connected[] = []
  for (const bank of banks) connected.push(await connectBank(bank))
  const [first] = connected
  if (!first) throw new Error('No bank is connected')
  const owner = await connectOwner()
  const writtenSeconds = await seedMovements(owner, first, movements)
  await owner.end()
  const { server, origin } = await startServer({ ...values, JOBS: 'inline' })
  const relay = await relayNews(values.APP_URL ?? '', origin)
  try {
    return report({
      movements,
      writtenSeconds,
      ...(await measure({ connected, first, origin, relay, movements, seconds })),
    })
  } finally {
    await stop(server, relay)
    for (const { close } of banks) await close()
  }
}

type Stage = {
  connected: Connected[]
  first: Connected
  origin: string
  relay: Relay
  movements: number
  seconds: number
}

async function measure({ connected, first, origin, relay, movements, seconds }: Stage) {
  const browser = await SignedInBrowser.open(origin)
  const base = await measureLoad({ workers: 1, seconds: 2, work: () => browser.visit('/announcements') })
  const details: Asked[] = []
  for (const question of detailQuestions(first, Math.floor(movements / ROWS / 2)))
    details.push(await askDetails(browser, question))
  browser.close()
  const synced: Synced[] = []
  for (const one of connected) {
    synced.push(await measureSync(one, NEW_MOVEMENTS))
    process.stderr.write(`${JSON.stringify(synced.at(-1))}\n`)
  }
  const quiet = await measureNews(relay, connected, {
    anHour: NEWS_AN_HOUR,
    seconds: Math.min(seconds, QUIET_SECONDS),
  })
  const office = await openOffice(origin, PEOPLE, pathsOf(connected))
  const busy = await measureNews(relay, connected, { anHour: NEWS_AN_HOUR, seconds })
  await office.stop()
  return { baseMs: base.p50, details, synced, quiet, busy, pages: percentiles(office.pages) }
}

/** Where people are: lists of documents, banks, accounts and what moved on them. */
const pathsOf = (connected: readonly Connected[]): string[] => [
  '/',
  '/invoices',
  '/paysuppliers',
  '/accounts',
  ...connected.flatMap(({ bank: { provider }, providerAccountId, accountId }) => [
    `/${provider}s`,
    `/${provider}s/accounts/${providerAccountId}`,
    `/${provider}s/accounts/${providerAccountId}?per_page=25&page=3`,
    `/accounts/${accountId}/reconcile`,
  ]),
]

async function stop(server: ChildProcess, relay: Relay): Promise<void> {
  await relay.stop()
  server.kill('SIGTERM')
}

function report({
  movements,
  writtenSeconds,
  baseMs,
  details,
  synced,
  quiet,
  busy,
  pages,
}: Measured): Section {
  const [worst = 0] = details.map(({ one }) => one.p95).toSorted((a, b) => b - a)
  const [slowest = 0] = synced.map(({ allMs }) => allMs).toSorted((a, b) => b - a)
  const isHeld =
    worst <= GOAL.pageMs && slowest <= GOAL.syncMs && busy.p95 <= GOAL.newsMs && busy.refused === 0
  return {
    name: 'connections',
    title: `Connections: an account with ${figure(movements)} movements, readings, news`,
    notes: [
      `The built product with its jobs in the same process; banks played on this machine. Goals: page p95 ≤ ${GOAL.pageMs} ms for one person, a reading of ${figure(NEW_MOVEMENTS)} new movements with all that it starts ≤ ${GOAL.syncMs / 1000} s, news answered p95 ≤ ${GOAL.newsMs} ms at ${figure(NEWS_AN_HOUR)} an hour while ${PEOPLE} people work: ${isHeld ? 'held' : 'not held'}. A page without a list (announcements) takes ${figure(baseMs)} ms p50. Lines of all movements were written in ${figure(writtenSeconds)} s.`,
    ],
    tables: [
      {
        caption: 'Page of an account (whole requests, JSON props; ms)',
        columns: ['question', 'first', 'p50', 'p95', 'p50 to announcements', '8 at once: p50', 'p95'],
        rows: details.map(({ title, firstMs, one, eight }) => [
          title,
          figure(firstMs),
          figure(one.p50),
          figure(one.p95),
          ratio(one.p50, baseMs),
          figure(eight.p50),
          figure(eight.p95),
        ]),
      },
      {
        caption: `Reading ${figure(NEW_MOVEMENTS)} new movements of one account`,
        columns: ['bank', 'requests', 'lines', 'until it is read, s', 'until all is done, s', 'jobs'],
        rows: synced.map(({ bank, requests, lines, readMs, allMs, jobs }) => [
          bank,
          requests,
          figure(lines),
          figure(readMs / 1000),
          figure(allMs / 1000),
          jobs.join(', '),
        ]),
      },
      {
        caption: 'News answered (ms)',
        columns: ['', 'news', 'refused', 'p50', 'p95', 'most', 'p95 to quiet'],
        rows: [
          newsRow('nobody works', quiet, quiet),
          newsRow(
            `${PEOPLE} people work (their pages: ${figure(pages.p50)} p50, ${figure(pages.p95)} p95)`,
            busy,
            quiet
          ),
        ],
      },
    ],
  }
}

const newsRow = (name: string, { sent, refused, p50, p95, most }: News, quiet: News) => [
  name,
  sent,
  refused,
  figure(p50),
  figure(p95),
  figure(most),
  ratio(p95, quiet.p95),
]
