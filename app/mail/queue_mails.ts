import { execute, type Transaction } from '#app/kernel/database/sql'

type Recipient = { name: string; email: string }
/** What everybody is told; each mail begins with its reader's name. */
type Told = { subject: string; body: string; objectType: string; objectId: number }

/** Notes the same mail to many people at once, in the transaction that causes it. */
export async function queueMails(
  recipients: readonly Recipient[],
  { subject, body, objectType, objectId }: Told,
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into outgoing_mails ("to", subject, body, object_type, object_id)
     select r.email, :subject, r.name || E':\\n\\n' || :body, :objectType, :objectId
       from unnest(:names::text[], :emails::text[]) with ordinality as r(name, email, place) order by r.place`,
    {
      subject,
      body,
      objectType,
      objectId,
      names: recipients.map(({ name }) => name),
      emails: recipients.map(({ email }) => email),
    },
    trx
  )
}
