import type pg from 'pg'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeSite } from '#tests/factories/books'
import type { Installation } from './installation.js'
import { medianMs, percentiles, timed } from './measure.js'
import { figure, ratio, type Section } from './report.js'

const SITES = 40
const ACCOUNTS_PER_SITE = 250
const LINES = 1_000_000
const ENTRIES_PER_SITE = LINES / 4 / SITES
const CHUNK = 2_500
const RUNS = 9
const CHECK_MS_MAX = 1_000

/** How long `ledger:check` looks at a book of a million lines, beside one bare reading of all its lines. */
export async function measureWholeBook({ connectOwner }: Installation): Promise<Section> {
  const owner = await connectOwner()
  await fillBook(owner)
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
      `${figure(LINES / 4)} entries of four lines over ${SITES} companies, ${figure(ACCOUNTS_PER_SITE)} accounts each and twenty months, all through \`ledger_post\`. Goal ≤ ${figure(CHECK_MS_MAX)} ms: ${p50 <= CHECK_MS_MAX ? 'met' : 'missed'}.`,
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

/** Entries of four lines through the ledger's own door, with every check on. */
async function fillBook(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ n: string }>('select count(*) as n from journal_lines')
  if (Number(rows[0]?.n) >= LINES) return
  for (let site = 0; site < SITES; site++) {
    const { siteId } = await makeSite()
    await owner.query(
      `insert into ledger_accounts (site_id, code, name, type, normal_side, is_postable)
       select $1, '6280' || lpad(g::text, 4, '0'), 'Cuenta ' || g, 'expense', 'D', true from generate_series(1, $2::int) g`,
      [siteId, ACCOUNTS_PER_SITE]
    )
    for (let from = 1; from <= ENTRIES_PER_SITE; from += CHUNK)
      await owner.query(FILL, [siteId, from, Math.min(from + CHUNK - 1, ENTRIES_PER_SITE)])
  }
  await owner.query('vacuum (analyze)')
}

const FILL = `
  with accounts as (select array_agg(id order by id) as ids from ledger_accounts where site_id = $1 and code like '6280%')
  select ledger_post(jsonb_build_object(
    'siteId', $1::bigint, 'postedOn', date '2025-01-01' + (g % 600), 'journal', 'diversos', 'kind', 'bench.fill',
    'idempotencyKey', 'fill:' || $1 || ':' || g, 'description', 'Asiento ' || g,
    'lines', jsonb_build_array(
      jsonb_build_object('accountId', ids[1 + g % 250], 'amountMinor', 1000 + g),
      jsonb_build_object('accountId', ids[1 + (g * 7) % 250], 'amountMinor', 210),
      jsonb_build_object('accountId', ids[1 + (g * 13) % 250], 'amountMinor', -1200),
      jsonb_build_object('accountId', ids[1 + (g * 31) % 250], 'amountMinor', -10 - g)
    ))) from accounts, generate_series($2::int, $3::int) g`
