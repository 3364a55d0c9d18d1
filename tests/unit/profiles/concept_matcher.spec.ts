import { test } from '@japa/runner'
import fc from 'fast-check'
import { ConceptMatcher } from '#app/profiles/matching/concept_matcher'
import { type Explanation, inOrder, isClear } from '#app/profiles/matching/explanation'
import {
  FIELDS,
  KINDS,
  type MatchInput,
  type MatchKeyword,
  type MatchProfile,
  MODES,
} from '#app/profiles/matching/matching_terms'
import { joined, normalText } from '#app/profiles/matching/normal_text'
import { bruteForce, isIn } from '#tests/unit/profiles/brute_force_matcher'

const keyword = (given: Partial<MatchKeyword> & { text: string }): MatchKeyword => ({
  id: 1,
  kind: 'include',
  mode: 'word',
  textNorm: joined(normalText(given.text)),
  weight: 50,
  field: null,
  ...given,
})

const profile = (given: Partial<MatchProfile> & { id: number }): MatchProfile => ({
  name: `Perfil ${given.id}`,
  providerId: null,
  siteIds: [],
  fields: ['concept', 'description'],
  priority: 100,
  minScore: 50,
  amountMinMinor: null,
  amountMaxMinor: null,
  keywords: [],
  ...given,
})

const line = (concept: string, rest: Partial<MatchInput> = {}): MatchInput => ({
  texts: { concept },
  providerId: null,
  siteId: null,
  amountMinor: null,
  habitProfileId: null,
  ...rest,
})

/** What the steps of an explanation lead to, from nothing but the explanation. */
function applySteps({ candidates }: Explanation) {
  const reached = candidates
    .filter(
      ({ vetoedBy, missing, ineligibleReason }) => !vetoedBy && missing.length === 0 && !ineligibleReason
    )
    .map((candidate) => {
      const points = [
        ...candidate.hits.map(({ weight, factor }) => weight * factor),
        ...candidate.bonuses.map((bonus) => bonus.points),
      ]
      return {
        ...candidate,
        score: Math.min(
          points.reduce((sum, one) => sum + one, 0),
          100_000
        ),
      }
    })
    .filter(({ score, minScore }) => score >= minScore)
    .sort(inOrder)
  const [first, second] = reached
  if (!first) return { decision: 'none', profileId: null }
  return isClear(first.score, second?.score ?? null)
    ? { decision: 'matched', profileId: first.profileId }
    : { decision: 'ambiguous', profileId: null }
}

const words = [
  'luz',
  'agua',
  'aguas',
  'aguacate',
  'electricidad',
  'eléctrico',
  'año',
  'ano',
  'hotel',
  'hoteles',
  'de',
  'la',
  '1.234,56',
  '1234',
  '28',
  'modem',
  'rnodem',
  'cuota',
  'cu0ta',
  'alquiler',
  'aIquiler',
  'mayo',
  'fibra',
  'fi-bra',
  'Ñandú',
  'ﬁbra',
]
const text = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', ', ', ' - ', '/', '.')), {
    maxLength: 8,
  })
  .map((parts) => parts.flat().join(''))
const keywords = fc
  .record({
    kind: fc.constantFrom('include' as const, 'include' as const, 'include' as const, ...KINDS),
    mode: fc.constantFrom(...MODES),
    parts: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
    weight: fc.integer({ min: 1, max: 100 }),
    field: fc.option(fc.constantFrom(...FIELDS)),
  })
  .map(({ kind, mode, parts, weight, field }) => {
    const isSingle = mode === 'word' || mode === 'fuzzy' || mode === 'prefix'
    const written =
      mode === 'regex'
        ? `\\b`.slice(2) +
          joined(normalText(parts[0] ?? ''))
            .slice(0, 4)
            .replaceAll('.', '\\.')
        : parts.slice(0, isSingle ? 1 : 3).join(' ')
    const norm = mode === 'regex' ? written : joined(normalText(written))
    return keyword({
      kind,
      mode,
      text: written,
      textNorm: mode === 'prefix' ? norm.slice(0, 4) : norm,
      weight,
      field,
    })
  })
  .filter(({ mode, textNorm }) => mode !== 'fuzzy' || textNorm.length >= 5)
const book = fc
  .array(
    fc.record({
      providerId: fc.constantFrom(null, null, 1, 2),
      siteIds: fc.constantFrom([], [], [7], [7, 8]),
      fields: fc.subarray([...FIELDS], { minLength: 1 }),
      priority: fc.constantFrom(100, 100, 200),
      minScore: fc.integer({ min: 1, max: 120 }),
      amountMinMinor: fc.constantFrom(null, null, 0, 500),
      amountMaxMinor: fc.constantFrom(null, null, 800),
      keywords: fc.array(keywords, { maxLength: 6 }),
    }),
    { maxLength: 8 }
  )
  .map((profiles) => profiles.map((given, index) => profile({ id: index + 1, ...given })))
const input = fc.record({
  texts: fc.record({
    concept: text,
    description: text,
    invoice_number: text,
    provider_name: text,
    full_text: text,
  }),
  providerId: fc.constantFrom(null, 1, 2, 3),
  siteId: fc.constantFrom(null, 7, 9),
  amountMinor: fc.constantFrom(null, -600, 100, 900),
  habitProfileId: fc.constantFrom(null, 1, 2),
})

test.group('Concept matcher, against the rules said one by one', () => {
  test('any profiles and any text: the decision is that of the brute force', ({ assert }) => {
    fc.assert(
      fc.property(book, input, (profiles, given) => {
        // A habit of another supplier's profile is none.
        const { decision, profileId } = new ConceptMatcher(profiles).match(given)
        assert.deepEqual({ decision, profileId }, bruteForce(profiles, given))
      }),
      { seed: 2026, numRuns: 3_000 }
    )
  })

  test('any profiles and any text: applying the steps of the explanation gives the result', ({ assert }) => {
    fc.assert(
      fc.property(book, input, (profiles, given) => {
        const matcher = new ConceptMatcher(profiles)
        const explained = matcher.explain(given)
        const { decision, profileId } = matcher.match(given)

        assert.deepEqual(applySteps(explained), { decision, profileId })
        assert.deepEqual(
          { decision: explained.decision, profileId: explained.profileId },
          { decision, profileId }
        )
        for (const { profileId: id, hits, score, bonuses, eligible } of explained.candidates) {
          assert.equal(
            score,
            Math.min(
              100_000,
              [...hits, ...bonuses].reduce((sum, one) => sum + one.points, 0)
            )
          )
          const own = profiles.find((one) => one.id === id)
          for (const { keyword: said, mode, field, span, kind } of hits) {
            const seen = explained.fields[field]?.text ?? ''
            const known = own?.keywords.find(
              (one) => one.text === said && one.mode === mode && one.kind === kind
            )
            assert.isDefined(known)
            if (known && mode !== 'regex')
              assert.isTrue(isIn(known, seen.slice(...span)), `${said} in ${seen}`)
          }
          assert.equal(
            eligible,
            explained.candidates.find((one) => one.profileId === id)?.ineligibleReason === null
          )
        }
      }),
      { seed: 7, numRuns: 2_000 }
    )
  })

  test('one matcher serves many texts without remembering any', ({ assert }) => {
    fc.assert(
      fc.property(book, fc.array(input, { maxLength: 5 }), (profiles, many) => {
        const matcher = new ConceptMatcher(profiles)
        assert.deepEqual(
          many.map((given) => matcher.match(given)),
          many.map((given) => new ConceptMatcher(profiles).match(given))
        )
      }),
      { seed: 11, numRuns: 500 }
    )
  })
})

test.group('Concept matcher, rule by rule', () => {
  const decide = (profiles: MatchProfile[], given: MatchInput) => new ConceptMatcher(profiles).explain(given)

  test('a word is a whole word: «agua» is not in «aguacate», «hoteles» is «hotel», «año» is not «ano»', ({
    assert,
  }) => {
    const found = (word: string, concept: string) =>
      decide([profile({ id: 1, keywords: [keyword({ text: word })] })], line(concept)).decision
    assert.equal(found('agua', 'Consumo de AGUA, mayo'), 'matched')
    assert.equal(found('agua', 'Aguacate'), 'none')
    assert.equal(found('hotel', 'Hoteles'), 'matched')
    assert.equal(found('ano', 'Cuota del año'), 'none')
    assert.equal(found('electricidad', 'ELECTRÍCIDAD'), 'matched')
  })

  test('slips of a scanner are forgiven by length, for 70 % of the weight', ({ assert }) => {
    const fuzzy = profile({
      id: 1,
      minScore: 1,
      keywords: [keyword({ text: 'electricidad', mode: 'fuzzy', weight: 100 })],
    })
    assert.equal(decide([fuzzy], line('e1ectricldad mayo')).candidates[0]?.score, 7_000)
    assert.equal(decide([fuzzy], line('elctrcidad')).decision, 'matched')
    assert.equal(decide([fuzzy], line('elctrcida')).decision, 'none')
    const short = profile({ id: 1, minScore: 1, keywords: [keyword({ text: 'fibra', mode: 'fuzzy' })] })
    assert.equal(decide([short], line('firba')).decision, 'matched')
    assert.equal(decide([short], line('fibr optica')).decision, 'matched')
    assert.equal(decide([short], line('firbo')).decision, 'none')
  })

  test('one exclusion vetoes, a missing requirement too, and both are named', ({ assert }) => {
    const one = profile({
      id: 1,
      keywords: [
        keyword({ text: 'agua' }),
        keyword({ text: 'consumo', kind: 'require' }),
        keyword({ text: 'embotellada', kind: 'exclude' }),
      ],
    })
    assert.equal(decide([one], line('consumo agua')).decision, 'matched')
    assert.deepInclude(decide([one], line('agua')).candidates[0], { eligible: false, missing: ['consumo'] })
    assert.deepInclude(decide([one], line('consumo agua embotellada')).candidates[0], {
      eligible: false,
      vetoedBy: 'embotellada',
    })
  })

  test('less than a tenth above the second, a person chooses', ({ assert }) => {
    const a = (weight: number) => profile({ id: weight, keywords: [keyword({ text: 'fibra', weight })] })
    assert.equal(decide([a(55), a(50)], line('fibra')).decision, 'matched')
    assert.equal(decide([a(54), a(50)], line('fibra')).decision, 'ambiguous')
  })

  test('the profile of the supplier comes first, with 20 points; habit adds 10', ({ assert }) => {
    const own = profile({ id: 1, providerId: 4, keywords: [keyword({ text: 'fibra', weight: 40 })] })
    const all = profile({ id: 2, keywords: [keyword({ text: 'fibra', weight: 50 })] })
    const { candidates, decision, profileId } = decide(
      [all, own],
      line('fibra', { providerId: 4, habitProfileId: 1 })
    )
    assert.deepEqual(
      candidates.map((one) => [one.profileId, one.score]),
      [
        [1, 7_000],
        [2, 5_000],
      ]
    )
    assert.deepEqual([decision, profileId], ['matched', 1])
    assert.deepEqual(decide([all, own], line('fibra', { providerId: 5 })).profileId, 2)
  })

  test('the best field counts, once', ({ assert }) => {
    const one = profile({ id: 1, minScore: 1, keywords: [keyword({ text: 'fibra', weight: 50 })] })
    const score = (texts: MatchInput['texts']) => decide([one], line('', { texts })).candidates[0]?.score
    assert.equal(score({ concept: 'fibra fibra', description: 'fibra' }), 5_000)
    assert.equal(score({ concept: 'cuota', description: 'fibra' }), 4_500)
  })

  test('amounts are one word whatever their separators', ({ assert }) => {
    for (const [written, kept] of [
      ['1.234,56', '1234.56'],
      ['1,234.56', '1234.56'],
      ['1.234', '1234'],
      ['12,5 €', '12.5'],
      ['1.234.567', '1234567'],
    ])
      assert.equal(joined(normalText(written ?? '')), kept)
  })

  test('the quick way of plain texts is the other way', ({ assert }) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ9 .,-/es0'), maxLength: 14 }), (plain) => {
        const folded = normalText(`${plain} ñ`)
        assert.deepEqual(normalText(plain).raws, folded.raws.slice(0, -1))
        assert.deepEqual(normalText(plain).from, folded.from.slice(0, -1))
      }),
      { seed: 3, numRuns: 3_000 }
    )
  })
})
