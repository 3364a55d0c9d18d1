import { test } from '@japa/runner'
import fc from 'fast-check'
import { DomainError } from '#app/kernel/domain_error'
import { compilePattern, compilePlace } from '#app/kernel/pattern/safe_pattern'

test.group('Expressions people write', () => {
  test('they find what the engine of the language finds', ({ assert }) => {
    const atom = fc.constantFrom('a', 'b', '1', '.', '\\d', '[ab]', '[^a]', '(?:a|b1)', '(ab)', '^', '$', '')
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,}')
    const piece = fc
      .tuple(atom, repeat)
      .map(([of, times]) => (of === '' || of === '^' || of === '$' ? of : of + times))
    const pattern = fc
      .array(fc.oneof(piece, fc.constant('|')), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(''))
      .filter((text) => text !== '')
    const text = fc
      .array(fc.constantFrom('a', 'b', '1', ' '), { maxLength: 8 })
      .map((chars) => chars.join(''))
    fc.assert(
      fc.property(pattern, text, (source, line) => {
        assert.equal(
          compilePattern(source)(line),
          new RegExp(source, 'u').test(line),
          `${source} in "${line}"`
        )
        assert.equal(
          compilePlace(source)(line)?.[0] ?? -1,
          line.search(new RegExp(source, 'u')),
          `where ${source} begins in "${line}"`
        )
      }),
      { seed: 2026, numRuns: 2_000 }
    )
  })

  test('accents and capitals of an expression are those of the texts', ({ assert }) => {
    assert.isTrue(compilePattern('^COMISIÓN')('comision mantenimiento'))
    assert.isTrue(compilePattern('[a-c]uñiga')('buñiga'))
    assert.isFalse(compilePattern('^comision$')('comision mantenimiento'))
  })

  test('one expression serves many texts, and the place is the longest of the first', ({ assert }) => {
    const isIn = compilePattern('a[b-z]*$')
    assert.deepEqual(['xab', 'aba', 'bb', '', 'acc'].map(isIn), [true, true, false, false, true])
    assert.deepEqual(compilePlace('b+|bbc')('abbc bbbb'), [1, 4])
    assert.isNull(compilePlace('x')('abc'))
  })

  test('what makes other engines hang is answered at once', ({ assert }) => {
    const started = performance.now()
    for (const source of ['(a+)+$', '(a|a)*b', '(.*)*x', '(a{0,40}){40}b'])
      try {
        compilePattern(source)(`${'a'.repeat(2_000)}!`)
      } catch (error) {
        assert.instanceOf(error, DomainError)
      }
    assert.isBelow(performance.now() - started, 30_000)
  })

  test('what is not understood is refused in words, and nothing else is thrown', ({ assert }) => {
    for (const source of [
      '(',
      'a)',
      '[a',
      '*a',
      'a**',
      '\\1',
      '(?=a)',
      '(?<n>a)',
      'a{3,1}',
      'a{1000}',
      'a{',
      '\\',
      '[z-a]',
      '',
    ])
      assert.throws(() => compilePattern(source), /./, source)
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (source, line) => {
        try {
          compilePattern(source)(line)
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
        }
      }),
      { seed: 7, numRuns: 2_000 }
    )
  })
})
