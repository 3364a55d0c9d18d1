import { peopleOfSite } from '#app/identity/queries/people_of_site'
import { A, S } from '#app/identity/roles'
import type { Transaction } from '#app/kernel/sql'
import { queueMail } from '#app/mail/queue_mail'

type Alert = { orderId: number; siteId: number; subject: string; body: string }

/** Alerts approvers and the system role of the company to a payment that somebody must look at (area 28 §4). */
export async function tellLeads({ orderId, siteId, subject, body }: Alert, trx: Transaction): Promise<void> {
  for (const { email } of await peopleOfSite(siteId, [A, S], trx))
    await queueMail({ to: email, subject, body, objectType: 'payment_order', objectId: orderId }, trx)
}
