import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'

export type Mail = {
  to: string
  cc?: string | null
  subject: string
  body: string
  objectType?: string
  objectId?: number
  /** Stored files that go with it, under the names they are stored with. */
  fileIds?: number[]
}

/** Notes a mail in the transaction that causes it; the outbox job sends it where SMTP is set up. Gives its key. */
export async function queueMail(mail: Mail, trx: Transaction): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into outgoing_mails ("to", cc, subject, body, object_type, object_id) values (:to, :cc, :subject, :body, :objectType, :objectId) returning id`,
    {
      to: mail.to,
      cc: mail.cc ?? null,
      subject: mail.subject,
      body: mail.body,
      objectType: mail.objectType ?? null,
      objectId: mail.objectId ?? null,
    },
    trx
  )
  if (mail.fileIds && mail.fileIds.length > 0)
    await execute(
      `insert into outgoing_mail_files (mail_id, file_id) select :id, unnest(:fileIds::bigint[])`,
      { id, fileIds: mail.fileIds },
      trx
    )
  return id
}
