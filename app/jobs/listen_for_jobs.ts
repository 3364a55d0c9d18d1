import pg from 'pg'
import env from '#start/env'

/** What the database tells when a job run changes: keys only. */
export type JobNotice = {
  userId: number | null
  siteId: number | null
  objectType: string | null
  objectId: number | null
}

type Listener = { onNotice: (notice: JobNotice) => void; onLost: (error: Error) => void }

/** `check` rejects when the connection no longer answers; `close` ends it without telling that it was lost. */
export type Listening = { check: () => Promise<void>; close: () => Promise<void> }

const ANSWER_LIMIT_MS = 5000

/**
 * Listens on one connection of its own to every change of a job run, by whatever process. Rejects when the
 * database does not answer; `onLost` is called once when the connection breaks later. It must be a session of
 * its own: a pooler that hands out transactions (PgBouncer's transaction mode) passes no notices on.
 */
export async function listenForJobs({ onNotice, onLost }: Listener): Promise<Listening> {
  const client = new pg.Client({
    connectionString: env.get('DATABASE_APP_URL'),
    application_name: 'caudal-job-stream',
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
  client.on('notification', ({ payload }) => onNotice(JSON.parse(payload ?? '{}') as JobNotice))
  await client.connect()
  await client.query('listen job_runs')
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
