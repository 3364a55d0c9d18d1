/**
 * Commands for machines: one JSON answer on standard output, diagnostics on standard error.
 * They work without a running server; only those marked `database` need the books.
 */
import { prepareEnvironment } from './tasks/environment.js'

type Command = (args: string[]) => Promise<number>
type Entry = { load: () => Promise<Command>; database?: boolean }

const commands: Record<string, Entry> = {
  'invoices:extract': {
    load: async () => (await import('#app/invoices/commands/extract_invoices')).extractInvoicesCommand,
  },
  'statements:inspect': {
    load: async () => (await import('#app/accounts/commands/inspect_statement')).inspectStatementCommand,
  },
  'rebilling:allocate': {
    load: async () => (await import('#app/rebilling/commands/allocate_command')).allocateCommand,
  },
  'loans:schedule': {
    load: async () => (await import('#app/loans/commands/build_schedules')).buildSchedulesCommand,
  },
  'loans:interest': {
    load: async () => (await import('#app/loans/commands/work_out_interest')).workOutInterestCommand,
  },
  'loans:net': {
    load: async () => (await import('#app/loans/commands/net_debts')).netDebtsCommand,
  },
  'ledger:check': {
    load: async () => (await import('#app/ledger/commands/check_ledger')).checkLedgerCommand,
    database: true,
  },
  'verifactu:hash': {
    load: async () => (await import('#app/issuing/commands/hash_records')).hashRecordsCommand,
  },
  'verifactu:check': {
    load: async () => (await import('#app/issuing/commands/check_records')).checkRecordsCommand,
  },
  'users:first': {
    load: async () => (await import('#app/identity/commands/first_user')).firstUserCommand,
    database: true,
  },
}

async function withDatabase(entry: Entry, args: string[]): Promise<number> {
  const environment = await prepareEnvironment('production')
  Object.assign(process.env, environment.values, {
    JOBS: 'off',
    LOG_LEVEL: 'silent',
    // Where the product is reached, which may be running: not the free port that was found beside it.
    APP_URL: process.env.APP_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3333}`,
  })
  const { createIgnitor } = await import('./ignitor.js')
  const app = createIgnitor().createApp('console')
  try {
    await app.init()
    await app.boot()
    return await (await entry.load())(args)
  } finally {
    await app.terminate()
    await environment.release()
  }
}

const [name = '', ...args] = process.argv.slice(2)
const entry = commands[name]
if (!entry) {
  process.stderr.write(`Uso: npm run --silent cli -- ${Object.keys(commands).join(' | ')}\n`)
  process.exit(2)
}
process.exitCode = entry.database ? await withDatabase(entry, args) : await (await entry.load())(args)
