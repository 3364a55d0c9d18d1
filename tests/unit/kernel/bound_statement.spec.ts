import { test } from '@japa/runner'
import { boundStatement } from '#app/kernel/database/bound_statement'

test.group('A statement made ready for the driver', () => {
  test('each binding has a place of its own, also one that is named twice', ({ assert }) => {
    assert.deepEqual(
      boundStatement('select :a, :b::date where x = :a', { a: 1, b: '2026-01-31', unused: 3 }),
      {
        text: 'select $1, $2::date where x = $3',
        values: [1, '2026-01-31', 1],
      }
    )
  })

  test('a cast and what is given no value stay as they are written', ({ assert }) => {
    const sql = `select to_char(now()::timestamp, 'HH24:MI') where id = any(:ids::bigint[]) and x::text = :text::text`
    assert.deepEqual(boundStatement(sql, { ids: '{7,8}', text: 'x', timestamp: 1 }), {
      text: `select to_char(now()::timestamp, 'HH24:MI') where id = any($1::bigint[]) and x::text = $2::text`,
      values: ['{7,8}', 'x'],
    })
  })

  test('the same text with and without a binding is told apart', ({ assert }) => {
    assert.deepEqual(boundStatement('select :maybe', { maybe: null }), { text: 'select $1', values: [null] })
    assert.deepEqual(boundStatement('select :maybe', {}), { text: 'select :maybe', values: [] })
  })

  test('a binding whose value was forgotten is refused before the database is asked', ({ assert }) => {
    assert.throws(() => boundStatement('select :a', { a: undefined }), /«a»/)
  })
})
