import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'

/** Every night, for the months that are over: accrued interest, and what falls due within a year (area 31). */
export const loanMonthsJob: ToldJob<Record<string, never>> = {
  queue: 'loans.months',
  about: {
    title: 'Devengo mensual de préstamos',
    group: 'Contabilidad',
    changes: 'Contabiliza los intereses devengados de cada mes y pasa a corto plazo lo que vence en un año.',
    isCritical: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 2,
  retryDelaySeconds: 600,
  cron: '20 1 * * *',
  work: async () => {
    const { closeMonths } = await import('#app/loans/actions/close_months')
    const { closed, problems } = await closeMonths(today())
    return {
      message: [counted(closed, 'mes devengado', 'meses devengados'), ...problems].join('. '),
      counters: { created: closed, errors: problems.length },
    }
  },
}
