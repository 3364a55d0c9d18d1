import app from '@adonisjs/core/services/app'
import { defineConfig } from '@adonisjs/lucid'
import pg from 'pg'
import env from '#start/env'

// Amounts are bigint minor units, exact up to 9 007 199 254 740 991 cents; business days stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
// Keys in a list are numbers as well: the driver gives lists of bigint as texts, those of int as numbers.
const [INT4_LIST, INT8_LIST] = [1007, 1016]
pg.types.setTypeParser(INT8_LIST, pg.types.getTypeParser(INT4_LIST))

/** What PostgreSQL calls today is today in Madrid, also between midnight and the midnight of UTC. */
function onMadridTime(client: pg.Client, done: (error: Error | null, client: pg.Client) => void): void {
  client.query(`set time zone 'Europe/Madrid'`).then(
    () => done(null, client),
    (error: Error) => done(error, client)
  )
}

const postgres = (connectionString: string, max: number) => ({
  client: 'pg' as const,
  connection: { connectionString },
  pool: { min: 0, max, afterCreate: onMadridTime },
  migrations: { naturalSort: true, paths: ['database/migrations'] },
  schemaGeneration: { enabled: app.inDev, rulesPaths: ['#database/schema_rules'] },
})

/** `app` is neither owner nor superuser; `owner` runs the migrations and exists only where its URL is given. */
const databaseConfig = defineConfig({
  connection: 'app',
  prettyPrintDebugQueries: false,
  connections: {
    app: postgres(env.get('DATABASE_APP_URL'), 20),
    owner: postgres(env.get('DATABASE_URL', env.get('DATABASE_APP_URL')), 2),
  },
})

export default databaseConfig
