import type pg from 'pg'

type Found = { users: number; isDemo: boolean; demoUsers: number }

/**
 * The demo and the books of a company never share a database. Whoever knows the public password of the demo's users would
 * come into the books, and a demo over real users would show the codes of their second factors on the sign-in page.
 * Throws in Spanish; an empty database may become either.
 */
export async function refuseMixedData(owner: pg.Client, asDemo: boolean): Promise<void> {
  const { rows } = await owner.query<Found>(
    `select (select count(*)::int from users) as users,
            exists (select 1 from group_settings where key in ('demo_seed_started', 'demo_seed_done')) as "isDemo",
            (select count(*)::int from users where email::text like '%@demo.caudal.test') as "demoUsers"`
  )
  const [found] = rows
  if (!found) throw new Error('Nothing was counted')
  const { users, isDemo, demoUsers } = found
  if (!asDemo && (isDemo || demoUsers > 0))
    throw new Error(
      'La base de datos es la de la demostración, cuyos usuarios tienen una contraseña pública: use otra (DATABASE_URL o DATA_DIR).'
    )
  if (asDemo && users > 0 && !isDemo)
    throw new Error(
      'La base de datos tiene usuarios que no son de la demostración: arranque con DEMO=false o con otra carpeta DATA_DIR.'
    )
}
