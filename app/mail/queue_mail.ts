import { execute, type Transaction } from '#app/kernel/sql'

export type Mail = { to: string; subject: string; body: string; objectType?: string; objectId?: number }

/** Notes a mail in the transaction that causes it; the outbox job sends it where SMTP is set up. */
export async function queueMail(mail: Mail, trx: Transaction): Promise<void> {
  await execute(
    `insert into outgoing_mails ("to", subject, body, object_type, object_id) values (:to, :subject, :body, :objectType, :objectId)`,
    {
      to: mail.to,
      subject: mail.subject,
      body: mail.body,
      objectType: mail.objectType ?? null,
      objectId: mail.objectId ?? null,
    },
    trx
  )
}
