import { guardRoles } from '#app/identity/menu'
import type { LiveSession } from '#app/identity/queries/list_live_sessions'
import type { JobNotice } from '#app/jobs/job_notice'

/** Objects whose pages show how far their job is, and the menu entry that says who sees them. */
const FOLLOWED: Record<string, string> = { invoice: 'invoices', audit_run: 'analyze.invoice' }

/**
 * Whether a person is told that the job of an object moved on: only who may open the object's page, in their
 * companies; an object without a company is for those with the shared inbox. Jobs without such an object
 * (an export, a search for matches) are told to nobody but their owner, who sees them in the tray.
 */
export function mayFollow(viewer: LiveSession, { objectType, objectId, siteId }: JobNotice): boolean {
  const entry = objectType === null || objectId === null ? undefined : FOLLOWED[objectType]
  if (!entry || !viewer.isPastTwoFactor || !guardRoles(entry).includes(viewer.role)) return false
  return worksWith(viewer, siteId)
}

const worksWith = ({ siteIds, sharedInbox }: LiveSession, siteId: number | null): boolean => {
  if (siteIds === 'all') return true
  return siteId === null ? sharedInbox : siteIds.includes(siteId)
}

/** Whether a person is told that a process has moved on, on the page of all of them. */
export const mayFollowProcesses = ({ role }: LiveSession): boolean =>
  guardRoles('automatic-processes.index').includes(role)

/** Whether something that the start page counts has changed for a person: in one of these companies, or in none yet. */
export function concernsWork(viewer: LiveSession, changed: ReadonlySet<number | null>): boolean {
  if (!viewer.isPastTwoFactor || !guardRoles('/').includes(viewer.role)) return false
  return [...changed].some((siteId) => worksWith(viewer, siteId))
}
