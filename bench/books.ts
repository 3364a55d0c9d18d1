import { oneRow } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { buildProduct } from '../bin/tasks/build_product.js'
import { isBuildCurrent } from '../bin/tasks/build_stamp.js'
import { seedBooks } from './books_data.js'
import type { Installation } from './installation.js'
import { type Load, measureLoad, timed } from './measure.js'
import { figure, type Section } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const LINES = Number(process.env.BENCH_LINES ?? 1_000_000)
const SECONDS = 3

type Question = { title: string; path: string; msMax: number }
type Measured = Question & { firstMs: number; load: Load; bytes: number }

/** The pages of the books of the built product over HTTP, with a million lines. */
export async function measureBooks({ values, connectOwner }: Installation): Promise<Section> {
  const owner = await connectOwner()
  const seeded = await timed(() => seedBooks(owner, LINES))
  await owner.end()
  if (!isBuildCurrent()) await buildProduct()
  const { server, origin } = await startServer(values)
  try {
    const browser = await SignedInBrowser.open(origin)
    const base = await measureLoad({ workers: 1, seconds: 2, work: () => browser.visit('/announcements') })
    const measured: Measured[] = []
    for (const question of await questions()) measured.push(await measureQuestion(browser, question))
    browser.close()
    const checked = await timed(checkInvariants)
    return report(measured, {
      baseMs: base.p50,
      seedMs: seeded.ms,
      checkMs: checked.ms,
      violations: checked.value,
    })
  } finally {
    server.kill('SIGTERM')
  }
}

async function questions(): Promise<Question[]> {
  const large = await oneRow<{ site: number }>(
    `select site_id as site from ledger_accounts group by 1 order by count(*) desc limit 1`
  )
  const busy = await oneRow<{ account: number }>(
    `select account_id as account from account_balances order by lines desc limit 1`
  )
  const node = await oneRow<{ code: string }>(
    `select p.code from ledger_accounts a join ledger_accounts p on p.id = a.parent_id where a.code like '4000%' limit 1`
  )
  const one = `site_ids[]=${large.site}`
  const year = 'posted_from=2026-01-01&posted_to=2026-12-31'
  return [
    { title: 'Plan, one company, one year', path: `/accounts/plan?${one}&${year}`, msMax: 50 },
    { title: 'Plan, the group, one year', path: `/accounts/plan?${year}`, msMax: 100 },
    {
      title: 'Plan, the group, days that cut two months',
      path: '/accounts/plan?posted_from=2026-03-10&posted_to=2026-06-20',
      msMax: 100,
    },
    { title: 'Plan, search of a name', path: `/accounts/plan?q=suministros+19&${year}`, msMax: 80 },
    { title: 'Sumas y saldos, one company', path: `/accounts/trial-balance?${one}&${year}`, msMax: 50 },
    { title: 'Sumas y saldos, the group', path: `/accounts/trial-balance?${year}`, msMax: 100 },
    { title: 'Diario, page 1', path: '/accounts/journal', msMax: 50 },
    { title: 'Diario, page 10,000', path: '/accounts/journal?page=10000', msMax: 50 },
    { title: 'Mayor, page 1', path: `/accounts/plan/${busy.account}/ledger`, msMax: 50 },
    { title: 'Mayor, last page', path: `/accounts/plan/${busy.account}/ledger?sort=posted_on`, msMax: 50 },
    { title: 'Open items by party', path: '/accounts/open-items', msMax: 50 },
    { title: 'Open items by party, one company', path: `/accounts/open-items?${one}`, msMax: 50 },
    { title: 'Open items, page 1', path: '/accounts/open-items?view=items', msMax: 50 },
    { title: 'Open items, page 10,000', path: '/accounts/open-items?view=items&page=10000', msMax: 50 },
    {
      title: 'Open items on a day three months ago',
      path: '/accounts/open-items?view=items&as_of=2026-08-31',
      msMax: 500,
    },
    {
      title: `Accounts under ${node.code} of one company`,
      path: `/accounts/plan/nodes?parents[]=c:${node.code}&${one}&${year}`,
      msMax: 50,
    },
  ]
}

async function measureQuestion(browser: SignedInBrowser, question: Question): Promise<Measured> {
  const visit = () =>
    question.path.includes('/nodes') ? browser.call(question.path) : browser.visit(question.path)
  const { body, ms: firstMs } = await visit()
  const load = await measureLoad({ workers: 1, seconds: SECONDS, work: visit })
  process.stderr.write(
    `${question.title}: first ${figure(firstMs)}, p50 ${figure(load.p50)}, p95 ${figure(load.p95)} ms\n`
  )
  return { ...question, firstMs, load, bytes: Buffer.byteLength(body) }
}

type Figures = { baseMs: number; seedMs: number; checkMs: number; violations: { violations: number }[] }

async function report(
  measured: Measured[],
  { baseMs, seedMs, checkMs, violations }: Figures
): Promise<Section> {
  const count = await oneRow<{
    lines: number
    entries: number
    accounts: number
    open: number
    letterings: number
  }>(
    `select (select count(*) from journal_lines) as lines, (select count(*) from journal_entries) as entries,
       (select count(*) from ledger_accounts where is_postable) as accounts, (select count(*) from open_items) as open, (select count(*) from reconciliations) as letterings`
  )
  const broken = violations.reduce((sum, found) => sum + found.violations, 0)
  return {
    name: 'books',
    title: `Books, ${count.lines.toLocaleString('en-US')} lines, over HTTP`,
    notes: [
      `${figure(count.entries)} entries over ${figure(count.accounts)} accounts of 40 companies, ${figure(count.letterings)} letterings, ${figure(count.open)} open items, filled with every trigger and check on${seedMs > 10_000 ? ` in ${figure(seedMs / 1000)} s` : ''}. Whole requests of one client, signed in; \`first\` is the first time a page was asked for: the plan keeps its sums until somebody posts in one of its companies. A page without a list takes ${figure(baseMs)} ms p50.`,
      `Whole-book check (\`ledger:check\`): ${figure(checkMs)} ms, ${broken} violations.`,
    ],
    tables: [
      {
        caption: 'Milliseconds a request',
        columns: ['request', 'first', 'p50', 'p95', 'p99', 'KiB', 'goal'],
        rows: measured.map(({ title, firstMs, load, bytes, msMax }) => [
          title,
          figure(firstMs),
          figure(load.p50),
          figure(load.p95),
          figure(load.p99),
          figure(bytes / 1024),
          `${load.p95 <= msMax ? '✓' : '✗'} ${msMax}`,
        ]),
      },
    ],
  }
}
