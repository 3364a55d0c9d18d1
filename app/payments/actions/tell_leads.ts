import { rows, type Transaction } from '#app/kernel/sql'
import { queueMail } from '#app/mail/queue_mail'

type Alert = { orderId: number; siteId: number; subject: string; body: string }

/** Alerts approvers and the system role of the company to a payment that somebody must look at (area 28 §4). */
export async function tellLeads({ orderId, siteId, subject, body }: Alert, trx: Transaction): Promise<void> {
  const people = await rows<{ email: string }>(
    `select email::text as email from users u where status = 'active' and role in ('aprobador', 's1st3ma')
        and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = :siteId)) order by id`,
    { siteId },
    trx
  )
  for (const { email } of people)
    await queueMail({ to: email, subject, body, objectType: 'payment_order', objectId: orderId }, trx)
}
