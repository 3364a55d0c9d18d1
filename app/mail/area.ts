import { defineArea } from '#app/kernel/area'

/** Outgoing mail. */
export const mail = defineArea({
  name: 'mail',
  floor: 2,
  tables: ['outgoing_mails', 'outgoing_mail_files'],
  jobs: [async () => (await import('#app/mail/send_mails_job')).sendMailsJob],
})
