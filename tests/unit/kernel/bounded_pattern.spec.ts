import { test } from '@japa/runner'
import fc from 'fast-check'
import { DomainError } from '#app/kernel/domain_error'
import { findPlace, PatternStates, Reach } from '#app/kernel/pattern/pattern_states'
import { compilePattern, programOf, SIZE_MAX } from '#app/kernel/pattern/safe_pattern'

/** More of them by hand: PATTERNS=100000 npm test -- unit --files=bounded_pattern */
const PATTERNS = Number(process.env.PATTERNS ?? 3_000)
const SEED = Number(process.env.PATTERN_SEED ?? 2026)

const EMPTY = ['', '()', '(|)', '(?:)', '(()|)', '((){0})', '(^)', '($)', '(^|$|)']
const TAKES = ['a', 'b', '.', '\\w', '[ab]', '[^a]', 'ñ']
const TIMES = ['', '*', '+', '?', '{0}', '{50}', '{0,50}', '{7,}', '{2,9}', '*?']

/** Groups in groups with repetitions of repetitions: what makes a compiler or a search explode. */
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 9, depthSize: 'large', withCrossShrink: true },
    fc.constantFrom(...EMPTY, ...TAKES, '^', '$'),
    fc.tuple(tie('pattern'), fc.constantFrom(...TIMES)).map(([of, times]) => `(${of})${times}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
    fc.tuple(tie('pattern'), fc.constantFrom(...TIMES)).map(([of, times]) => `(?:${of}|)${times}`)
  ),
}))
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', 'ñ'), maxLength: 60 })

test.group('Expressions that would keep the machine busy', () => {
  test('groups of nothing, however nested and repeated, are answered or refused', ({ assert }) => {
    for (const source of [
      '()*',
      '(|)*',
      '(()*)*',
      '((|)*|(|)+)*',
      '(){50}',
      nested('', '{50}', 2),
      nested('', '{50}', 19),
      nested('|', '{50}', 19),
      nested('^', '{50}', 19),
      nested('a', '{50}', 19),
      nested('a{50}', '{0,50}', 18),
      nested('a?', '*', 19),
      nested('a', '{50}', 60),
    ]) {
      const answer = answerOf(source, 'aaaa b')
      assert.match(answer, /^(true|false|E_PATTERN)$/, source)
    }
    assert.isTrue(compilePattern('()*')('x'))
    assert.isTrue(compilePattern('(|)*x')('abcx'))
  })

  test('one that is too long by its repetitions is refused in words at its field', ({ assert }) => {
    for (const source of ['((){50}){50}', '((a{50}){50}){50}', '(.{0,50}){40}']) {
      const error = thrownBy(() => compilePattern(source))
      assert.instanceOf(error, DomainError)
      assert.equal((error as DomainError).field, 'pattern')
      assert.match((error as DomainError).message, /demasiado larga/)
    }
  })

  test(`the work for a text grows with its length, whatever the expression (${PATTERNS} of them)`, ({
    assert,
  }) => {
    let compiled = 0
    fc.assert(
      fc.property(pattern, text, (source, line) => {
        const program = thrownBy(() => programOf(source))
        if (program instanceof Error) {
          if (!(program instanceof DomainError)) throw program
          return
        }
        if (!Array.isArray(program)) throw new Error('No program')
        compiled++
        assert.isAtMost(program.length, SIZE_MAX + 1)
        // Every instruction is followed at most once a character, once before the first and once behind the last.
        const workMax = program.length * (line.length + 2)
        const states = new PatternStates(program)
        const found = states.isIn(line)
        assert.isAtMost(states.followed, workMax, `${source} in "${line}"`)
        const reach = new Reach(program)
        const place = findPlace(program, line, reach)
        assert.isAtMost(reach.followed, workMax, `the place of ${source} in "${line}"`)
        assert.equal(place !== null, found, `${source} in "${line}"`)
      }),
      { seed: SEED, numRuns: PATTERNS }
    )
    assert.isAbove(compiled, PATTERNS / 4)
  }).timeout(0)

  test('what a search remembers stays within its room', ({ assert }) => {
    const states = new PatternStates(programOf('a.{0,50}b.{0,50}c.{0,50}d'))
    const signs = fc.sample(
      fc.string({ unit: fc.constantFrom(...'abcdxyz'), minLength: 60, maxLength: 60 }),
      {
        seed: SEED,
        numRuns: 300,
      }
    )
    for (const line of signs) states.isIn(line)
    const letters = Array.from({ length: 60_000 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000)))
    states.isIn(letters.join(''))
    assert.isAtMost(states.remembered, PatternStates.ROOM_MAX)
  })
})

const nested = (inner: string, times: string, depth: number) =>
  `${'('.repeat(depth)}${inner}${`)${times}`.repeat(depth)}`

function answerOf(source: string, line: string): string {
  const answer = thrownBy(() => compilePattern(source)(line))
  return answer instanceof DomainError ? answer.code : String(answer)
}

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
