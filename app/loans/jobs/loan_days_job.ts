import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'

/** Every night: what falls due of loans, interest of balances, direct debits of banks, and who is in default (area 31). */
export const loanDaysJob: ToldJob<Record<string, never>> = {
  queue: 'loans.days',
  about: {
    title: 'Vencimientos e intereses de préstamos',
    group: 'Contabilidad',
    changes:
      'Liquida los intereses de líneas y cuentas corrientes, contabiliza las cuotas de bancos que vencen y marca las vencidas y los impagos.',
    isCritical: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 600,
  cron: '40 0 * * *',
  work: async () => {
    const { settlePeriods } = await import('#app/loans/actions/settle_periods')
    const { postDueInstallments } = await import('#app/loans/payments/post_due_installments')
    const { followDays } = await import('#app/loans/actions/follow_days')
    const day = today()
    const { settled, problems } = await settlePeriods(day)
    const due = await postDueInstallments(day)
    const { refreshed, defaulted, ended } = await followDays(day)
    const said = [
      counted(settled, 'liquidación de intereses', 'liquidaciones de intereses'),
      counted(due.posted, 'cuota de banco vencida', 'cuotas de bancos vencidas'),
      counted(defaulted, 'impago', 'impagos'),
      ...problems,
      ...due.problems,
    ]
    return {
      message: said.join('. '),
      counters: {
        created: settled + due.posted,
        updated: refreshed + ended,
        errors: problems.length + due.problems.length,
      },
    }
  },
}
