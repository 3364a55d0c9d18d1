import type { SignedIn } from '#app/identity/http/signed_in'
import { SITES_IN_SCOPE, type SiteOption, siteScope } from '#app/identity/queries/list_sites_in_scope'
import { type FoundJobRun, JOB_RUNS_OF_USER, type JobRun, shownJobRun } from '#app/jobs/queries/list_job_runs'
import { askTogether } from '#app/kernel/database/ask_together'

const ask = askTogether([SITES_IN_SCOPE, JOB_RUNS_OF_USER])

/** What the frame around every page shows: the companies to choose from and the background work, in one question. */
export async function findShell({
  user,
  siteIds,
}: SignedIn): Promise<{ sites: SiteOption[]; jobs: JobRun[] }> {
  const [sites, runs] = await ask([siteScope(siteIds), { userId: user.id }])
  return { sites: sites as SiteOption[], jobs: (runs as FoundJobRun[]).map(shownJobRun) }
}
