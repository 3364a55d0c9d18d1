import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { buildProduct } from './build_product.js'
import { isBuildCurrent } from './build_stamp.js'
import { runChecks } from './checks.js'
import { ensureChromium } from './chromium.js'
import { generateTypes } from './generate_types.js'
import { spawnNode } from './processes.js'
import { startTestDatabase } from './test_database.js'

/**
 * `npm test` runs every check and every test; `npm test -- <japa arguments>` runs only the tests they select,
 * with suite names first: `npm test -- unit --files=iban`.
 *
 * Everything runs in two lanes side by side, each with a database of its own: a suite waits for PostgreSQL or for the
 * browser half of its time. A database given by hand is one, so it gets one lane.
 */
const args = process.argv.slice(2)
const everything = args.length === 0
const oneDatabase = process.env.TEST_DATABASE_URL !== undefined
const LANES = [
  ['unit', 'database'],
  ['http', 'browser'],
]

/** So much of the end of a lane is read: its failures and counts, as `tests/count_reporter.ts` writes them. */
const TAIL = 20_000

if (everything) await runChecks()
// A browser opens the pages as they were built last.
else if (args.includes('browser') && !isBuildCurrent()) await buildProduct()
else if (!existsSync('.adonisjs/client/routes.ts')) await generateTypes()
const chromium = everything || args.includes('browser') ? ensureChromium() : ''
const stops: (() => Promise<void>)[] = []
process.once('SIGINT', () => Promise.all(stops.map((stop) => stop())).then(() => process.exit(130)))

const lanes = everything ? (oneDatabase ? [LANES.flat()] : LANES) : [args]
const started: ChildProcess[] = []
for (const lane of lanes) started.push(await startLane(lane, lanes.length > 1))
const ends = started.map(async (child, lane) => ({ ...(await watched(child, lane === 0)), lane }))
const results = await Promise.all(ends)
for (const { kept } of results) process.stdout.write(kept)
await Promise.all(stops.map((stop) => stop()))
if (results.length > 1) {
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(failure)
  console.log(total(results.map(({ counts }) => counts)))
}
// A lane that was killed has no code: nothing of it is known to have passed.
process.exit(results.every(({ code }) => code === 0) ? 0 : 1)

async function startLane(lane: string[], several: boolean): Promise<ChildProcess> {
  const database = await startTestDatabase()
  stops.push(database.stop)
  return spawnNode(['--import=@poppinss/ts-exec', 'bin/test.ts', ...lane], {
    env: { ...database.values, CHROMIUM: chromium },
    piped: several,
  })
}

/** Shows what a lane prints at once, or keeps it for the end: two lanes at a time could not be read. */
async function watched(child: ChildProcess, shown: boolean) {
  const kept: string[] = []
  let tail = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL)
    if (shown) process.stdout.write(text)
    else kept.push(text)
  })
  const [code] = await once(child, 'close')
  return {
    code,
    kept: kept.join(''),
    counts: tail.match(/(\d+) passed, (\d+) failed, (\d+) skipped\s*$/),
    failures: tail.split('\n').filter((line) => line.startsWith('failed: ')),
  }
}

/** The last line of both lanes together. */
function total(counts: (RegExpMatchArray | null)[]): string {
  const sum = (part: number) => counts.reduce((all, count) => all + Number(count?.[part] ?? 0), 0)
  return `${sum(1)} passed, ${sum(2)} failed, ${sum(3)} skipped`
}
