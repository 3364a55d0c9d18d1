import { peopleOfSites } from '#app/identity/queries/people_of_sites'
import { A, S } from '#app/identity/roles'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { queueMail } from '#app/mail/queue_mail'
import { paymentLines, type Told } from '#app/payments/bank/tell_leads'
import type PaymentBatch from '#app/payments/batches/payment_batch'

type Frozen = Pick<PaymentBatch, 'id' | 'number' | 'siteId' | 'downloads'>

/**
 * Whoever approves, the system role, and everybody who has downloaded the file learn that it is frozen: one mail each, with
 * the payments by number and amount only. Nobody is told of none.
 */
export async function tellFrozen(
  batch: Frozen,
  orderIds: readonly number[],
  trx: Transaction
): Promise<void> {
  if (orderIds.length === 0) return
  const payments = await rows<Told>(
    `select id, number, site_id, amount_minor, currency from payment_orders where id = any(:orderIds::bigint[]) order by id`,
    { orderIds },
    trx
  )
  const leads = (await peopleOfSites([batch.siteId], [A, S], trx)).map(({ email }) => email)
  const downloaders = await downloadersOf(batch.id, trx)
  for (const email of new Set([...downloaders, ...leads]))
    await queueMail(
      {
        to: email,
        subject: `Remesa ${batch.number} congelada: no la suba al banco`,
        body: bodyFor(batch, payments, downloaders.includes(email)),
        objectType: 'payment_batch',
        objectId: batch.id,
      },
      trx
    )
}

function bodyFor({ number, downloads }: Frozen, payments: readonly Told[], hasFile: boolean): string {
  const file = hasFile
    ? 'Usted ha descargado su fichero: bórrelo y no lo suba al banco. Si ya lo ha subido, llame hoy mismo al banco para retirarlo.'
    : downloads > 0
      ? 'Su fichero ya se había descargado: compruebe que nadie lo sube y, si ya está en el banco, llame hoy mismo para retirarlo.'
      : 'Su fichero ya no se puede descargar.'
  return `La remesa ${number} contiene pagos que ya no pueden salir:\n\n${paymentLines(payments)}\n\n${file} La remesa no se puede marcar como enviada hasta que esos pagos se saquen de ella o se anule.\n\nEntre en Caudal para resolverlo.`
}

/** Those who have the file that is valid now, and are still there to be told. */
async function downloadersOf(batchId: number, trx: Transaction): Promise<string[]> {
  const found = await rows<{ email: string }>(
    `select distinct u.email::text as email from audit_events e join users u on u.id = e.user_id and u.status = 'active'
        join payment_batches b on b.id = e.object_id
      where e.object_type = 'payment_batch' and e.object_id = :batchId and e.event = 'payment_batch.downloaded' and e.at >= coalesce(b.written_at, b.created_at)
      order by 1`,
    { batchId },
    trx
  )
  return found.map(({ email }) => email)
}
