import type { Actor } from '#app/audit/record_event'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { queueMail } from '#app/mail/queue_mail'
import type PaymentOrder from '#app/payments/orders/payment_order'

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

type Run = { id: number; number: string }

/** The same of a run of salaries: who prepared it, with the reason and without anybody's pay. */
export async function tellRunCreator(
  { id, number }: Run,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const people = await rows<{ email: string }>(
    `select u.email::text as email from payment_runs r join users u on u.id = r.created_by
      where r.id = :id and u.id is distinct from :actor::bigint and u.status = 'active'`,
    { id, actor: actor.userId },
    trx
  )
  for (const { email } of people)
    await queueMail(
      {
        to: email,
        subject: `Relación ${number} rechazada`,
        body: `La relación de nóminas ${number} se ha rechazado y sus pagos vuelven a borrador.\n\nMotivo: ${reason}\n\nEntre en Caudal para revisarla.`,
        objectType: 'payment_run',
        objectId: id,
      },
      trx
    )
}
