import { test } from '@japa/runner'
import fc from 'fast-check'
import { DomainError } from '#app/kernel/domain_error'
import { type RuleConditions, testOf } from '#app/reconciliation/rules/bank_rule'
import { compilePattern } from '#app/reconciliation/rules/safe_pattern'

const anything: RuleConditions = {
  text: null,
  pattern: null,
  sign: null,
  minMinor: null,
  maxMinor: null,
  iban: null,
}

test.group('Expressions of bank rules', () => {
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
      }),
      { seed: 2026, numRuns: 2_000 }
    )
  })

  test('accents and capitals of an expression are those of the texts', ({ assert }) => {
    assert.isTrue(compilePattern('^COMISIÓN')('comision mantenimiento'))
    assert.isTrue(compilePattern('[a-c]uñiga')('buñiga'))
    assert.isFalse(compilePattern('^comision$')('comision mantenimiento'))
  })

  test('what makes other engines hang is answered at once', ({ assert }) => {
    const started = performance.now()
    for (const source of ['(a+)+$', '(a|a)*b', '(.*)*x', '(a{0,40}){40}b'])
      try {
        compilePattern(source)(`${'a'.repeat(2_000)}!`)
      } catch (error) {
        assert.instanceOf(error, DomainError)
      }
    assert.isBelow(performance.now() - started, 3_000)
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

test.group('Conditions of bank rules', () => {
  const line = { normText: 'comision mantenimiento cuenta', amountMinor: -1_250, counterpartyIban: null }

  test('all of them must hold', ({ assert }) => {
    const holds = (conditions: Partial<RuleConditions>) => testOf({ ...anything, ...conditions })(line)

    assert.isTrue(holds({ text: 'Comisión', sign: 'out', minMinor: 1_000, maxMinor: 1_250 }))
    assert.isFalse(holds({ text: 'Comisión', sign: 'in' }))
    assert.isFalse(holds({ text: 'Comisión', minMinor: 1_251 }))
    assert.isFalse(holds({ text: 'Comisión', maxMinor: 1_249 }))
    assert.isFalse(holds({ iban: 'ES9121000418450200051332' }))
    assert.isFalse(holds({ pattern: '^mantenimiento' }))
  })
})
