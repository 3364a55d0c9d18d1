/** A process that only works the jobs: as many of them as the load asks for. */
import { createIgnitor } from './ignitor.js'

process.on('disconnect', () => process.exit(0))

const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const { startWorkers } = await import('#app/jobs/workers')
const { declaredJobs } = await import('#app/jobs/area_jobs')
await startWorkers(await declaredJobs())
process.stdout.write('Trabajando: en espera de tareas.\n')
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => app.terminate().then(() => process.exit(0)))
