import { test } from '@japa/runner'
import { port } from '#app/kernel/port'

test.group('Questions of lower floors', () => {
  test('answers are kept in the order of the floors that gave them', ({ assert }) => {
    const asked = port<string>('what is there')
    asked.answer('low')
    asked.answer('high')

    assert.deepEqual([...asked.all()], ['low', 'high'])
  })

  test('a question for one area has exactly one answer, or says what it is', ({ assert }) => {
    const asked = port<string>('the last salary')

    assert.throws(() => asked.one(), 'No area answers: the last salary')
    asked.answer('known')
    assert.equal(asked.one(), 'known')
    asked.answer('known twice')
    assert.throws(() => asked.one(), 'Two areas answer: the last salary')
  })
})
