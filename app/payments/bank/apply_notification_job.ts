import type { ToldJob } from '#app/jobs/job'

type ApplyNotificationData = { notificationId: number }

/** Acts on what a bank told. What must wait for an answer of ours stays stored: the recovery takes it up. */
export const applyNotificationJob: ToldJob<ApplyNotificationData> = {
  queue: 'payments.notification',
  about: {
    title: 'Procesar notificaciones de los bancos',
    group: 'Pagos',
    changes: 'Aplica a los pagos lo que los bancos comunican.',
    isCritical: true,
    movesMoney: true,
  },
  concurrency: 2,
  timeoutSeconds: 120,
  retries: 2,
  retryDelaySeconds: 10,
  work: async ({ notificationId }) => {
    const { applyNotification } = await import('#app/payments/bank/notifications')
    return { message: (await applyNotification(notificationId)) ? 'Aplicado' : 'En espera' }
  },
}
