import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

const root = new URL('../../../', import.meta.url).pathname

type Ended = { code: number | null; said: string }

/** Starts what fills the demo and sends a signal to it, or to all of its group as a terminal does, once it says so much. */
function startAndStop(
  folder: string,
  { signal, isTerminal, at }: { signal: NodeJS.Signals; isTerminal: boolean; at: RegExp }
): Promise<Ended> {
  const { DATABASE_URL: _url, DATABASE_APP_URL: _app, DEMO: _demo, ...env } = process.env
  const child = spawn(
    process.execPath,
    [`--import=${import.meta.resolve('@poppinss/ts-exec')}`, 'tests/unit/launcher/fill_demo.ts'],
    { cwd: root, env: { ...env, DATA_DIR: folder }, stdio: ['ignore', 'ignore', 'pipe'], detached: true }
  )
  let said = ''
  let isSent = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (isSent || !at.test(said)) return
    isSent = true
    process.kill(isTerminal ? -(child.pid ?? 0) : (child.pid ?? 0), signal)
  })
  return new Promise((done) => child.once('close', (code) => done({ code, said })))
}

/** Whether the embedded PostgreSQL of this folder still runs. */
const isServing = (folder: string) => existsSync(join(folder, 'postgres', 'postmaster.pid'))

test.group('A start that is stopped', () => {
  test('while the demo is filled ends in one line and without its database, and the next one makes the demo anew', async ({
    assert,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'caudal-stopped-'))
    chmodSync(folder, 0o755)
    const LINE = /^Detenido antes de estar en marcha\. .*\n$/m
    const filling = /Creando el grupo de demostración.*\n/
    try {
      const first = await startAndStop(folder, { signal: 'SIGINT', isTerminal: true, at: filling })
      assert.equal(first.code, 130, first.said)
      assert.match(first.said.slice(first.said.search(filling)).replace(filling, ''), LINE)
      assert.notMatch(first.said, /\n {4}at |Error/)
      assert.isFalse(isServing(folder))

      const second = await startAndStop(folder, { signal: 'SIGTERM', isTerminal: false, at: filling })
      assert.equal(second.code, 143, second.said)
      assert.match(second.said, /La demostración quedó a medias: se rehace\./)
      assert.match(second.said, LINE)
      assert.notMatch(second.said, /\n {4}at |Error/)
      assert.isFalse(isServing(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }).timeout(600_000)
})
