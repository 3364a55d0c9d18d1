import { execute } from '#app/kernel/database/sql'

const KEPT_MONTHS = 24

/** Forgets sign-ins and sessions with their addresses after two years (area 21, art. 5.1.e GDPR). Gives how many sign-ins. */
export async function forgetSignIns(): Promise<number> {
  const months = { months: KEPT_MONTHS }
  await execute(
    `delete from user_sessions where created_at < now() - make_interval(months => :months)`,
    months
  )
  return execute(`delete from login_events where at < now() - make_interval(months => :months)`, months)
}
