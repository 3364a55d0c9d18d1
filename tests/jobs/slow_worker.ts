/** A worker of its own with one slow job, to be killed in the middle of it. `start` puts the job in the queue first. */
import 'reflect-metadata'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToldJob } from '#app/jobs/job'
import { createIgnitor } from '../../bin/ignitor.js'

const [key = '', start] = process.argv.slice(2)
const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const { execute, inTransaction } = await import('#app/kernel/database/sql')
const { enqueue, queue } = await import('#app/jobs/queue')
const { startWorkers } = await import('#app/jobs/workers')

/** Three things, each done once whoever tries: the second attempt skips those that are there. */
const slowJob: ToldJob<{ key: string }> = {
  queue: 'tests.slow',
  about: { title: 'Tres cosas', group: 'Sistema', changes: 'Hace tres cosas.' },
  concurrency: 1,
  timeoutSeconds: 60,
  retries: 2,
  retryDelaySeconds: 1,
  async work(data) {
    let [created, skipped] = [0, 0]
    for (const thing of [1, 2, 3]) {
      const count = await execute(
        `insert into rate_limits (key, points) values (:key, 1) on conflict (key) do nothing`,
        { key: `slow:${data.key}:${thing}` }
      )
      if (count === 0) skipped++
      else {
        created++
        await sleep(1500)
      }
    }
    return { message: 'Hecho', counters: { created, skipped } }
  },
}

await startWorkers([slowJob as ToldJob])
if (start === 'start')
  await inTransaction((trx) => enqueue(slowJob, { key }, { title: `Tres cosas ${key}`, userId: null }, trx))
else await (await queue()).supervise('tests.slow')
process.stdout.write('Trabajando\n')
