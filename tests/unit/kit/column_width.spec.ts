import { test } from '@japa/runner'
import fc from 'fast-check'
import { askedWidth, shareWidth } from '../../../inertia/kit/table/column_width.js'

const name = (longest: number) => askedWidth({ key: 'name', kind: 'name' }, longest)
const text = (longest: number, key = 'text') => askedWidth({ key, kind: 'text' }, longest)
const column = fc.record({ isName: fc.boolean(), longest: fc.integer({ min: 0, max: 900 }) })
const asked = fc
  .array(column, { minLength: 1, maxLength: 5 })
  .map((all) =>
    all.map(({ isName, longest }, at) =>
      askedWidth({ key: `c${at}`, kind: isName ? 'name' : 'text' }, longest)
    )
  )

test.group('The width of the columns that yield', () => {
  test('where there is room every text is whole and the name has the rest', ({ assert }) => {
    assert.deepEqual(shareWidth([name(300), text(150)], 800), { name: 650, text: 150 })
  })

  test('what is longer than is asked for is whole where there is room, before the name has more', ({
    assert,
  }) => {
    const short = askedWidth({ key: 'category', kind: 'text', width: 150 }, 190)
    assert.deepEqual(shareWidth([name(300), short], 800), { name: 610, category: 190 })
    assert.deepEqual(shareWidth([name(300), short], 470), { name: 300, category: 170 })
  })

  test('a text gives way to its least before a name loses a letter', ({ assert }) => {
    assert.deepEqual(shareWidth([name(300), text(200)], 440), { name: 300, text: 140 })
  })

  test('a name is cut last, and never below its least', ({ assert }) => {
    assert.deepEqual(shareWidth([name(400), text(200)], 330), { name: 234, text: 96 })
    assert.deepEqual(shareWidth([name(400), text(200)], 100), { name: 220, text: 96 })
  })

  test('without a name the texts share what is left', ({ assert }) => {
    assert.deepEqual(shareWidth([text(100, 'a'), text(100, 'b')], 300), { a: 150, b: 150 })
  })

  test('they fill what is free and no more, unless not even the least fits', ({ assert }) => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 0, max: 3000 }), (columns, free) => {
        const given = Object.values(shareWidth(columns, free)).reduce((all, one) => all + one, 0)
        const least = columns.reduce((all, { min }) => all + min, 0)
        assert.isAtMost(given, Math.max(free, least))
        assert.isAtLeast(given, Math.max(free, least) - columns.length)
      })
    )
  })

  test('nobody gets less than the least', ({ assert }) => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 0, max: 3000 }), (columns, free) => {
        const shared = shareWidth(columns, free)
        for (const { key, min } of columns) assert.isAtLeast((shared[key] ?? 0) + 1, min)
      })
    )
  })
})
