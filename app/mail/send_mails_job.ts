import type { Job } from '#app/jobs/queue'

/** Sends what waits in the outbox; without SMTP the mails stay there to be seen. */
export const sendMailsJob: Job<Record<string, never>> = {
  queue: 'mail.outbox',
  concurrency: 1,
  timeoutSeconds: 120,
  retries: 0,
  retryDelaySeconds: 60,
  work: async (_data, progress) => {
    const { sendQueuedMails } = await import('#app/mail/send_queued_mails')
    return sendQueuedMails(progress)
  },
}
