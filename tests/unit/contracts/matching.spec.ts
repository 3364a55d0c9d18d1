import { test } from '@japa/runner'
import fc from 'fast-check'
import { type Candidate, matchLine, prepareCandidates } from '#app/contracts/matching/match_line'
import { hasPhrase, wordsOf } from '#app/contracts/matching/phrases'

const candidate = (more: Partial<Candidate>): Candidate => ({
  contractId: 1,
  itemId: 1,
  code: 'LAV-90',
  description: 'Lavado de sábana de 90',
  keywords: [],
  minQty: null,
  maxQty: null,
  unitPriceMinor4: 4_500,
  tiers: [],
  expectedAmountMinor: null,
  tolerancePercent: 0,
  ...more,
})

const line = (concept: string, baseMinor = 1_000, quantity = '1.0000') => ({
  concept,
  baseMinor,
  quantity,
  currency: 'EUR' as const,
})

const match = (concept: string, items: Candidate[], baseMinor?: number, quantity?: string) =>
  matchLine(line(concept, baseMinor, quantity), prepareCandidates(items))

test.group('Lines against agreed prices', () => {
  test('words lose accents and plural, keep their ñ, and a phrase is whole words in their order', ({
    assert,
  }) => {
    assert.deepEqual(wordsOf('Sábanas, LAVADAS (año 2026)'), ['sabana', 'lavada', 'año', '2026'])
    assert.isTrue(hasPhrase(wordsOf('Lavado de sábanas blancas'), wordsOf('sábana blanca')))
    assert.isFalse(hasPhrase(wordsOf('Ensabanado blanco'), wordsOf('sábana')))
    assert.isFalse(hasPhrase(wordsOf('blancas sábanas'), wordsOf('sábanas blancas')))
    assert.isFalse(hasPhrase(wordsOf('alquiler de la nave'), wordsOf('de la')))
    assert.isFalse(hasPhrase(wordsOf('cualquier texto'), []))
  })

  test('its code, its description or a keyword links it', ({ assert }) => {
    const items = [candidate({ keywords: ['ropa de cama'] })]
    assert.equal(match('Art. LAV-90 servicio semanal', items)?.outcome, 'linked')
    assert.equal(match('Lavado de sábanas de 90 hotel Gran Avenida', items)?.outcome, 'linked')
    assert.equal(match('Limpieza ropa de cama planta 2', items)?.outcome, 'linked')
    assert.isNull(match('Suministro eléctrico', items))
  })

  test('likeness and amount alone only suggest', ({ assert }) => {
    const items = [candidate({ unitPriceMinor4: 12_500 })]
    const found = match('Lavado sábana 90 blanca', items, 2_500, '20.0000')
    assert.equal(found?.outcome, 'suggested')
    assert.includeMembers(found?.hits.map(({ rule }) => rule) ?? [], ['likeness', 'amount'])
    assert.isBelow(found?.score ?? 100, 60)
    assert.isAtLeast(found?.score ?? 0, 40)
  })

  test('between two that are nearly as good a person chooses', ({ assert }) => {
    const twins = [
      candidate({ keywords: ['lavado'] }),
      candidate({ itemId: 2, code: 'LAV-91', description: 'Lavado de sábana de 91', keywords: ['lavado'] }),
    ]
    assert.equal(match('Lavado', twins)?.outcome, 'suggested')
    const clear = match('Lavado de sábana de 91', twins)
    assert.equal(clear?.itemId, 2)
    assert.equal(clear?.outcome, 'linked')
  })

  test('a quantity outside the agreed ones fits no item', ({ assert }) => {
    const items = [candidate({ minQty: '10.0000', maxQty: '20.0000' })]
    assert.isNull(match('LAV-90', items, 100, '9.9999'))
    assert.equal(match('LAV-90', items, 100, '10.0000')?.outcome, 'linked')
    assert.isNull(match('LAV-90', items, 100, '20.0001'))
  })

  test('the order of the items never changes the item that is linked, and the points of the hits are the score', ({
    assert,
  }) => {
    const words = fc.constantFrom(
      'lavado',
      'sábana',
      'toalla',
      'alquiler',
      'nave',
      'mantenimiento',
      'LAV',
      '90'
    )
    const text = fc.array(words, { minLength: 1, maxLength: 4 }).map((some) => some.join(' '))
    const items = fc
      .uniqueArray(text, { minLength: 1, maxLength: 5 })
      .map((texts) =>
        texts.map((description, index) => candidate({ itemId: index + 1, code: `C-${index}`, description }))
      )
    fc.assert(
      fc.property(items, text, (some, concept) => {
        const there = match(concept, some)
        const back = match(concept, some.toReversed())
        assert.equal(there?.score, back?.score)
        assert.equal(there?.outcome, back?.outcome)
        if (there?.outcome === 'linked') assert.equal(there.itemId, back?.itemId)
        if (there)
          assert.equal(
            there.score,
            there.hits.reduce((sum, { points }) => sum + points, 0)
          )
      })
    )
  })
})
