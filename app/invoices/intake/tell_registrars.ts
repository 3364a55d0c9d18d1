import type { Actor } from '#app/audit/record_event'
import type Invoice from '#app/invoices/models/invoice'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { queueMail } from '#app/mail/queue_mail'

type TurnedDown = { transition: 'return' | 'reject'; reason: string }

const WORDS = {
  return: { subject: 'devuelta a revisión', text: 'ha vuelto a revisión' },
  reject: { subject: 'rechazada', text: 'se ha rechazado' },
}

/**
 * Tells who registered an invoice and who sent it to approval why it was turned down (area 05 §2). Whoever turns it down
 * knows; who sent one from outside is told of its state alone.
 */
export async function tellRegistrars(
  invoice: Invoice,
  { transition, reason }: TurnedDown,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const people = await rows<{ email: string }>(
    `select email::text as email from users where id = any(:ids::bigint[]) and id is distinct from :actor and status = 'active' order by id`,
    { ids: [invoice.createdBy, invoice.submittedBy].filter((id) => id !== null), actor: actor.userId },
    trx
  )
  const { subject, text } = WORDS[transition]
  const name = [invoice.reference, invoice.invoiceNumber].filter((part) => part !== null).join(' · ')
  for (const { email } of people)
    await queueMail(
      {
        to: email,
        subject: `Factura ${name}: ${subject}`,
        body: `La factura ${name} ${text}.\n\nMotivo: ${reason}\n\nEntre en Caudal, OCR de Facturas, para verla.`,
        objectType: 'invoice',
        objectId: invoice.id,
      },
      trx
    )
}
