import pg from 'pg'
import { oneAtATime } from './one_at_a_time.js'
import type { Secrets } from './secrets.js'

export type DatabaseUrls = { ownerUrl: string; appUrl: string }

export const OWNER_ROLE = 'caudal_owner'
export const APP_ROLE = 'caudal_app'

/**
 * Makes the two roles and the database where they are missing: the owner runs migrations, the application's
 * role is neither owner nor superuser, so that the ledger's guards bind it.
 */
export async function ensureDatabase(
  superuserUrl: string,
  name: string,
  secrets: Secrets
): Promise<DatabaseUrls> {
  await withClient(superuserUrl, async (client) => {
    await ensureRole(client, OWNER_ROLE, secrets.ownerPassword)
    await ensureRole(client, APP_ROLE, secrets.appPassword)
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(name)} owner ${OWNER_ROLE}`)
  })
  return {
    ownerUrl: withAccount(superuserUrl, OWNER_ROLE, secrets.ownerPassword, name),
    appUrl: withAccount(superuserUrl, APP_ROLE, secrets.appPassword, name),
  }
}

/**
 * For a database given from outside: DATABASE_URL is its owner's. Without DATABASE_APP_URL the application's
 * role is made here, which needs CREATEROLE.
 */
export async function deriveAppUrl(ownerUrl: string, secrets: Secrets): Promise<string> {
  await oneAtATime(ownerUrl, () =>
    withClient(ownerUrl, (client) => ensureRole(client, APP_ROLE, secrets.appPassword))
  )
  return withAccount(ownerUrl, APP_ROLE, secrets.appPassword)
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
  const verb = found.rowCount === 0 ? 'create' : 'alter'
  await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`)
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withAccount(url: string, user: string, password: string, database?: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  if (database) changed.pathname = `/${database}`
  return changed.toString()
}
