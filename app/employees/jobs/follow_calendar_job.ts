import { followCalendar } from '#app/employees/actions/follow_calendar'
import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Absences and ends of employment begin on their day; each hour, so that a night without the product is made up for. */
export const followCalendarJob: ToldJob<Record<string, never>> = {
  queue: 'employees.calendar',
  about: {
    title: 'Ausencias y bajas de empleados',
    group: 'Personas',
    changes: 'Cambia el estado de los empleados cuya ausencia o baja empieza o termina hoy.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 60,
  cron: '4 * * * *',
  async work() {
    const updated = await followCalendar()
    return {
      message: counted(updated, 'empleado cambia de estado', 'empleados cambian de estado'),
      counters: { updated },
    }
  },
}
