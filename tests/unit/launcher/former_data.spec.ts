import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { BEFORE } from '../../../bin/tasks/before_baseline.js'
import { refuseOtherSchema } from '../../../bin/tasks/restoring/refuse_unfit.js'
import { RefusedRestore } from '../../../bin/tasks/restoring/refused_restore.js'

const root = new URL('../../../', import.meta.url).pathname

type Seen = { names: string[]; catalogue: string; functions: number; users: number }
type Told = {
  fresh: Pick<Seen, 'names'>
  adopted: Seen
  refused: { said: string | null; before: Seen; after: Seen }[]
}

function startOverFormerData(): { told: Told; said: string; code: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'caudal-former-'))
  chmodSync(folder, 0o755)
  const { DATABASE_URL: _url, DATABASE_APP_URL: _app, ...env } = process.env
  const done = spawnSync(
    process.execPath,
    [
      `--import=${import.meta.resolve('@poppinss/ts-exec')}`,
      join(root, 'tests/unit/launcher/start_over_former_data.ts'),
    ],
    { cwd: root, env: { ...env, DATA_DIR: folder, DEMO: 'false' }, encoding: 'utf8' }
  )
  rmSync(folder, { recursive: true, force: true })
  if (!done.stdout.startsWith('{')) throw new Error(done.stderr)
  return { told: JSON.parse(done.stdout), said: done.stderr, code: done.status }
}

test.group('Data of before the baseline', () => {
  test('are taken over when they are whole; else the start says what to do, ends, and has changed nothing', ({
    assert,
  }) => {
    const { told, said, code } = startOverFormerData()

    assert.deepEqual(told.adopted.names, told.fresh.names)
    assert.deepEqual([told.adopted.functions, told.adopted.users], [0, 1])
    assert.include(said, 'Estos datos ya tienen el esquema de esta versión')
    const [incomplete, foreign] = told.refused
    for (const refused of told.refused) assert.deepEqual(refused.after, refused.before)
    assert.isAbove(incomplete?.before.functions ?? 0, 0)
    assert.include(incomplete?.said ?? '', `arranque una vez la versión ${BEFORE.lastVersion}`)
    assert.include(incomplete?.said ?? '', 'le faltan 2 cambios de esquema')
    assert.include(foreign?.said ?? '', 'que esta versión no conoce (3999_of_somebody)')
    assert.equal(code, 1)
    assert.match(said, /La base de datos de \S*caudal-former-\S+ tiene cambios[^\n]+No se ha cambiado nada/)
    assert.notInclude(said, 'RefusedData')
  }).timeout(240_000)

  test('the names of the baseline are those of its files and none of before', ({ assert }) => {
    assert.deepEqual(
      BEFORE.baseline.filter((name) => BEFORE.migrations.includes(name)),
      []
    )
    for (const name of BEFORE.baseline) assert.doesNotThrow(() => refuseOtherSchema(name))
  })

  test('a backup of them follows the same rule', ({ assert }) => {
    assert.doesNotThrow(() => refuseOtherSchema(BEFORE.migrations.at(-1) ?? ''))
    assert.throws(
      () => refuseOtherSchema(BEFORE.migrations[0] ?? ''),
      RefusedRestore,
      new RegExp(`con la versión ${BEFORE.lastVersion}`)
    )
    assert.throws(() => refuseOtherSchema('9999_of_tomorrow'), RefusedRestore, /más nueva/)
  })
})
