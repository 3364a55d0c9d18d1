import { anonymiseEmployees } from '#app/employees/actions/anonymise_employees'
import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Each night: people who left six years ago. */
export const forgetPeopleJob: ToldJob<Record<string, never>> = {
  queue: 'employees.forget',
  about: {
    title: 'Anonimizar antiguos empleados',
    group: 'Personas',
    changes: 'Quita los datos personales de quien se fue hace seis años.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '40 3 * * *',
  async work() {
    const updated = await anonymiseEmployees()
    return {
      message: counted(updated, 'empleado anonimizado', 'empleados anonimizados'),
      counters: { updated },
    }
  },
}
