import { runChecks } from './checks.js'
import { ensureChromium } from './chromium.js'
import { exitCode, spawnNode } from './processes.js'
import { startTestDatabase } from './test_database.js'

/**
 * `npm test` runs every check and every test; `npm test -- <japa arguments>` runs only the tests they select,
 * with suite names first: `npm test -- unit --files=iban`.
 */
const args = process.argv.slice(2)
const everything = args.length === 0
if (everything) await runChecks()
const wantsBrowser = everything || args.includes('browser')
const chromium = wantsBrowser ? ensureChromium() : ''
const database = await startTestDatabase()
process.once('SIGINT', () => database.stop().then(() => process.exit(130)))
const code = await exitCode(
  spawnNode(['--import=@poppinss/ts-exec', 'bin/test.ts', ...args], {
    env: { ...database.values, CHROMIUM: chromium },
  })
)
await database.stop()
process.exit(code)
