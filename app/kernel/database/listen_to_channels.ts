import pg from 'pg'
import env from '#start/env'

type Listener = {
  /** What is called with each message, by channel. */
  channels: Record<string, (payload: string) => void>
  /** The name under which the connection is seen among those of the database. */
  name: string
  onLost: (error: Error) => void
}

/** `check` rejects when the connection no longer answers; `close` ends it without telling that it was lost. */
export type Listening = { check: () => Promise<void>; close: () => Promise<void> }

const ANSWER_LIMIT_MS = 5000

/**
 * Listens on one connection of its own to channels of the database. Rejects when the database does not answer; `onLost`
 * is called once when the connection breaks later. It must be a session of its own: a pooler that hands out
 * transactions (PgBouncer's transaction mode) passes no notices on.
 */
export async function listenToChannels({ channels, name, onLost }: Listener): Promise<Listening> {
  const client = new pg.Client({
    connectionString: env.get('DATABASE_APP_URL'),
    application_name: name,
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
  })
  let isOver = false
  const lose = (error: Error) => {
    if (isOver) return
    isOver = true
    onLost(error)
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('The listening connection has ended')))
  client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''))
  await client.connect()
  for (const channel of Object.keys(channels)) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  return {
    check: async () => {
      await client.query('select 1')
    },
    close: async () => {
      isOver = true
      await client.end()
    },
  }
}
