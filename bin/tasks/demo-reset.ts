import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { log, prepareEnvironment } from './environment.js'
import { prepareData } from './prepare_data.js'

if (process.env.DATABASE_URL) {
  log('demo:reset borra todos los datos: solo funciona con la base de datos embebida.')
  process.exit(1)
}
const environment = await prepareEnvironment('production')
const owner = new pg.Client({ connectionString: environment.values.DATABASE_URL })
await owner.connect()
await owner.query('drop schema if exists jobs cascade; drop schema public cascade; create schema public')
await owner.end()
rmSync(join(environment.values.DATA_DIR ?? 'data', 'files'), { recursive: true, force: true })
await prepareData(environment)
await environment.stop()
log('Demo restablecida.')
