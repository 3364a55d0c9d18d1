import { NotFound } from '#app/kernel/http/access_denied'

/** What was found; what was not is answered like what may not be seen: 404. */
export function orNotFound<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new NotFound()
  return found
}
