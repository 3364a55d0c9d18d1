import { test } from '@japa/runner'
import { forgetSignIns } from '#app/identity/actions/forget_sign_ins'
import { openUserSession } from '#app/identity/actions/user_session'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { makeUser } from '#tests/factories/people'

const origin = { ip: '203.0.113.7', userAgent: 'Prueba' }

test.group('Sign-ins of two years ago', () => {
  test('are forgotten with their sessions, and not a day before', async ({ assert }) => {
    const { id: userId } = await makeUser('aprobador')
    for (const age of ['25 months', '23 months']) {
      await openUserSession(userId, origin, true)
      await execute(
        `update user_sessions set created_at = now() - :age::interval where id = (select id from user_sessions where user_id = :userId order by created_at desc limit 1)`,
        { age, userId }
      )
      await execute(
        `insert into login_events (user_id, ip, kind, at) values (:userId, '203.0.113.7', 'login_ok', now() - :age::interval)`,
        { age, userId }
      )
    }

    await forgetSignIns()

    const events = await rows<{ isOld: boolean }>(
      `select at < now() - interval '24 months' as is_old from login_events where user_id = :userId and kind = 'login_ok'`,
      { userId }
    )
    const { sessions } = await oneRow<{ sessions: number }>(
      `select count(*)::int as sessions from user_sessions where user_id = :userId`,
      { userId }
    )
    assert.deepEqual(events, [{ isOld: false }])
    assert.equal(sessions, 1)
  })
})
