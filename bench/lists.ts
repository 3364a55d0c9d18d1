import { rows } from '#app/kernel/database/sql'
import type { Installation } from './installation.js'
import { seedLists } from './list_data.js'
import { figure, type Section } from './report.js'
import { seedGroup } from './report_data.js'
import { listTable, type Measured, measureQuestion, type Question } from './reports.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const PAGE_MS_MAX = 50
const SEARCH_MS_MAX = 80

/** The lists that no other part measures, over HTTP, each of a million rows; suppliers are a tenth of that. `seed` only fills. */
export async function measureLists(
  { values, connectOwner }: Installation,
  [only]: string[]
): Promise<Section | null> {
  const owner = await connectOwner()
  await seedGroup(owner, connectOwner, {
    sites: 60,
    invoices: ROWS,
    payments: ROWS,
    lines: ROWS,
    users: ROWS,
    employees: ROWS,
  })
  await seedLists(owner, ROWS)
  await owner.end()
  if (only === 'seed') return null
  const { server, origin } = await startServer(values)
  try {
    const browsers = {
      accounting: await SignedInBrowser.open(origin),
      system: await SignedInBrowser.open(origin, 's1st3ma'),
      staff: await SignedInBrowser.open(origin, 'c0ntab1l1dad'),
    }
    const measured: Measured[] = []
    for (const question of await questions())
      measured.push(await measureQuestion(browsers[question.by], question))
    for (const browser of Object.values(browsers)) browser.close()
    return report(measured)
  } finally {
    server.kill('SIGTERM')
  }
}

async function questions(): Promise<Question[]> {
  const [middle] = await rows<{ siteId: number }>(
    `select site_id from bank_accounts order by id limit 1 offset 3`
  )
  const site = middle?.siteId
  const of = (by: Question['by'], msMax: number) => (title: string, path: string) => ({
    title,
    path,
    msMax,
    by,
  })
  const [page, search, system, systemSearch, staff] = [
    of('accounting', PAGE_MS_MAX),
    of('accounting', SEARCH_MS_MAX),
    of('system', PAGE_MS_MAX),
    of('system', SEARCH_MS_MAX),
    of('staff', PAGE_MS_MAX),
  ]
  return [
    page('Nota de Gastos, paid', '/payexpenses?tab=paid'),
    page('page 10,000', '/payexpenses?tab=paid&page=10000'),
    page('page 90,000, uncounted', '/payexpenses?tab=paid&page=90000'),
    page('to review', '/payexpenses'),
    page('by amount', '/payexpenses?tab=paid&sort=-total'),
    page('by claimant', '/payexpenses?tab=paid&sort=claimant'),
    search('search, common', '/payexpenses?tab=paid&q=garc%C3%ADa'),
    search('search, nothing found', '/payexpenses?tab=paid&q=zzqxw'),
    page('Empleados', '/employees'),
    page('page 10,000', '/employees?page=10000'),
    page('page 100,000, uncounted', '/employees?page=100000'),
    page('by day of entry, page 10,000', '/employees?sort=started_on&page=10000'),
    page('by state, page 10,000', '/employees?sort=status&page=10000'),
    page('one company, page 500', `/employees?site_ids[]=${site}&page=500`),
    search('search', '/employees?q=E0123456'),
    search('search, nothing found', '/employees?q=zzqxw'),
    page('Pagar Nómina, months', '/paypayrolls'),
    page('by total, last page', '/paypayrolls?sort=-total&page=300'),
    page('of one company', `/paypayrolls?site_ids[]=${site}`),
    page('salaries to pay', '/paypayrolls?tab=payments'),
    page('salaries of one month', '/paypayrolls?tab=payments&period=2024-03'),
    page('Proveedores', '/providers'),
    page('page 5,000', '/providers?page=5000'),
    page('blocked', '/providers?tab=blocked'),
    search('search, common', '/providers?q=lavander%C3%ADa'),
    search('search, nothing found', '/providers?q=zzqxw'),
    page('Auditoría de Facturas', '/analisar-facturas'),
    page('page 10,000', '/analisar-facturas?page=10000'),
    page('resolved, page 10,000', '/analisar-facturas?status[]=resolved&page=10000'),
    page('of one company', `/analisar-facturas?site_ids[]=${site}`),
    page('by amount', '/analisar-facturas?sort=-amount'),
    page('by amount, page 10,000', '/analisar-facturas?sort=-amount&page=10000'),
    page('by day', '/analisar-facturas?sort=-issued_on'),
    page('by rule', '/analisar-facturas?sort=rule'),
    system('Logs de facturas', '/invoice-action-logs'),
    system('page 10,000', '/invoice-action-logs?page=10000'),
    system('page 99,000, uncounted', '/invoice-action-logs?page=99000'),
    system('one action, page 5,000', '/invoice-action-logs?action=approve&page=5000'),
    systemSearch('of one invoice', '/invoice-action-logs?q=FR-B-00012345'),
    page('Cola de lectura', '/ocr'),
    page('page 10,000', '/ocr?page=10000'),
    page('failed', '/ocr?status[]=failed'),
    system('Correos, sent', '/users/mails?tab=sent'),
    system('page 10,000', '/users/mails?tab=sent&page=10000'),
    system('page 99,000, uncounted', '/users/mails?tab=sent&page=99000'),
    system('with a problem', '/users/mails'),
    systemSearch('search', '/users/mails?tab=sent&q=persona-777777'),
    page('Pagar Proveedores', '/paysuppliers'),
    page('history of 30 days', '/paysuppliers?tab=history'),
    page('history, by amount', '/paysuppliers?tab=history&sort=-amount'),
    search('history, search', '/paysuppliers?tab=history&q=zzqxw'),
    page('Remesas', '/payment-batches'),
    page('by total, page 1,000', '/payment-batches?sort=-total&page=1000'),
    staff('Remesas, accounting staff', '/payment-batches'),
    staff('page 1,000', '/payment-batches?page=1000'),
    staff('by total', '/payment-batches?sort=-total'),
    page('Pagos Recurrentes', '/payrecurrents'),
    page('calendar of three months', '/payrecurrents?tab=calendar'),
    page('calendar, page 300', '/payrecurrents?tab=calendar&page=300'),
    page('Procedimientos', '/legal_procedure'),
    page('Pagar Procedimientos', '/paylegalprocedures'),
    page('page 1,000', '/paylegalprocedures?page=1000'),
    page('by total', '/paylegalprocedures?sort=-total'),
    page('Diario, page 24,000, uncounted', '/accounts/journal?page=24000'),
  ]
}

function report(measured: Measured[]): Section {
  return {
    name: 'lists',
    title: `Other lists, ${ROWS.toLocaleString('en-US')} rows, over HTTP`,
    notes: [
      `Beside the group of "Reports": ${figure(ROWS)} expense notes, salaries (20,000 people, fifty months), findings of the audit (one in five open), entries of the log of invoices, readings and mails each, ${figure(ROWS / 10)} more suppliers, ${figure(ROWS / 2)} more payments in ${figure(ROWS / 50)} batches of mixed kinds, ${figure(ROWS / 500)} recurring payments, and ${figure(ROWS / 200)} procedures with ${figure(ROWS / 10)} costs, one in ten owed. Whole requests of one client, signed in, JSON props (\`X-Inertia\`); \`first\` is the first time it was asked. Rows without the name of a list are of the one above. Goals at p95: ${PAGE_MS_MAX} ms, searches ${SEARCH_MS_MAX} ms.`,
    ],
    tables: [listTable(measured, 'expense notes')],
  }
}
