import { oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { buildSchedule } from '#app/loans/schedule/build_schedule'
import type { ScheduleTerms } from '#app/loans/schedule/terms'
import { buildProduct } from '../bin/tasks/build_product.js'
import { isBuildCurrent } from '../bin/tasks/build_stamp.js'
import type { Installation } from './installation.js'
import { seedLoans } from './loans_data.js'
import { type Load, measureLoad, timed } from './measure.js'
import { figure, type Section } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const LOANS = Number(process.env.BENCH_LOANS ?? 300)
const ROWS = 480
const SECONDS = 3
const SUMMARY_MS_MAX = 500
const PAGE_MS_MAX = 200
const SCHEDULE_MS_MAX = 50

type Measured = { title: string; msMax: number; load: Load }

/** The summary of loans at any day and their pages over HTTP, and a schedule of forty years (area 31). */
export async function measureLoans({ values, connectOwner }: Installation): Promise<Section> {
  const seeded = await timed(() => seedLoans(LOANS))
  const owner = await connectOwner()
  await owner.query('vacuum (analyze)')
  await owner.end()
  if (!isBuildCurrent()) await buildProduct()
  const { server, origin } = await startServer(values)
  try {
    const browser = await SignedInBrowser.open(origin, 'aprobador')
    const measured: Measured[] = []
    for (const { title, path, msMax } of await pages()) {
      await browser.visit(path)
      const load = await measureLoad({ workers: 1, seconds: SECONDS, work: () => browser.visit(path) })
      measured.push({ title, msMax, load })
    }
    browser.close()
    measured.push(await measureSchedule())
    return report(measured, seeded.value.installments)
  } finally {
    server.kill('SIGTERM')
  }
}

async function pages(): Promise<{ title: string; path: string; msMax: number }[]> {
  const { id, lender, borrower } = await oneRow<{ id: number; lender: number; borrower: number }>(
    `select id, lender_site_id as lender, borrower_site_id as borrower from loans where status = 'active' order by id limit 1`
  )
  const summaries = ['2026-11-27', '2026-06-30', '2025-06-30', '2027-06-30'].map((day) => ({
    title: `Summary at ${day}`,
    path: `/loansResumen?day=${day}`,
    msMax: SUMMARY_MS_MAX,
  }))
  return [
    ...summaries,
    { title: 'Two companies', path: `/loansResumen/${lender}/${borrower}`, msMax: SUMMARY_MS_MAX },
    { title: 'Loans, page 1', path: '/loans', msMax: PAGE_MS_MAX },
    { title: 'A loan', path: `/loans/${id}/edit`, msMax: PAGE_MS_MAX },
  ]
}

const TERMS: ScheduleTerms = {
  principalMinor: 100_000_000,
  method: 'french',
  annualRate: '4.5',
  dayCount: 'ACT/365',
  periodicity: 'monthly',
  startOn: calendarDate('2026-01-31'),
  firstPaymentOn: calendarDate('2026-02-28'),
  periods: ROWS,
  gracePeriods: 0,
  revisions: [],
  earlyPayments: [],
  withholdingRate: null,
  custom: null,
}

async function measureSchedule(): Promise<Measured> {
  const load = await measureLoad({
    workers: 1,
    seconds: SECONDS,
    work: async () => {
      buildSchedule(TERMS)
    },
  })
  return { title: `A schedule of ${ROWS} rows`, msMax: SCHEDULE_MS_MAX, load }
}

function report(measured: Measured[], installments: number): Section {
  return {
    name: 'loans',
    title: `Loans, ${figure(LOANS)} with ${figure(installments)} instalments`,
    notes: ['Pages over HTTP, one client, signed in; the schedule in this process.'],
    tables: [
      {
        caption: 'Milliseconds',
        columns: ['what', 'p50', 'p95', 'goal'],
        rows: measured.map(({ title, msMax, load }) => [
          title,
          figure(load.p50),
          figure(load.p95),
          `${load.p95 <= msMax && load.failed === 0 ? '✓' : '✗'} ${msMax}`,
        ]),
      },
    ],
  }
}
