import type { Job } from '#app/jobs/queue'

type ApplyNotificationData = { notificationId: number }

/** Acts on what a bank told. What must wait for an answer of ours stays stored: the recovery takes it up. */
export const applyNotificationJob: Job<ApplyNotificationData> = {
  queue: 'payments.notification',
  concurrency: 2,
  timeoutSeconds: 120,
  retries: 2,
  retryDelaySeconds: 10,
  work: async ({ notificationId }) => {
    const { applyNotification } = await import('#app/payments/actions/notifications')
    return { message: (await applyNotification(notificationId)) ? 'Aplicado' : 'En espera' }
  },
}
