import pg from 'pg'
import { type Environment, log } from './environment.js'

/** Says what an installation without anybody lacks, and what is not safe about where it is reached. */
export async function sayFirstSteps({ values }: Environment): Promise<void> {
  if (values.DEMO === 'true') return
  if (!isSafe(values.APP_URL ?? ''))
    log('APP_URL no es https: las contraseñas viajan sin cifrar. Ponga delante un proxy con TLS.')
  const owner = new pg.Client({ connectionString: values.DATABASE_URL })
  await owner.connect()
  try {
    const { rowCount } = await owner.query('select 1 from users limit 1')
    if (rowCount === 0)
      log(
        'Todavía no hay usuarios. Cree el primero, de sistema:\n  npm run --silent cli -- users:first correo@empresa.es "Nombre y apellidos"'
      )
  } finally {
    await owner.end()
  }
}

const isSafe = (url: string) =>
  url.startsWith('https:') || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
