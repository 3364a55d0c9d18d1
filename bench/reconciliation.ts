import type pg from 'pg'
import { rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { csvStatement, importBytes } from '#tests/factories/statements'
import type { Installation } from './installation.js'
import { machineText, percentiles, seededRandom, timed } from './measure.js'
import { type Books, makeOpenItems } from './reconciliation_books.js'
import { measureDesk } from './reconciliation_desk.js'
import { type KnownLine, makeLines, type Story } from './reconciliation_lines.js'
import { figure, type Section } from './report.js'

const ITEMS = 50_000
const LINES = 10_000
const IN_TRANSIT = 3_000
const ACCOUNTS = 5
const WAITING = 100_000
const MATCH_SECONDS_MAX = 10
const PAGE_MS_MAX = 100

type Looked = { id: number; status: string; items: number[]; suggested: number[] | null }

/** Finds matches for 10,000 movements among 50,000 open items against what is known, and works among 100,000 that wait. */
export async function measureReconciliation({ values, connectOwner }: Installation): Promise<Section> {
  const random = seededRandom(2026)
  const draw = (below: number) => Math.floor(random() * below)
  const owner = await connectOwner()
  const books = await makeOpenItems(owner, { items: ITEMS, inTransit: IN_TRANSIT, accounts: ACCOUNTS, draw })
  const lines = makeLines(books.debts, LINES, draw)
  const imported = await timed(() => importBytes(books.accounts[0] ?? 0, csvStatement(lines)))
  const waiting = await importWaiting(books, draw)
  await owner.query('analyze')
  const matching = await measureMatching(owner, books, lines)
  const [, worked = 0] = books.accounts
  // As the job does after every import; what is certain waits for the person here.
  await owner.query(`update sites set auto_reconcile = false where id = $1`, [books.siteId])
  await suggestMatches(worked)
  const desk = await measureDesk(values, worked)
  const violations = (await checkInvariants()).reduce((sum, found) => sum + found.violations, 0)
  await owner.end()
  return report({ matching, desk, violations, importMs: imported.ms, waiting, lines })
}

/** Movements of the other accounts, most of them of nothing in the books, one in three of an open item. */
async function importWaiting(
  { accounts, debts }: Books,
  draw: (below: number) => number
): Promise<{ lines: number; ms: number }> {
  const others = accounts.slice(1)
  const each = Math.ceil(WAITING / others.length)
  let ms = 0
  for (const accountId of others) {
    const lines = makeLines(debts, each / 3, draw)
    const noise = Array.from({ length: each - lines.length }, (_, n) => ({
      on: lines[n % lines.length]?.on ?? '',
      cents: -(7 + draw(100_000) * 11),
      text: `CARGO TARJETA ${draw(9_999_999)} COMERCIO ${n}`,
    }))
    ms += (await timed(() => importBytes(accountId, csvStatement([...lines, ...noise])))).ms
  }
  return { lines: each * others.length, ms }
}

/** First everything looked at with nothing accepted, then once more with what is certain accepted and booked. */
async function measureMatching(owner: pg.Client, { siteId, accounts }: Books, lines: KnownLine[]) {
  const accountId = accounts[0] ?? 0
  await owner.query(`update sites set auto_reconcile = false where id = $1`, [siteId])
  const looked = await timed(() => suggestMatches(accountId))
  process.stderr.write(`looked: ${JSON.stringify(looked)} (${machineText()})\n`)
  const suggested = await listLooked(accountId)
  await owner.query(`update sites set auto_reconcile = true where id = $1`, [siteId])
  const accepted = await timed(() => suggestMatches(accountId))
  process.stderr.write(`accepted: ${JSON.stringify(accepted)}\n`)
  return {
    lookedMs: looked.ms,
    acceptedMs: accepted.ms,
    accepted: accepted.value.matched,
    stories: judge(lines, suggested, await listLooked(accountId)),
  }
}

/** What each movement settles now, by the lines of the books that it closed, and what was suggested first. */
function listLooked(accountId: number): Promise<Looked[]> {
  return rows<Looked>(
    `select l.id, l.status, (select jsonb_agg(i -> 'journalLineId') from jsonb_array_elements(l.suggestion -> 0 -> 'items') i) as suggested,
            coalesce((select array_agg(coalesce(other.journal_line_id, transit.id)) from statement_matches m join journal_lines bank on bank.id = m.journal_line_id
               left join journal_lines item on item.entry_id = bank.entry_id and item.id <> bank.id
               left join reconciliation_lines mine on mine.journal_line_id = item.id
               left join reconciliation_lines other on other.reconciliation_id = mine.reconciliation_id and other.journal_line_id <> item.id
               left join journal_lines transit on transit.id = other.journal_line_id
              where m.bank_statement_line_id = l.id), '{}') as items
       from bank_statement_lines l where l.bank_account_id = :accountId order by l.booked_on, l.id`,
    { accountId }
  )
}

type Judged = {
  story: Story
  lines: number
  known: number
  automatic: number
  wrong: number
  firstRight: number
  firstWrong: number
}

function judge(lines: KnownLine[], suggested: Looked[], final: Looked[]): Judged[] {
  const same = (a: readonly (number | string)[], b: readonly number[]) =>
    a.length === b.length && new Set([...a.map(Number), ...b]).size === b.length
  const stories = new Map<Story, Judged>()
  for (const [at, line] of lines.entries()) {
    const judged = stories.get(line.story) ?? {
      story: line.story,
      lines: 0,
      known: 0,
      automatic: 0,
      wrong: 0,
      firstRight: 0,
      firstWrong: 0,
    }
    stories.set(line.story, judged)
    judged.lines++
    if (line.truth.length > 0) judged.known++
    const first = suggested[at]?.suggested
    if (first) same(first, line.truth) ? judged.firstRight++ : judged.firstWrong++
    const end = final[at]
    if (end?.status === 'matched' || end?.status === 'partially_matched') {
      judged.automatic++
      if (end.status !== 'matched' || !same(end.items, line.truth)) judged.wrong++
    }
  }
  return [...stories.values()]
}

type Measured = {
  matching: Awaited<ReturnType<typeof measureMatching>>
  desk: Awaited<ReturnType<typeof measureDesk>>
  violations: number
  importMs: number
  waiting: { lines: number; ms: number }
  lines: KnownLine[]
}

function report({ matching, desk, violations, importMs, waiting }: Measured): Section {
  const all = matching.stories
  const sum = (of: keyof Omit<Judged, 'story'>) => all.reduce((total, story) => total + story[of], 0)
  const seconds = matching.lookedMs / 1000
  const each = (matching.acceptedMs - matching.lookedMs) / Math.max(1, matching.accepted)
  return {
    name: 'reconciliation',
    title: `Reconciliation: ${figure(LINES)} movements against ${figure(ITEMS)} open items`,
    notes: [
      `One company, ${figure(ITEMS)} booked invoices of 2,000 suppliers with verified accounts, ${figure(IN_TRANSIT)} of them with a payment on its way; names share their words, amounts meet again with other suppliers, one invoice in ten repeats supplier and amount. The movements are made from known stories with a fixed seed, so that every decision is compared with what is true.`,
      `**Looking at all of them** (candidates, scores, suggestions written): ${figure(seconds)} s, ${figure(LINES / seconds)} movements/s; goal ${MATCH_SECONDS_MAX} s ${seconds <= MATCH_SECONDS_MAX ? 'met' : 'missed'}. Accepting what is certain by itself books each one in a transaction of its own (locks, order or invoice, entry, lettering, audit): ${figure(matching.accepted)} accepted, about ${figure(each)} ms each; both together took ${figure(matching.acceptedMs / 1000)} s.`,
      `**Decided without anybody**: ${figure(sum('automatic'))} movements, ${sum('wrong')} of them wrong: precision ${percent(sum('automatic') - sum('wrong'), sum('automatic'))}, recall ${percent(sum('automatic') - sum('wrong'), sum('known'))} of the ${figure(sum('known'))} that settle something. First suggestion (from 60 points on): right ${figure(sum('firstRight'))}, wrong ${figure(sum('firstWrong'))}; recall ${percent(sum('firstRight'), sum('known'))}. A wrong decision here is a defect; a wrong suggestion waits for a person. ${violations} violated invariants at the end.`,
      `Reading and storing the ${figure(LINES)} movements from CSV: ${figure(importMs)} ms; ${figure(waiting.lines)} more: ${figure(waiting.ms)} ms.`,
    ],
    tables: [
      {
        caption: `At the desk, with ${figure(waiting.lines)} movements waiting in ${ACCOUNTS - 1} accounts: milliseconds of a request over HTTP`,
        columns: ['request', 'times', 'p50', 'p95', 'p99', 'goal p95'],
        rows: desk.map(({ title, samples }) => {
          const { p50, p95, p99 } = percentiles(samples)
          return [
            title,
            samples.length,
            figure(p50),
            figure(p95),
            figure(p99),
            p95 <= PAGE_MS_MAX ? 'met' : `missed (${PAGE_MS_MAX})`,
          ]
        }),
      },
      {
        caption: 'By story',
        columns: [
          'what the bank tells',
          'movements',
          'settle something',
          'decided alone',
          'wrongly',
          'first suggestion right',
          'wrong',
        ],
        rows: all.map(({ story, lines, known, automatic, wrong, firstRight, firstWrong }) => [
          story,
          lines,
          known,
          automatic,
          wrong,
          firstRight,
          firstWrong,
        ]),
      },
    ],
  }
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '—' : `${((100 * part) / whole).toFixed(1)} %`
