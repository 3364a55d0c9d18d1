import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { seedBooks } from './books_data.js'
import type { Installation } from './installation.js'
import { medianMs, percentiles, timed } from './measure.js'
import { figure, ratio, type Section } from './report.js'

const LINES = 1_000_000
const RUNS = 9
const CHECK_MS_MAX = 1_000

/** How long `ledger:check` looks at a book of a million lines, beside one bare reading of all its lines. */
export async function measureWholeBook({ connectOwner }: Installation): Promise<Section> {
  const owner = await connectOwner()
  await seedBooks(owner, LINES)
  const bare = await medianMs(RUNS, () => owner.query('select sum(amount_minor) from journal_lines'))
  const whole: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const { ms, value } = await timed(checkInvariants)
    const broken = value.filter(({ violations }) => violations > 0)
    if (broken.length > 0) throw new Error(`The book is not sound: ${JSON.stringify(broken)}`)
    whole.push(ms)
  }
  await owner.end()
  const { p50 } = percentiles(whole)
  return {
    name: 'check',
    title: `The whole book of ${LINES.toLocaleString('en-US')} lines checked`,
    notes: [
      `The book of the part "books": purchases and payments of 40 companies, 20,000 accounts and 23 months, nine payments in ten lettered. Goal ≤ ${figure(CHECK_MS_MAX)} ms: ${p50 <= CHECK_MS_MAX ? 'met' : 'missed'}.`,
    ],
    tables: [
      {
        caption: `Median of ${RUNS}`,
        columns: ['what', 'ms', '× one bare sum'],
        rows: [
          ['baseline: `select sum(amount_minor) from journal_lines`', figure(bare), ratio(bare, bare)],
          ['every invariant (`ledger:check`)', figure(p50), ratio(p50, bare)],
          ['the slowest of them', figure(Math.max(...whole)), ratio(Math.max(...whole), bare)],
        ],
      },
    ],
  }
}
