import { test } from '@japa/runner'
import { execute, inTransaction, namedRows, oneRow, rows, steadyRows } from '#app/kernel/database/sql'

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

  test('what the database refuses is told with its statement and its code, and without the values', async ({
    assert,
  }) => {
    const error = await rows(`select :text::bigint`, { text: 'secreto' }).catch(
      (failure: Error & { code?: string }) => failure
    )
    assert.instanceOf(error, Error)
    assert.propertyVal(error, 'code', '22P02')
    assert.include((error as Error).message, 'select $1::bigint - ')
    assert.deepEqual(await rows(`select 1 as one`), [{ one: 1 }])
  })

  test('a statement that is kept sees what was written since', async ({ assert }) => {
    const ask = (read: typeof rows) =>
      read<{ n: number }>(`select count(*)::int as n from sessions where id like 'kept-%'`)
    try {
      for (const n of [0, 1, 2, 3, 4, 5, 6, 7]) {
        assert.deepEqual(await ask(steadyRows), [{ n }])
        assert.deepEqual(await ask(namedRows), [{ n }])
        await execute(`insert into sessions (id, data, expires_at) values (:id, '{}', now())`, {
          id: `kept-${n}`,
        })
      }
    } finally {
      await execute(`delete from sessions where id like 'kept-%'`)
    }
  })

  test('a statement that is kept is asked with other keys each time, in a transaction too', async ({
    assert,
  }) => {
    const sql = `select id from unnest(:ids::bigint[]) as id where id > :least`
    for (let turn = 0; turn < 8; turn++)
      assert.deepEqual(await namedRows(sql, { ids: [turn, turn + 1], least: turn }), [{ id: turn + 1 }])
    const found = await inTransaction((trx) => namedRows(sql, { ids: [1, 2], least: 1 }, trx))
    assert.deepEqual(found, [{ id: 2 }])
  })
})
