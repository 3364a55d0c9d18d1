import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { BackupAbout } from '#app/backup/archive/backup_archive'
import { type Environment, log, prepareEnvironment } from '../environment.js'

type Restored = { dataDir: string; isWithoutKeys: boolean }

/**
 * Starts the restored database, notes the restore (what reaches outside waits for somebody), ends every session, and says whether
 * every stored file on record is there. What follows is said at the end.
 */
export async function checkRestored(about: BackupAbout, { dataDir, isWithoutKeys }: Restored): Promise<void> {
  const environment = await prepareEnvironment('production', dataDir)
  try {
    const client = new pg.Client({ connectionString: environment.values.DATABASE_URL })
    await client.connect()
    try {
      await settle(client, about, isWithoutKeys)
      await tellFiles(client, about, environment)
    } finally {
      await client.end()
    }
  } finally {
    await environment.stop()
  }
  log('Restauración terminada. Arranque con npm start y compruebe el libro con:')
  log('  npm run --silent cli -- ledger:check --json')
  log(
    'Lo que sale al exterior (pagos, correos) queda en pausa: repase qué salió después de la copia y reanúdelo en Procesos Automáticos.'
  )
  if (!about.isDemo) log('La copia no es de la demostración: arranque con DEMO=false.')
}

async function settle(client: pg.Client, about: BackupAbout, isWithoutKeys: boolean): Promise<void> {
  await client.query('begin')
  await client.query('insert into restores (taken_at) values ($1)', [about.takenAt])
  await client.query(
    `insert into audit_events (actor_kind, object_type, event, reason) values ('system', 'installation', 'installation.restored', $1)`,
    [
      `Copia del ${about.takenAt}${isWithoutKeys ? ', sin su clave: los segundos factores se activan de nuevo' : ''}`,
    ]
  )
  await client.query('delete from sessions')
  await client.query('update user_sessions set revoked_at = now() where revoked_at is null')
  if (isWithoutKeys) {
    // Nobody does it to anybody: the keys are gone.
    await client.query('alter table users disable trigger users_author')
    const done = await client.query(
      'update users set two_factor_enabled = false, two_factor_secret_enc = null, two_factor_confirmed_at = null where two_factor_secret_enc is not null'
    )
    await client.query('alter table users enable trigger users_author')
    log(`Sin la clave anterior: ${done.rowCount} personas activarán de nuevo su segundo factor.`)
  }
  await client.query('commit')
}

async function tellFiles(client: pg.Client, about: BackupAbout, { values }: Environment): Promise<void> {
  if (about.filesIn === 's3') {
    log('Los archivos están en S3: indique el mismo bucket.')
    return
  }
  const found = await client.query<{ key: string; name: string; bytes: string }>(
    `select storage_key as key, name, size_bytes as bytes from files where disk = 'fs' order by id`
  )
  const lost = found.rows.filter(({ key, bytes }) => {
    const path = join(values.DATA_DIR ?? 'data', 'files', key)
    return !existsSync(path) || statSync(path).size !== Number(bytes)
  })
  log(`Archivos en el registro: ${found.rows.length}; sin su contenido: ${lost.length}.`)
  for (const { name, key } of lost.slice(0, 20)) log(`  ${name} (${key})`)
}
