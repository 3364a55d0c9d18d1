import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'

/** Every morning: instalments of loans that pay by themselves get their draft order before they fall due. */
export const dueInstallmentsJob: ToldJob<Record<string, never>> = {
  queue: 'payments.loans',
  about: {
    title: 'Generar pagos de cuotas de préstamos',
    group: 'Pagos',
    changes:
      'Prepara en borrador los pagos de las cuotas que vencen pronto de los préstamos con pago automático.',
    movesMoney: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 600,
  cron: '20 6 * * *',
  work: async () => {
    const { orderDueInstallments } = await import('#app/payments/kinds/loan/order_due_installments')
    const { ordered, problems } = await orderDueInstallments(today())
    return {
      message: [counted(ordered, 'pago en borrador', 'pagos en borrador'), ...problems].join('. '),
      counters: { created: ordered, errors: problems.length },
    }
  },
}
