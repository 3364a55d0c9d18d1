import { anonymiseEmployees } from '#app/employees/actions/anonymise_employees'
import type { Job } from '#app/jobs/queue'

/** Each night: people who left six years ago. */
export const forgetPeopleJob: Job<Record<string, never>> = {
  queue: 'employees.forget',
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '40 3 * * *',
  async work() {
    const forgotten = await anonymiseEmployees()
    return { message: `${forgotten} empleados anonimizados` }
  },
}
