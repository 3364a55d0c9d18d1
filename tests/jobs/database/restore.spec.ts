import { test } from '@japa/runner'
import type { ToldJob } from '#app/jobs/job'
import { pauseAfterRestore } from '#app/jobs/pause_after_restore'
import { knowProcesses } from '#app/jobs/process_state'
import { execute, row, rows } from '#app/kernel/database/sql'

const jobOf = (queue: string, reachesOutside: boolean): ToldJob => ({
  queue,
  about: { title: queue, group: 'Sistema', changes: 'Nada.', ...(reachesOutside ? { reachesOutside } : {}) },
  concurrency: 1,
  timeoutSeconds: 10,
  retries: 0,
  retryDelaySeconds: 1,
  work: async () => undefined,
})

test.group('After a restore', () => {
  test('what reaches outside is paused once, and people are told', async ({ assert }) => {
    const [pays, counts] = [
      jobOf(`tests.pays-${process.pid}`, true),
      jobOf(`tests.counts-${process.pid}`, false),
    ]
    const paused = () =>
      rows<{ key: string }>(
        `select key from automatic_processes where status = 'paused' and key = any(:keys::text[])`,
        {
          keys: [pays.queue, counts.queue],
        }
      )
    await knowProcesses([pays.queue, counts.queue])
    await execute(`insert into restores (taken_at) values ('2026-06-01T00:30:00Z')`)

    await pauseAfterRestore([pays, counts])
    const first = await paused()
    await execute(
      `update automatic_processes set status = 'active', paused_at = null, pause_reason = null where key = :key`,
      { key: pays.queue }
    )
    await pauseAfterRestore([pays, counts])

    assert.deepEqual(first, [{ key: pays.queue }])
    assert.isEmpty(await paused())
    const told = await row<{ content: string }>(
      `select content from announcements where title = 'Restaurado de una copia de seguridad' order by id desc limit 1`
    )
    assert.include(told?.content ?? '', '01/06/2026 02:30')
  })
})
