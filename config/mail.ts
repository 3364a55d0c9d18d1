import { defineConfig, transports } from '@adonisjs/mail'
import env from '#start/env'

const username = env.get('SMTP_USERNAME')

const mailConfig = defineConfig({
  default: 'smtp',
  from: { address: env.get('MAIL_FROM', 'caudal@localhost'), name: env.get('APP_NAME') },
  mailers: {
    smtp: transports.smtp({
      host: env.get('SMTP_HOST', 'localhost'),
      port: env.get('SMTP_PORT', 587),
      ...(username ? { auth: { type: 'login', user: username, pass: env.get('SMTP_PASSWORD', '') } } : {}),
    }),
  },
})

export default mailConfig

declare module '@adonisjs/mail/types' {
  export interface MailersList extends InferMailers<typeof mailConfig> {}
}
