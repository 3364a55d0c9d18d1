import { test } from '@japa/runner'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { sessionTable } from '#app/web/session_table'

const IDLE_MINUTES = 60

/** Lets a session be as if its last use were so many minutes ago. */
const letPass = (id: string, minutes: number) =>
  execute(`update sessions set expires_at = expires_at - make_interval(mins => :minutes) where id = :id`, {
    id,
    minutes,
  })

const minutesLeft = async (id: string) =>
  (
    await oneRow<{ left: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as left from sessions where id = :id`,
      { id }
    )
  ).left

test.group('The table of browser sessions', (group) => {
  let id = ''
  group.each.setup(() => {
    id = `prueba-${Math.random()}`
    return async () => {
      await execute(`delete from sessions where id = :id`, { id })
    }
  })

  test('gives what was written, and the last writing', async ({ assert }) => {
    const store = sessionTable(IDLE_MINUTES)
    assert.isNull(await store.read(id))

    await store.write(id, { name: 'José «Ñ»', list: [1, 2] })
    await store.write(id, { name: 'Otra', at: 3 })

    assert.deepEqual(await sessionTable(IDLE_MINUTES).read(id), { name: 'Otra', at: 3 })
    assert.equal(await minutesLeft(id), IDLE_MINUTES)
  })

  test('moves the end of a session that is used, but not twice in a minute', async ({ assert }) => {
    await sessionTable(IDLE_MINUTES).write(id, { name: 'Alguien' })
    const asked = async () => {
      const store = sessionTable(IDLE_MINUTES)
      await store.read(id)
      const before = await oneRow<{ expiresAt: Date }>(`select expires_at from sessions where id = :id`, {
        id,
      })
      await store.touch(id)
      const after = await oneRow<{ expiresAt: Date }>(`select expires_at from sessions where id = :id`, {
        id,
      })
      return after.expiresAt.getTime() - before.expiresAt.getTime()
    }

    assert.equal(await asked(), 0)
    await letPass(id, 20)
    assert.closeTo(await asked(), 20 * 60_000, 10_000)
    assert.equal(await minutesLeft(id), IDLE_MINUTES)
  })

  test('does not give a session whose end has passed, and forgets one that is ended', async ({ assert }) => {
    const store = sessionTable(IDLE_MINUTES)
    await store.write(id, { name: 'Alguien' })
    await letPass(id, IDLE_MINUTES + 1)
    assert.isNull(await store.read(id))

    await store.write(id, { name: 'Alguien' })
    await store.destroy(id)
    assert.isNull(await store.read(id))
    assert.isNull(await row(`select 1 from sessions where id = :id`, { id }))
  })
})
