import type { ApplicationService } from '@adonisjs/core/types'
import { answerLargeExports } from '#app/kernel/http/export_list'
import { speakSpanish } from '#app/web/validation_messages'
import env from '#start/env'

export default class AppProvider {
  constructor(protected app: ApplicationService) {}

  boot() {
    speakSpanish()
    answerLargeExports(async (ctx, wanted) => {
      const { answerLargeExport } = await import('#app/web/answer_large_export')
      await answerLargeExport(ctx, wanted)
    })
  }

  /** A web process works the jobs too, unless workers of their own do (JOBS=external). */
  async ready() {
    await this.closeStreamsFirst()
    if (this.app.getEnvironment() === 'web' && env.get('DEMO')) {
      const { runDemoBank } = await import('#app/demo/books/demo_bank')
      await runDemoBank()
      const { runDemoStandIns } = await import('#app/demo/connections/run_demo_stand_ins')
      await runDemoStandIns()
    }
    if (this.app.getEnvironment() !== 'web' || env.get('JOBS') !== 'inline') return
    const { startWorkers } = await import('#app/jobs/workers')
    const { declaredJobs } = await import('#app/jobs/area_jobs')
    await startWorkers(await declaredJobs())
  }

  /** The server waits for open answers before it stops: streams would never let it. The last hook runs first. */
  private async closeStreamsFirst() {
    const { jobStreams } = await import('#app/web/live/job_streams')
    this.app.terminating(() => jobStreams.close())
  }

  async shutdown() {
    const { stopWorkers } = await import('#app/jobs/workers')
    await stopWorkers()
  }
}
