import { rows } from '#app/kernel/database/sql'
import type { ListOf } from '#app/kernel/lists/listing'
import { addMonths, startOfMonth, today } from '#app/kernel/time/calendar_date'
import type { Installation } from './installation.js'
import { type Load, measureLoad, percentiles, timed } from './measure.js'
import { figure, ratio, type Section } from './report.js'
import { seedGroup } from './report_data.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const SITES = 60
const SECONDS = 3
const PAGE_MS_MAX = 50
const SHELL_MS_MAX = 200
const BLOCKS_MS_MAX = 800
const SUMMARY_MS_MAX = 1000
const SITE_REPORT_MS_MAX = 1500

export type Question = { title: string; path: string; msMax: number; by: 'accounting' | 'system' | 'staff' }
export type Measured = { question: Question; firstMs: number; one: Load; bytes: number }

/** The start page, the summary, the report of a company and the lists of books, companies and users, over HTTP. */
export async function measureReports({ values, connectOwner }: Installation): Promise<Section> {
  const owner = await connectOwner()
  await seedGroup(owner, connectOwner, {
    sites: SITES,
    invoices: ROWS,
    payments: ROWS,
    lines: ROWS,
    users: ROWS,
    employees: ROWS,
  })
  await owner.end()
  const { server, origin } = await startServer(values)
  try {
    const [accounting, system] = [
      await SignedInBrowser.open(origin),
      await SignedInBrowser.open(origin, 's1st3ma'),
    ]
    const pages: Measured[] = []
    for (const question of await pageQuestions())
      pages.push(await measureQuestion(question.by === 'system' ? system : accounting, question))
    const blocks = await measureBlocks(system)
    const lists: Measured[] = []
    for (const question of await listQuestions(accounting))
      lists.push(await measureQuestion(question.by === 'system' ? system : accounting, question))
    for (const browser of [accounting, system]) browser.close()
    return report(pages, blocks, lists)
  } finally {
    server.kill('SIGTERM')
  }
}

/** Asks for a page again and again for three seconds. */
export async function measureQuestion(browser: SignedInBrowser, question: Question): Promise<Measured> {
  const { body, ms: firstMs } = await browser.visit(question.path)
  const one = await measureLoad({ workers: 1, seconds: SECONDS, work: () => browser.visit(question.path) })
  process.stderr.write(
    `${question.title}: first ${figure(firstMs)}, ${figure(one.p50)} / ${figure(one.p95)} ms of ${question.msMax}\n`
  )
  return { question, firstMs, one, bytes: Buffer.byteLength(body) }
}

type Block = { props: string[]; p50: number; p95: number }
type Blocks = { each: Block[]; together: { p50: number; p95: number } }
const BLOCK_RUNS = 10

/** The blocks of the start page as the browser asks for them: every group at once, after the page. */
async function measureBlocks(browser: SignedInBrowser): Promise<Blocks> {
  const { body } = await browser.visit('/')
  const { component, deferredProps } = JSON.parse(body) as {
    component: string
    deferredProps: Record<string, string[]>
  }
  const groups = Object.values(deferredProps)
  const each: Block[] = []
  for (const props of groups) {
    const samples: number[] = []
    for (let run = 0; run < BLOCK_RUNS; run++)
      samples.push((await browser.visitDeferred('/', component, props)).ms)
    each.push({ props, ...percentiles(samples) })
    process.stderr.write(`blocks ${props.join(', ')}: ${figure(percentiles(samples).p95)} ms\n`)
  }
  const whole: number[] = []
  for (let run = 0; run < BLOCK_RUNS; run++)
    whole.push(
      (await timed(() => Promise.all(groups.map((props) => browser.visitDeferred('/', component, props))))).ms
    )
  return { each, together: percentiles(whole) }
}

async function pageQuestions(): Promise<Question[]> {
  const [busiest] = await rows<{ id: number }>(
    `select site_id as id from invoices where site_id is not null group by 1 order by count(*) desc limit 1`
  )
  const year = `from=${addMonths(startOfMonth(today()), -11).slice(0, 7)}&to=${today().slice(0, 7)}`
  const days = `from=${addMonths(startOfMonth(today()), -11)}&to=${today()}`
  const summary = (title: string, rest: string): Question => ({
    title,
    path: `/resumen?${year}${rest}`,
    msMax: SUMMARY_MS_MAX,
    by: 'accounting',
  })
  return [
    { title: 'Start page without its blocks', path: '/', msMax: SHELL_MS_MAX, by: 'system' },
    summary(`Resumen, ${SITES} companies × 12 months`, ''),
    summary('Resumen beside the year before', '&compare=year'),
    summary('Resumen by month', '&mode=month'),
    summary('Resumen by supplier', '&mode=provider'),
    {
      title: 'Report of the busiest company, 12 months, read anew',
      path: `/sites/${busiest?.id}/report?${days}&fresh=1`,
      msMax: SITE_REPORT_MS_MAX,
      by: 'system',
    },
  ]
}

async function listQuestions(browser: SignedInBrowser): Promise<Question[]> {
  const [middle] = await rows<{ siteId: number; accountId: number }>(
    `select site_id, id as account_id from bank_accounts order by id limit 1 offset 3`
  )
  const [site, account] = [middle?.siteId, middle?.accountId]
  const year = `from=${addMonths(startOfMonth(today()), -11).slice(0, 7)}&to=${today().slice(0, 7)}`
  const ask =
    (by: Question['by']) =>
    (title: string, path: string): Question => ({ title, path, msMax: PAGE_MS_MAX, by })
  const [history, system] = [ask('accounting'), ask('system')]
  const { body } = await browser.visit('/historypay?per_page=all')
  const { cursor } = (JSON.parse(body) as { props: { payments: ListOf<unknown> } }).props.payments
  const month = startOfMonth(addMonths(today(), -6))
  const lines = (measure: string, rest = '') => `/resumen/apuntes?measure=${measure}&${year}${rest}`
  return [
    history('Pagos Históricos, first page', '/historypay'),
    history('page 10,000', '/historypay?page=10000'),
    history('last page, counted', `/historypay?count=exact&page=${Math.floor(ROWS / 10)}`),
    history('last page, uncounted', `/historypay?page=${Math.floor(ROWS / 10)}`),
    history('"Todos": 200 more', `/historypay?per_page=all&cursor=${cursor}`),
    history('one company', `/historypay?site_ids[]=${site}`),
    history('one company, page 500', `/historypay?site_ids[]=${site}&page=500`),
    history('one account', `/historypay?account_id=${account}`),
    history('failed only', '/historypay?status=failed'),
    history('payroll', '/historypay?kind=payroll'),
    history('imported, page 1,000', '/historypay?origin=import&page=1000'),
    history('one month', `/historypay?paid_from=${month}&paid_to=${addMonths(month, 1)}`),
    history('amounts from 10.000 €', '/historypay?amount_min=10000'),
    history('sorted by amount', '/historypay?sort=-amount'),
    history('sorted by amount, page 10,000', '/historypay?sort=-amount&page=10000'),
    history('IBAN', '/historypay?iban=ES9121000418000000000123'),
    history('search, rare', '/historypay?q=0123456'),
    history('search, common', '/historypay?q=lavander%C3%ADa'),
    history('search, two words', '/historypay?q=lavanderia%20nu%C3%B1ez'),
    history('search, nothing found', '/historypay?q=zzqxw'),
    history('Resumen: lines of the final balance', lines('closing')),
    history('lines of the final balance, page 10,000', lines('closing', '&page=10000')),
    history('lines of what was invoiced', lines('invoiced')),
    history('lines of the margin', lines('margin')),
    history('lines of a company’s margin', lines('margin', `&site_ids[]=${site}`)),
    history('lines of what was collected, page 1,000', lines('collected', '&page=1000')),
    history('Open invoices', '/resumen/vencimientos'),
    history('open invoices, page 1,000', '/resumen/vencimientos?page=1000'),
    history('open invoices of a company', `/resumen/vencimientos?site_ids[]=${site}`),
    system('Empresas', '/sites'),
    system('Empresas, search', '/sites?q=prueba'),
    system('Usuarios', '/users'),
    system('Usuarios, page 10,000', '/users?page=10000'),
    system(
      'Usuarios, last page, counted',
      `/users?tab=current&count=exact&page=${Math.floor((ROWS * 0.8) / 10)}`
    ),
    system('Usuarios, last page, uncounted', `/users?tab=current&page=${Math.floor((ROWS * 0.8) / 10)}`),
    system('Usuarios, sorted by last access', '/users?sort=-last_login_at'),
    system('Usuarios, tab archived', '/users?tab=archived'),
    system('Usuarios, search', '/users?q=persona-123456'),
    system('Usuarios, search, common', '/users?q=n%C3%BA%C3%B1ez'),
    system('Usuarios, search, nothing found', '/users?q=zzqxw'),
    system('Empleados', '/employees'),
    system('Empleados, page 10,000', '/employees?page=10000'),
    system('Empleados, one company', `/employees?site_ids[]=${site}`),
    system('Empleados, search', '/employees?q=E0123456'),
    system('Empleados, search, nothing found', '/employees?q=zzqxw'),
    history('Saldo retenido', '/resumen/retenido'),
  ]
}

function report(pages: Measured[], blocks: Blocks, lists: Measured[]): Section {
  return {
    name: 'reports',
    title: `Reports and their lists, ${ROWS.toLocaleString('en-US')} rows, over HTTP`,
    notes: [
      `${SITES} companies with ${figure(ROWS)} invoices, ${figure(ROWS)} payments of the history (half of them imported), ${figure(ROWS)} lines of the journal, ${figure(ROWS / 4)} movements of the bank and ${figure(ROWS)} users. Whole requests of one client, signed in, JSON props (\`X-Inertia\`); \`first\` is the first time it was asked: of a page in the depth that is without a row near it whose place is known, and of a last page that is not counted with the counting. Goals at p95: the start page ${SHELL_MS_MAX} ms and all its blocks, asked for at once, ${BLOCKS_MS_MAX} ms; Resumen ${SUMMARY_MS_MAX} ms; the report of a company ${SITE_REPORT_MS_MAX} ms; lists ${PAGE_MS_MAX} ms.`,
    ],
    tables: [
      {
        caption: 'Milliseconds a page',
        columns: ['page', 'first', 'p50', 'p95', 'goal'],
        rows: [
          ...pages.map(({ question, firstMs, one }) => [
            question.title,
            figure(firstMs),
            figure(one.p50),
            figure(one.p95),
            isMet(one.p95, question.msMax),
          ]),
          ...blocks.each.map(({ props, p50, p95 }) => [
            `Blocks: ${props.join(', ')}`,
            '',
            figure(p50),
            figure(p95),
            '',
          ]),
          [
            'All blocks of the start page at once',
            '',
            figure(blocks.together.p50),
            figure(blocks.together.p95),
            isMet(blocks.together.p95, BLOCKS_MS_MAX),
          ],
        ],
      },
      listTable(lists, 'the history'),
    ],
  }
}

const isMet = (ms: number, msMax: number) => (ms <= msMax ? 'met' : `missed (${msMax})`)

/** What lists took, each beside the first page of the first of them, which is that of `first`. */
export function listTable(lists: Measured[], first: string): Section['tables'][number] {
  const firstPage = lists[0]?.one.p50 ?? Number.NaN
  return {
    caption: 'Milliseconds a page of a list',
    columns: ['list', 'first', 'p50', 'p95', 'p99', 'KiB', `× first page of ${first}`, 'goal'],
    rows: lists.map(({ question, firstMs, one, bytes }) => [
      question.title,
      figure(firstMs),
      figure(one.p50),
      figure(one.p95),
      figure(one.p99),
      figure(bytes / 1024),
      ratio(one.p50, firstPage),
      isMet(one.p95, question.msMax),
    ]),
  }
}
