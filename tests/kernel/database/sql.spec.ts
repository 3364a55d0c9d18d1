import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'

test.group('SQL with named bindings', () => {
  test('a binding may be named like a type that the statement casts to', async ({ assert }) => {
    const found = await oneRow<{ text: string; date: string; day: string }>(
      `select :text::text as text, :date::date as date, '2026-02-28'::date::text as day`,
      { text: 'x', date: '2026-01-31' }
    )
    assert.deepEqual(found, { text: 'x', date: '2026-01-31', day: '2026-02-28' })
  })

  test('casts stand in statements without bindings and in lists', async ({ assert }) => {
    assert.deepEqual(await rows(`select 1::text as one`), [{ one: '1' }])
    assert.deepEqual(await rows(`select id from unnest(:ids::bigint[]) as id`, { ids: [7, 8] }), [
      { id: 7 },
      { id: 8 },
    ])
  })

  test('a transaction whose commit the database refuses throws', async ({ assert }) => {
    await assert.rejects(() =>
      inTransaction(async (trx) => {
        await execute(
          `create temp table once (id int unique deferrable initially deferred) on commit drop`,
          {},
          trx
        )
        await execute(`insert into once values (1), (1)`, {}, trx)
      })
    )
  })
})
