import type { ToldJob } from '#app/jobs/job'
import type { Area } from '#app/kernel/area'

/** A job, loaded only where jobs are worked or shown. */
// biome-ignore lint/suspicious/noExplicitAny: each job has data of its own; the queue hands them through unseen.
type LoadJob = () => Promise<ToldJob<any>>

declare module '#app/kernel/area' {
  interface Area {
    /** What it does in the background. */
    jobs?: readonly LoadJob[]
  }
}

/** Every job of some areas, in their order. */
export async function jobsOf(areas: readonly Area[]): Promise<ToldJob[]> {
  const loads = areas.flatMap(({ jobs = [] }) => jobs)
  return Promise.all(loads.map((load) => load()))
}

const declaring: { areas: Area[]; jobs: Promise<ToldJob[]> | null } = { areas: [], jobs: null }

/** Lets the pages of lower floors know what an area does in the background. */
export function declareJobs(area: Area): void {
  declaring.areas.push(area)
  declaring.jobs = null
}

/** Every job of the product. */
export function declaredJobs(): Promise<ToldJob[]> {
  declaring.jobs ??= jobsOf(declaring.areas)
  return declaring.jobs
}
