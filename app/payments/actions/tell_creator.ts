import type { Actor } from '#app/audit/record_event'
import { formatAmount } from '#app/kernel/money'
import { rows, type Transaction } from '#app/kernel/sql'
import { queueMail } from '#app/mail/queue_mail'
import type PaymentOrder from '#app/payments/models/payment_order'

/** Tells who made a payment why it was rejected (area 28 §2). Whoever rejects it knows, and who has left is not told. */
export async function tellCreator(
  { id, number, amountMinor, currency, createdBy }: PaymentOrder,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const people = await rows<{ email: string }>(
    `select email::text as email from users where id = :createdBy::bigint and id is distinct from :actor::bigint and status = 'active'`,
    { createdBy, actor: actor.userId },
    trx
  )
  for (const { email } of people)
    await queueMail(
      {
        to: email,
        subject: `Pago ${number} rechazado`,
        // The payee of some payments is not for everybody, and mails are read on the way.
        body: `El pago ${number} de ${formatAmount(amountMinor, currency)} se ha rechazado y vuelve a borrador.\n\nMotivo: ${reason}\n\nEntre en Caudal para revisarlo.`,
        objectType: 'payment_order',
        objectId: id,
      },
      trx
    )
}
