import { rows } from '#app/kernel/database/sql'
import type { ListOf } from '#app/kernel/lists/listing'
import { measurePlainInvoices } from './baselines/plain_invoices.js'
import type { Installation } from './installation.js'
import { seedInvoices } from './invoice_data.js'
import { type Load, measureLoad, memoryMiB } from './measure.js'
import { measurePlainServer } from './plain_server_load.js'
import { figure, ratio, type Section } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const INVOICES = Number(process.env.BENCH_INVOICES ?? 1_000_000)
const SECONDS = 4
const PAGE_MS_MAX = 50
const SEARCH_MS_MAX = 80
const CHUNKS_DOWN = 20

type Question = { title: string; path: string; msMax: number; pathOf?: (turn: number) => string }
type Measured = Question & {
  firstMs: number
  one: { p50: number; p95: number; p99: number }
  eight: { p50: number; p95: number; p99: number; perSecond: number }
  bytes: number
}

/** The invoice list of the built product over HTTP, with a million invoices. */
export async function measureInvoiceList({ values, connectOwner }: Installation): Promise<Section> {
  const owner = await connectOwner()
  await seedInvoices(owner, connectOwner, INVOICES)
  const plain = await measurePlainInvoices(owner, INVOICES)
  await owner.end()
  const { server, origin } = await startServer(values)
  try {
    const browser = await SignedInBrowser.open(origin)
    const before = memoryMiB(server.pid ?? 0, 'VmRSS')
    const bareHttp = await measurePlainServer()
    const health = await measureLoad({ workers: 1, seconds: 2, work: () => browser.visit('/announcements') })
    const measured: Measured[] = []
    for (const question of await questions(browser)) measured.push(await measureQuestion(browser, question))
    const after = memoryMiB(server.pid ?? 0, 'VmRSS')
    browser.close()
    return report(
      { measured, plain, bareHttp, baseMs: health.p50 },
      { before, after, peak: memoryMiB(server.pid ?? 0, 'VmHWM') }
    )
  } finally {
    server.kill('SIGTERM')
  }
}

async function questions(browser: SignedInBrowser): Promise<Question[]> {
  const [middle] = await rows<{ siteId: number; number: string; categoryId: number; providerId: number }>(
    `select site_id, category_id, provider_id, invoice_number as number from invoices where id = (select (min(id) + max(id)) / 2 from invoices)`
  )
  const cursor = await cursorAfter(browser, CHUNKS_DOWN)
  const site = middle?.siteId ?? 1
  const page = (title: string, path: string) => ({ title, path, msMax: PAGE_MS_MAX })
  const search = (title: string, words: string) => ({
    title,
    path: `/invoices?q=${encodeURIComponent(words)}`,
    msMax: SEARCH_MS_MAX,
  })
  return [
    page('First page, 10 rows', '/invoices'),
    page('Page 10 of 25 rows', '/invoices?page=10&per_page=25'),
    page('Page 10,000 of 10 rows', '/invoices?page=10000&per_page=10'),
    {
      ...page('Pages 5,000 to 15,000 of 10 rows, each another', '/invoices?page=7500&per_page=10'),
      pathOf: (turn) => `/invoices?page=${5_000 + ((turn * 7_919) % 10_000)}&per_page=10`,
    },
    page('Last page of 10 rows', `/invoices?page=${Math.floor(INVOICES / 10)}&per_page=10`),
    page('One company and state', `/invoices?site_ids[]=${site}&status[]=booked`),
    page('One company and state, page 500', `/invoices?site_ids[]=${site}&status[]=booked&page=500`),
    page('Sorted by total', '/invoices?sort=-total'),
    page('Sorted by due day', '/invoices?sort=due_on'),
    page('Sorted by total, page 10,000', '/invoices?sort=-total&page=10000'),
    page('Tab of alarms', '/invoices?tab=alarms'),
    page('Issued in one month', '/invoices?issued_from=2026-03-01&issued_to=2026-03-31'),
    page('Received in one week', '/invoices?received_from=2026-03-02&received_to=2026-03-08'),
    page('Posted in one month', '/invoices?posted_from=2026-03-01&posted_to=2026-03-31'),
    page('One category', `/invoices?category_id=${middle?.categoryId ?? 1}`),
    page('One supplier', `/invoices?provider_id=${middle?.providerId ?? 1}`),
    page('One uploader', '/invoices?uploader_id=1'),
    page('With the alarm of one rule', '/invoices?alarm=D2'),
    page('In dollars', '/invoices?currency=USD'),
    page('"Todos": first 200', '/invoices?per_page=all'),
    page(`"Todos": 200 more after ${CHUNKS_DOWN * 200}`, `/invoices?per_page=all&cursor=${cursor}`),
    search('Search, rare (one number)', middle?.number ?? ''),
    search('Search, common (one in ten)', 'lavandería'),
    search('Search, two words', 'lavanderia nuñez'),
    search('Search, nothing found', 'zzqxw'),
  ]
}

/** Scrolls "Todos" down, chunk after chunk, as the page does. */
async function cursorAfter(browser: SignedInBrowser, chunks: number): Promise<string> {
  let cursor = ''
  for (let chunk = 0; chunk < chunks; chunk++) {
    const { body } = await browser.visit(`/invoices?per_page=all&cursor=${cursor}`)
    cursor = (JSON.parse(body) as { props: { invoices: ListOf<unknown> } }).props.invoices.cursor ?? ''
  }
  return cursor
}

async function measureQuestion(browser: SignedInBrowser, question: Question): Promise<Measured> {
  const { body, ms: firstMs } = await browser.visit(question.path)
  const work = (worker: number, turn: number) =>
    browser.visit(question.pathOf?.(worker * 1_237 + turn) ?? question.path)
  const one = await measureLoad({ workers: 1, seconds: SECONDS, work })
  const eight = await measureLoad({ workers: 8, seconds: SECONDS, work })
  process.stderr.write(
    `${question.title}: ${figure(one.p50)} / ${figure(one.p95)} ms, with 8: ${figure(eight.p50)} / ${figure(eight.p95)} ms\n`
  )
  return { ...question, firstMs, one, eight, bytes: Buffer.byteLength(body) }
}

type Figures = {
  measured: Measured[]
  plain: [string, number][]
  bareHttp: { one: Load; eight: Load }
  baseMs: number
}

function report(
  { measured, plain, bareHttp, baseMs }: Figures,
  rss: { before: number; after: number; peak: number }
): Section {
  const first = measured[0]?.one.p50 ?? Number.NaN
  return {
    name: 'list',
    title: `Invoice list, ${INVOICES.toLocaleString('en-US')} invoices, over HTTP`,
    notes: [
      `Whole requests as the client sees them, signed in, JSON props of the page (\`X-Inertia\`): session, list, count, counters of the tabs, menu. \`first\` is the first time it was asked: that a list is longer than 10,000 is then remembered for a minute. A page without a list (announcements) takes ${figure(baseMs)} ms p50. Goal: p95 at one client ≤ ${PAGE_MS_MAX} ms, searches ≤ ${SEARCH_MS_MAX} ms, page 10,000 within 1.5 times page 1. A page in the depth is come to from the nearest row that was shown within the last minute, so that asking for the same one again passes over nothing: \`first\` is what it costs where none is known, and one row asks for another page each time.`,
      `Baselines of the same run, on the same PostgreSQL: a bare table with as many rows and an index for each order, asked by SQL alone over one connection (\`bench/baselines/plain_invoices.ts\`); and node:http with a kilobyte of JSON and nothing behind it, asked by the same client: ${figure(bareHttp.one.p50)} ms p50 alone, ${figure(bareHttp.eight.perSecond)} requests/s with 8 clients.`,
      `Resident memory of the server: ${figure(rss.before)} MiB before, ${figure(rss.after)} MiB after, ${figure(rss.peak)} MiB at most.`,
    ],
    tables: [
      {
        caption: 'Milliseconds a request',
        columns: [
          'request',
          'first',
          'p50',
          'p95',
          'p99',
          '8 clients: p50',
          'p95',
          'p99',
          'requests/s',
          'KiB',
          '× first page',
          'goal',
        ],
        rows: measured.map(({ title, firstMs, one, eight, bytes, msMax }) => [
          title,
          figure(firstMs),
          figure(one.p50),
          figure(one.p95),
          figure(one.p99),
          figure(eight.p50),
          figure(eight.p95),
          figure(eight.p99),
          figure(eight.perSecond),
          figure(bytes / 1024),
          ratio(one.p50, first),
          one.p95 <= msMax ? 'met' : `missed (${msMax})`,
        ]),
      },
      {
        caption: 'Baseline: SQL alone, bare table',
        columns: ['question', 'median ms', '× the whole request here'],
        rows: plain.map(([title, ms]) => {
          const request = measured.find((known) => COMPARED[title] === known.title)
          return [title, figure(ms), request ? ratio(request.one.p50, ms) : '']
        }),
      },
    ],
  }
}

/** Question to the bare table -> the request of the product that asks the same. */
const COMPARED: Record<string, string> = {
  'first page, 10 rows': 'First page, 10 rows',
  'page 10,000, keys first': 'Page 10,000 of 10 rows',
  'last page, keys first': 'Last page of 10 rows',
  'one company and state': 'One company and state',
  'sorted by total': 'Sorted by total',
  'search, one number': 'Search, rare (one number)',
  'search, two words': 'Search, two words',
  'search, nothing found': 'Search, nothing found',
}
