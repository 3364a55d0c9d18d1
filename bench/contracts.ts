import { findCapUsage } from '#app/contracts/queries/find_cap_usage'
import { findMissingInvoices } from '#app/contracts/queries/find_missing_invoices'
import { findPriceDeviations } from '#app/contracts/queries/find_price_deviations'
import { findUncoveredInvoices } from '#app/invoices/audit/questions/find_uncovered_invoices'
import { holdAgainstContracts } from '#app/invoices/editing/hold_against_contracts'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { buildProduct } from '../bin/tasks/build_product.js'
import { isBuildCurrent } from '../bin/tasks/build_stamp.js'
import { seedContracts } from './contracts_data.js'
import type { Installation } from './installation.js'
import { type Load, measureLoad, timed } from './measure.js'
import { figure, type Section } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const CONTRACTS = Number(process.env.BENCH_CONTRACTS ?? 5_000)
const ITEMS = 50_000
const INVOICES = Number(process.env.BENCH_CONTRACT_INVOICES ?? 100_000)
const SECONDS = 3
const PAGE_MS_MAX = 50
const CHECK_MS_MAX = 20
const BATCH = 1_000

type Measured = { title: string; msMax: number; load: Load }

/** The list of contracts over HTTP and what an invoice costs that is held against them (area 07 §6). */
export async function measureContracts({ values, connectOwner }: Installation): Promise<Section> {
  const owner = await connectOwner()
  const seeded = await timed(() =>
    seedContracts(owner, { contracts: CONTRACTS, items: ITEMS, invoices: INVOICES })
  )
  await owner.end()
  if (!isBuildCurrent()) await buildProduct()
  const { server, origin } = await startServer(values)
  try {
    const browser = await SignedInBrowser.open(origin, 'aprobador')
    const measured: Measured[] = []
    for (const [title, path] of PAGES) {
      await browser.visit(path)
      const load = await measureLoad({ workers: 1, seconds: SECONDS, work: () => browser.visit(path) })
      measured.push({ title, msMax: PAGE_MS_MAX, load })
    }
    browser.close()
    measured.push(...(await measureChecks()))
    return report(measured, await measureBatch(), seeded.ms)
  } finally {
    server.kill('SIGTERM')
  }
}

const PAGES = [
  ['Contracts, page 1', '/provider-contracts'],
  ['Contracts by end, page 100', '/provider-contracts?sort=ends_on&page=100'],
  ['Contracts that end in 90 days', '/provider-contracts?ending=1'],
  ['Contracts, search', '/provider-contracts?q=servicio+4321'],
] as const

/** One invoice after the other, as a change of it does. */
async function measureChecks(): Promise<Measured[]> {
  const ids = (
    await rows<{ id: number }>(
      `select id from invoices where reference like 'BK-%' order by id % 7919, id limit 2000`
    )
  ).map(({ id }) => id)
  let at = 0
  const next = () => ids[at++ % ids.length] ?? 0
  const held = await measureLoad({
    workers: 1,
    seconds: SECONDS,
    work: () => inTransaction((trx) => holdAgainstContracts([next()], trx)),
  })
  const asked = await measureLoad({
    workers: 1,
    seconds: SECONDS,
    work: async () => {
      const id = [next()]
      await findPriceDeviations(id)
      await findCapUsage(id)
      await findUncoveredInvoices(id)
    },
  })
  return [
    { title: 'Hold one invoice against the contracts', msMax: CHECK_MS_MAX, load: held },
    { title: 'Price, cap and cover of one invoice', msMax: CHECK_MS_MAX, load: asked },
  ]
}

type Batch = { holdMs: number; deviationsMs: number; capMs: number; missingMs: number; missing: number }

async function measureBatch(): Promise<Batch> {
  const ids = (
    await rows<{ id: number }>(
      `select id from invoices where reference like 'BK-%' order by id limit ${BATCH}`
    )
  ).map(({ id }) => id)
  const hold = await timed(() => inTransaction((trx) => holdAgainstContracts(ids, trx)))
  const deviations = await timed(() => findPriceDeviations(ids))
  const cap = await timed(() => findCapUsage(ids))
  const missing = await timed(() => findMissingInvoices({ day: today() }))
  return {
    holdMs: hold.ms,
    deviationsMs: deviations.ms,
    capMs: cap.ms,
    missingMs: missing.ms,
    missing: missing.value.length,
  }
}

function report(measured: Measured[], batch: Batch, seedMs: number): Section {
  return {
    name: 'contracts',
    title: `Contracts, ${figure(CONTRACTS)} with ${figure(ITEMS)} prices`,
    notes: [
      `${figure(INVOICES)} invoices hang on them${seedMs > 10_000 ? ` (filled in ${figure(seedMs / 1000)} s)` : ''}. Pages over HTTP, one client, signed in; the rest in this process.`,
      `${figure(BATCH)} invoices at once: held against contracts ${figure(batch.holdMs)} ms, prices ${figure(batch.deviationsMs)} ms, caps ${figure(batch.capMs)} ms. What is missing of all contracts: ${figure(batch.missing)} periods in ${figure(batch.missingMs)} ms.`,
    ],
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
