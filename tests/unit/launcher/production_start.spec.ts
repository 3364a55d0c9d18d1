import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

const root = new URL('../../../', import.meta.url).pathname
const file = (path: string) => new URL(`../../../${path}`, import.meta.url).pathname

function run(path: string, args: string[], given: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'caudal-production-'))
  chmodSync(folder, 0o755)
  const { DATABASE_URL: _url, DATABASE_APP_URL: _app, DEMO: _demo, ...env } = process.env
  const done = spawnSync(
    process.execPath,
    [`--import=${import.meta.resolve('@poppinss/ts-exec')}`, file(path), ...args],
    { cwd: root, env: { ...env, DATA_DIR: folder, ...given }, encoding: 'utf8' }
  )
  rmSync(folder, { recursive: true, force: true })
  return { out: done.stdout, said: done.stderr, code: done.status }
}

type Made = { code: number | null; link: string }

test.group('A start in production', () => {
  test('makes no user and no demo; the first one chooses a password by a link that is asked for', ({
    assert,
  }) => {
    const { out, said } = run('tests/unit/launcher/start_production.ts', [], {
      DEMO: 'false',
      APP_URL: 'https://caudal.empresa.es',
    })
    assert.match(out, /^\{/, said)
    const found = JSON.parse(out) as Record<string, unknown> & { made: Made[]; late: Made }

    assert.deepInclude(found, { demo: 'false', users: [], marks: [], realOverReal: null })
    const [one, two] = found.made
    for (const made of [one, two]) assert.equal(made?.code, 0)
    assert.match(one?.link ?? '', /^https:\/\/caudal\.empresa\.es\/set-password\/[\w-]{27}$/)
    assert.notEqual(one?.link, two?.link)
    assert.deepEqual(found.invited, [
      { email: 'una@empresa.es', role: 's1st3ma', status: 'invited', password_hash: null, all_sites: true },
    ])
    assert.deepEqual(found.late, { code: 1, link: '' })
    assert.match(String(found.demoOverReal), /DEMO=false/)
    assert.match(String(found.realOverDemo), /contraseña pública/)
  }).timeout(240_000)

  test('refuses the demo over a database that is given', ({ assert }) => {
    for (const demo of ['true', '1']) {
      const { said, code } = run('bin/tasks/start.ts', [], {
        DATABASE_URL: 'postgres://owner:secret@127.0.0.1:1/live',
        DEMO: demo,
      })
      assert.equal(code, 1)
      assert.include(said, 'DEMO=true solo vale con la base de datos embebida')
      assert.notInclude(said, 'ECONNREFUSED')
    }
  }).timeout(60_000)
})
