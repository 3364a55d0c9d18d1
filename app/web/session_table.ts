import type { SessionData, SessionStoreContract } from '@adonisjs/session/types'
import { execute, keptRows } from '#app/kernel/database/sql'

/** A session that is used lives on from here; until then a request leaves its row alone. */
const TOUCH_AFTER_SECONDS = 60
/** One write in so many takes expired sessions along. */
const SWEEP_EVERY = 50

type Found = { data: string; isStale: boolean }

/**
 * Browser sessions in the table `sessions`. One reading a request; the end of a session is moved at most once a minute,
 * so that a page that is only looked at writes nothing.
 *
 * @param idleMinutes how long a session lives without use, one minute more or less
 */
export function sessionTable(idleMinutes: number): SessionStoreContract {
  const idle = `interval '${idleMinutes} minutes'`
  const touchedBefore = `now() + ${idle} - interval '${TOUCH_AFTER_SECONDS} seconds'`
  let isStale = false
  return {
    async read(id) {
      const [found] = await keptRows<Found>(
        `select data, expires_at < ${touchedBefore} as is_stale from sessions where id = :id and expires_at > now()`,
        { id }
      )
      isStale = found?.isStale ?? false
      return found ? (JSON.parse(found.data) as SessionData) : null
    },
    async write(id, values) {
      await execute(
        `insert into sessions (id, data, expires_at) values (:id, :data, now() + ${idle})
         on conflict (id) do update set data = excluded.data, expires_at = excluded.expires_at`,
        { id, data: JSON.stringify(values) }
      )
      if (Math.random() * SWEEP_EVERY < 1) await execute(`delete from sessions where expires_at <= now()`)
    },
    async destroy(id) {
      await execute(`delete from sessions where id = :id`, { id })
    },
    async touch(id) {
      if (!isStale) return
      await execute(`update sessions set expires_at = now() + ${idle} where id = :id`, { id })
    },
  }
}
