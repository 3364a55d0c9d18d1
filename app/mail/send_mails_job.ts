import { sendQueuedMails } from '#app/mail/send_queued_mails'

/** Every minute: what waits in the outbox. */
export const sendMailsJob = {
  queue: 'mail.outbox',
  about: {
    title: 'Enviar correos',
    group: 'Avisos',
    changes: 'Envía los correos de la bandeja de salida.',
    isCritical: true,
    reachesOutside: true,
  } as const,
  concurrency: 1,
  timeoutSeconds: 120,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '* * * * *',
  work: sendQueuedMails,
}
