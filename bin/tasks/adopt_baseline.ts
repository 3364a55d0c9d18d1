import type pg from 'pg'
import { BEFORE } from './before_baseline.js'
import { log } from './environment.js'
import { RefusedData } from './refused_data.js'

/** What precedes the name of a migration where Lucid keeps it. */
const FOLDER = 'database/migrations/'

/**
 * A database that the former migrations made, all of them, is what the baseline makes: their names are exchanged for its own, and no row of
 * anybody's is touched. Throws RefusedData for one that lacks some of them or has others, with nothing changed. Does nothing to
 * any other database. `where` names the data to who reads the refusal.
 */
export async function adoptBaseline(owner: pg.Client, where: string): Promise<void> {
  const { rows: found } = await owner.query<{ exists: boolean }>(
    `select to_regclass('adonis_schema') is not null as exists`
  )
  if (!found[0]?.exists) return
  await owner.query('begin')
  try {
    await owner.query('lock table adonis_schema in exclusive mode')
    const { rows } = await owner.query<{ name: string }>('select name from adonis_schema order by id')
    const names = rows.map(({ name }) => name.replace(FOLDER, ''))
    if (names.some((name) => BEFORE.migrations.includes(name))) {
      refuseOthers(names, where)
      await exchangeNames(owner)
    }
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

function refuseOthers(names: readonly string[], where: string): void {
  const missing = BEFORE.migrations.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !BEFORE.migrations.includes(name))
  if (missing.length === 0 && unknown.length === 0) return
  const what =
    unknown.length > 0
      ? `tiene cambios de esquema que esta versión no conoce (${unknown.at(-1)})`
      : `es de una versión anterior: le faltan ${missing.length} cambios de esquema (el último que tiene es ${names.at(-1)})`
  throw new RefusedData(
    `La base de datos de ${where} ${what}. No se ha cambiado nada.\n` +
      `  Para conservar los datos: arranque una vez la versión ${BEFORE.lastVersion} sobre ellos, que los pone al día, y después esta.\n` +
      '  Para empezar de nuevo: guarde una copia, y arranque con otra carpeta vacía (DATA_DIR) o con otra base de datos vacía (DATABASE_URL).\n' +
      '  Los datos de la demostración se borran y se rehacen con npm run demo:reset.'
  )
}

async function exchangeNames(owner: pg.Client): Promise<void> {
  for (const name of BEFORE.unusedFunctions) await owner.query(`drop function if exists ${name}()`)
  await owner.query('delete from adonis_schema')
  await owner.query(
    'insert into adonis_schema (name, batch, migration_time) select name, 1, now() from unnest($1::text[]) with ordinality as made(name, at) order by at',
    [BEFORE.baseline.map((name) => `${FOLDER}${name}`)]
  )
  log(
    `Estos datos ya tienen el esquema de esta versión: se anota con los nombres de ahora (${BEFORE.baseline.length} migraciones en lugar de ${BEFORE.migrations.length}). Ningún dato cambia.`
  )
}
