import { type Installation, startInstallation } from '../../bench/installation.js'
import { type Section, writeSection } from '../../bench/report.js'
import { log } from './environment.js'

type Part = (installation: Installation, args: string[]) => Promise<Section | null>

/** The parts need a booted application behind their imports, so each is loaded only then. */
const PARTS: Record<string, () => Promise<Part>> = {
  posting: async () => (await import('../../bench/posting.js')).measurePosting,
  list: async () => (await import('../../bench/invoice_list.js')).measureInvoiceList,
  floor: async () => (await import('../../bench/request_floor.js')).measureRequestFloor,
  cost: async () => (await import('../../bench/request_cost.js')).measureRequestCost,
  books: async () => (await import('../../bench/books.js')).measureBooks,
  reports: async () => (await import('../../bench/reports.js')).measureReports,
  lists: async () => (await import('../../bench/lists.js')).measureLists,
  extraction: async () => (await import('../../bench/extraction.js')).measureExtraction,
  reading: async () => (await import('../../bench/reading.js')).measureReading,
  uploads: async () => (await import('../../bench/uploads.js')).measureUploads,
  check: async () => (await import('../../bench/whole_book.js')).measureWholeBook,
  audit: async () => (await import('../../bench/audit.js')).measureAudit,
  sepa: async () => (await import('../../bench/sepa.js')).measureSepa,
  reconciliation: async () => (await import('../../bench/reconciliation.js')).measureReconciliation,
  contracts: async () => (await import('../../bench/contracts.js')).measureContracts,
  loans: async () => (await import('../../bench/loans.js')).measureLoans,
  statements: async () => (await import('../../bench/statements.js')).measureStatements,
  rebilling: async () => (await import('../../bench/rebilling.js')).measureRebilling,
  'payments-faults': async () => (await import('../../bench/payment_faults.js')).rehearseFaults,
  'payments-clicks': async () => (await import('../../bench/payment_clicks.js')).rehearseClicks,
  'payments-crash': async () => (await import('../../bench/payment_crashes.js')).rehearsePaymentCrashes,
  'payments-release-crash': async () =>
    (await import('../../bench/payment_release_crashes.js')).rehearseReleaseCrashes,
  connections: async () => (await import('../../bench/connections.js')).measureConnections,
  'connections-faults': async () =>
    (await import('../../bench/connection_faults.js')).rehearseConnectionFaults,
  'connections-crash': async () =>
    (await import('../../bench/connection_crashes.js')).rehearseConnectionCrashes,
  concepts: async () => (await import('../../bench/concepts.js')).measureConcepts,
  crash: async () => (await import('../../bench/crash.js')).rehearseCrashes,
  'group-walk': async () => (await import('../../bench/group_walk.js')).walkGroup,
}

const [name, ...args] = process.argv.slice(2)

/** Rehearsals of what goes wrong: long, and asked for by name. */
const REHEARSALS = [
  'crash',
  'group-walk',
  'payments-crash',
  'payments-release-crash',
  'payments-faults',
  'payments-clicks',
  'connections-faults',
  'connections-crash',
]

/** Parts that ask services which are played on this machine. */
const PLAYED = ['connections', 'connections-faults', 'connections-crash']

/** One part in this process; all of them, but the rehearsals, each in a process of its own. */
async function runPart(part: string): Promise<void> {
  const load = PARTS[part]
  if (!load) {
    log(`Uso: npm run bench -- [${Object.keys(PARTS).join(' | ')}]`)
    process.exit(2)
  }
  const installation = await startInstallation(part, PLAYED.includes(part) ? 'demo' : 'plain')
  try {
    const measure = await load()
    const section = await measure(installation, args)
    if (section) writeSection(section, installation.postgresVersion)
  } finally {
    await installation.stop()
  }
}

async function runAll(): Promise<void> {
  const { runNode } = await import('./processes.js')
  for (const part of Object.keys(PARTS).filter((known) => !REHEARSALS.includes(known))) {
    await runNode(['--import=@poppinss/ts-exec', 'bin/tasks/bench.ts', part])
  }
}

await (name ? runPart(name) : runAll())
process.exit(process.exitCode ?? 0)
