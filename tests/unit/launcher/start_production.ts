import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { prepareEnvironment } from '../../../bin/tasks/environment.js'
import { refuseMixedData } from '../../../bin/tasks/mixed_data.js'
import { prepareData } from '../../../bin/tasks/prepare_data.js'

// What `npm start` does before it serves, in the folder that DATA_DIR names; what it finds goes out as JSON.
const environment = await prepareEnvironment('production')
const owner = new pg.Client({ connectionString: environment.values.DATABASE_URL })
/** The command that makes the first user, as somebody calls it beside a product that runs. */
function first(email: string): { code: number | null; link: string } {
  const args = [...process.execArgv, 'bin/tasks/cli.ts', 'users:first', email, 'Una', 'Persona']
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', env: process.env })
  return { code: done.status, link: done.stdout.trim() }
}
const thrown = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => String(error))
try {
  await prepareData(environment)
  await owner.connect()
  const { rows: users } = await owner.query('select email, password_hash from users')
  const { rows: marks } = await owner.query(`select key from group_settings where key like 'demo%'`)
  const made = [first('una@empresa.es'), first('una@empresa.es')]
  const { rows: invited } = await owner.query(
    'select email::text, role, status, password_hash, all_sites from users'
  )
  await owner.query(`update users set status = 'active', password_hash = 'x'`)
  const late = first('otra@empresa.es')
  const demoOverReal = await thrown(refuseMixedData(owner, true))
  const realOverReal = await thrown(refuseMixedData(owner, false))
  await owner.query(`update users set email = 'sonia@demo.caudal.test', updated_by = id`)
  const realOverDemo = await thrown(refuseMixedData(owner, false))
  process.stdout.write(
    JSON.stringify({
      demo: environment.values.DEMO,
      users,
      marks,
      made,
      invited,
      late,
      demoOverReal,
      realOverReal,
      realOverDemo,
    })
  )
} finally {
  await owner.end()
  await environment.stop()
}
process.exit(0)
