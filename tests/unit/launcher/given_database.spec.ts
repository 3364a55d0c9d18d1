import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

/** A port on which nobody listens: whoever connects says so. */
const NOBODY = 'postgres://owner:secret@127.0.0.1:1/live'

/** Runs a task of the launcher in a folder whose `.env` names a database in use. */
function runBeside(task: string): { said: string; failed: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'caudal-env-'))
  writeFileSync(join(folder, '.env'), `DATABASE_URL=${NOBODY}\n`)
  const { DATABASE_URL: _url, ...env } = process.env
  const loader = import.meta.resolve('@poppinss/ts-exec')
  const file = new URL(`../../../bin/tasks/${task}.ts`, import.meta.url).pathname
  const done = spawnSync(process.execPath, [`--import=${loader}`, file], {
    cwd: folder,
    env: { ...env, DATA_DIR: folder },
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true, force: true })
  return { said: done.stderr, failed: done.status !== 0 }
}

test.group('A database named in the file of the environment', () => {
  test('the demo is never reset over it', ({ assert }) => {
    const { said, failed } = runBeside('demo-reset')

    assert.isTrue(failed)
    assert.include(said, 'demo:reset borra todos los datos: solo funciona con la base de datos embebida.')
    assert.notInclude(said, 'ECONNREFUSED')
  })

  test('tests never run on it', ({ assert }) => {
    const { said } = runBeside('../../tests/unit/launcher/print_test_database')

    assert.notInclude(said, 'ECONNREFUSED')
    assert.include(said, 'a database of its own')
  }).timeout(60_000)
})
