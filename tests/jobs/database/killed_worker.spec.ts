import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'

const worker = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['--import=@poppinss/ts-exec', 'tests/jobs/slow_worker.ts', ...args], {
    env: { ...process.env, JOBS: 'external' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let at = 0; at < 400; at++) {
    if (await isSo()) return
    await sleep(100)
  }
  throw new Error('It did not come to that')
}

test.group('A worker that is killed', () => {
  test('leaves its run as interrupted, and what it did is not done again', async ({ assert }) => {
    const key = randomUUID()
    const things = () =>
      rows<{ key: string; points: number }>(`select key, points from rate_limits where key like :like`, {
        like: `slow:${key}:%`,
      })
    const runs = () =>
      rows<{ status: string; trigger: string; message: string; counters: object | null }>(
        `select status, trigger, message, counters from job_runs where title = :title order by id`,
        { title: `Tres cosas ${key}` }
      )
    const killed = worker(key, 'start')
    await until(async () => (await things()).length === 1)
    const gone = once(killed, 'exit')
    killed.kill('SIGKILL')
    await gone
    // Two minutes without a sign of life, at once.
    await execute(
      `update jobs.job set heartbeat_on = now() - interval '10 minutes' where name = 'tests.slow' and state = 'active'`
    )

    const next = worker(key)
    try {
      await until(async () => (await runs()).some(({ status }) => status === 'succeeded'))
    } finally {
      next.kill('SIGKILL')
    }

    const [first, second, ...more] = await runs()
    assert.isEmpty(more)
    assert.equal(first?.status, 'failed')
    assert.include(first?.message ?? '', 'Interrumpido')
    assert.equal(second?.trigger, 'retry')
    assert.deepEqual(second?.counters, { created: 2, skipped: 1 })
    assert.deepEqual(
      (await things()).map(({ points }) => points),
      [1, 1, 1]
    )
  }).timeout(120_000)
})
