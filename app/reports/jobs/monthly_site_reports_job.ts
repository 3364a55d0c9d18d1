import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { addMonths, today } from '#app/kernel/time/calendar_date'
import { mailSiteReports } from '#app/reports/actions/mail_site_reports'

/** The report of each company by e-mail, on the first of the month at seven for the month that ended. */
export const monthlySiteReportsJob: ToldJob<Record<string, never>> = {
  queue: 'reports.monthly-sites',
  about: {
    title: 'Informe mensual de empresas',
    group: 'Avisos',
    changes: 'Envía por correo el informe de cada empresa del mes que terminó.',
    reachesOutside: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 3,
  retryDelaySeconds: 300,
  cron: '0 7 1 * *',
  async work() {
    const mailed = await mailSiteReports(addMonths(today(), -1))
    return { message: counted(mailed, 'informe enviado', 'informes enviados'), counters: { created: mailed } }
  },
}
