import { followCalendar } from '#app/employees/actions/follow_calendar'
import type { Job } from '#app/jobs/queue'

/** Absences and ends of employment begin on their day; each hour, so that a night without the product is made up for. */
export const followCalendarJob: Job<Record<string, never>> = {
  queue: 'employees.calendar',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 60,
  cron: '4 * * * *',
  async work() {
    const moved = await followCalendar()
    return { message: `${moved} empleados cambian de estado` }
  },
}
