import type { NamedReporterContract } from '@japa/runner/types'

/** The last line of a run, in the plain form that any machine can count. */
export const countReporter: NamedReporterContract = {
  name: 'count',
  handler(runner) {
    process.on('exit', () => {
      const { aggregates } = runner.getSummary()
      const { passed, failed, skipped, todo, regression } = aggregates
      console.log(`${passed + regression} passed, ${failed} failed, ${skipped + todo} skipped`)
    })
  },
}
