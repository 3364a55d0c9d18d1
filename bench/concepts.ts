import { execute } from '#app/kernel/database/sql'
import { ConceptMatcher } from '#app/profiles/matching/concept_matcher'
import type { MatchInput, MatchProfile } from '#app/profiles/matching/matching_terms'
import {
  automatonMatcher,
  expressionMatcher,
  includesMatcher,
  type PlainMatcher,
  windowMatcher,
} from './baselines/plain_matchers.js'
import { conceptBook } from './concept_data.js'
import type { Installation } from './installation.js'
import { measureLoad, medianMs, memoryMiB, timed } from './measure.js'
import { figure, type Section, type Table } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const PROFILES = 5_000
const CONCEPTS = 100_000
const SAMPLE = 100
const STORED_PROFILES = 2_000

const asked = (concept: string): MatchInput => ({
  texts: { concept },
  providerId: null,
  siteId: null,
  amountMinor: null,
  habitProfileId: null,
})

/** A hundred thousand concepts against a quarter of a million keywords, and the tester over HTTP. */
export async function measureConcepts({ values }: Installation): Promise<Section> {
  const { profiles, patterns, concepts } = conceptBook(PROFILES, CONCEPTS)
  const engines = await measureEngines(profiles, [...new Set(patterns)], concepts)
  return {
    name: 'concepts',
    title: 'Concepts against keywords',
    notes: [
      `${CONCEPTS.toLocaleString('en-US')} bank concepts of ${Math.round(concepts.reduce((sum, { length }) => sum + length, 0) / CONCEPTS)} characters against ${PROFILES.toLocaleString('en-US')} profiles of 50 keywords (30 % of two words). Ours decides: eligibility, score, order, ambiguity; the others only count which keywords are there. The first two were given ${SAMPLE} concepts and multiplied.`,
    ],
    tables: [engines, await measureTester(values, profiles.slice(0, STORED_PROFILES), concepts)],
  }
}

async function measureEngines(
  profiles: MatchProfile[],
  keywords: string[],
  concepts: string[]
): Promise<Table> {
  const before = memoryMiB(process.pid, 'VmRSS')
  const { ms: buildMs, value: matcher } = await timed(() => new ConceptMatcher(profiles))
  const ours = await medianMs(5, () => concepts.map((concept) => matcher.match(asked(concept)).profileId))
  const explained = await medianMs(3, () =>
    concepts.slice(0, 10_000).map((concept) => matcher.explain(asked(concept)))
  )
  const memory = memoryMiB(process.pid, 'VmRSS') - before
  const rows: Table['rows'] = [
    ['Profiles decided', figure(buildMs), figure(ours), figure(memory)],
    ['Profiles decided and explained', '', figure(explained * 10), ''],
  ]
  const plain: [string, (words: string[]) => PlainMatcher, number][] = [
    ['includes() over every keyword', includesMatcher, SAMPLE],
    ['One expression for 50 keywords', (words) => expressionMatcher(words, 50), SAMPLE],
    ['Map of windows of words', windowMatcher, CONCEPTS],
    ['Aho-Corasick over letters', automatonMatcher, CONCEPTS],
  ]
  for (const [name, build, sample] of plain) {
    const made = await timed(() => build(keywords))
    const ms = await medianMs(sample === SAMPLE ? 1 : 3, () => concepts.slice(0, sample).map(made.value))
    rows.push([name, figure(made.ms), figure((ms / sample) * CONCEPTS), ''])
  }
  return {
    caption: `${CONCEPTS.toLocaleString('en-US')} concepts`,
    columns: ['', 'build, ms', 'all concepts, ms', 'memory, MiB'],
    rows,
  }
}

async function measureTester(
  values: Record<string, string>,
  profiles: MatchProfile[],
  concepts: string[]
): Promise<Table> {
  await storeProfiles(profiles)
  const { server, origin } = await startServer(values)
  const browser = await SignedInBrowser.open(origin)
  try {
    const form = {
      name: 'Perfil a prueba',
      priority: 100,
      min_score: 50,
      match_fields: ['concept', 'description'],
      requires_approval: true,
      auto_book: false,
      active: true,
      keywords: (profiles[0]?.keywords ?? []).map(({ kind, mode, text, weight, field }) => ({
        kind,
        mode,
        text,
        weight,
        field,
      })),
    }
    const first = await browser.question('/providers/profiles/live-test', {
      text: concepts[0],
      profile: form,
    })
    const ask = (path: string, more: object) =>
      measureLoad({
        workers: 1,
        seconds: 6,
        work: (_, turn) => browser.question(path, { text: concepts[turn % concepts.length], ...more }),
      })
    const live = await ask('/providers/profiles/live-test', { profile: form })
    const saved = await ask('/providers/profiles/test', {})
    const row = (name: string, load: typeof live) => [
      name,
      figure(load.p50),
      figure(load.p95),
      figure(load.p99),
      load.failed,
    ]
    return {
      caption: `Testers over HTTP, ${STORED_PROFILES.toLocaleString('en-US')} stored profiles of 50 keywords; the first answer, which compiles them, took ${figure(first.ms)} ms`,
      columns: ['', 'p50, ms', 'p95, ms', 'p99, ms', 'failed'],
      rows: [row('Live tester with an unsaved form of 50 keywords', live), row('Concept tester', saved)],
    }
  } finally {
    browser.close()
    server.kill('SIGTERM')
  }
}

async function storeProfiles(profiles: readonly MatchProfile[]): Promise<void> {
  await execute(
    `with made as (insert into expense_profiles (name, category_id, min_score)
        select 'Medida ' || n, (select min(id) from categories), 50 from generate_series(1, :count::int) n returning id, name)
     insert into profile_keywords (profile_id, kind, mode, text, text_norm, weight)
     select m.id, 'include', k.mode, k.text, k.text, 50 from made m
       join jsonb_to_recordset(:keywords::jsonb) as k(place int, mode text, text text) on m.name = 'Medida ' || k.place`,
    {
      count: profiles.length,
      keywords: JSON.stringify(
        profiles.flatMap(({ keywords }, index) =>
          keywords.map(({ mode, text }) => ({ place: index + 1, mode, text }))
        )
      ),
    }
  )
}
