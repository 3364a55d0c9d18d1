import { test } from '@japa/runner'
import pg from 'pg'
import { ROLES } from '#app/identity/roles'
import { makeSignedIn } from '#tests/factories/sign_in'

/** Statements that reach PostgreSQL while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [what] = args
    asked.push(typeof what === 'string' ? what : String((what as { text?: string } | undefined)?.text))
    return (query as (...given: unknown[]) => unknown).apply(this, args)
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return asked
}

test.group('What every request of a signed-in person asks of the database', () => {
  for (const role of ROLES) {
    test(`${role}: who asks, and the frame of the page; the session itself is the third`, async ({
      client,
      assert,
    }) => {
      const { session } = await makeSignedIn(role)
      // The first request of a session marks its use, and a connection of the pool is told the zone when it opens.
      await client.get('/no-existe').withSession(session).withInertia()

      const asked = await statementsOf(() => client.get('/no-existe').withSession(session).withInertia())

      const own = asked.filter((sql) => !sql.startsWith('set time zone'))
      assert.lengthOf(own, 2, own.join('\n'))
      assert.include(own[0], 'from user_sessions')
      assert.include(own[1], 'from job_runs')
    })
  }
})
