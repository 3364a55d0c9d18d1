import { type Actor, recordEvent } from '#app/audit/record_event'
import { storeFile } from '#app/files/store_file'
import { inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { formatDay } from '#app/kernel/time/calendar_date'
import { queueMail } from '#app/mail/queue_mail'
import type { HistoryPage } from '#app/reports/queries/history_page'

type Input = { page: HistoryPage; pdf: Uint8Array; actor: Actor }

/**
 * Mails the receipt of a payment to whom it was paid, a supplier or an employee. Gives the address. Throws E_NO_EMAIL without
 * one.
 */
export async function mailReceipt({ page: { payment }, pdf, actor }: Input): Promise<string> {
  return inTransaction(async (trx) => {
    const payee = await row<{ name: string; email: string | null }>(
      `select coalesce(p.legal_name, e.full_name) as name, nullif(trim(coalesce(p.email, e.email)::text), '') as email from payment_orders o
         left join providers p on o.creditor_type = 'provider' and p.id = o.creditor_id left join employees e on o.creditor_type = 'employee' and e.id = o.creditor_id
        where o.id = :id`,
      { id: payment.id },
      trx
    )
    if (!payee?.email)
      throw new DomainError('E_NO_EMAIL', `${payment.payee} no tiene correo electrónico en su ficha.`)
    const { id: fileId } = await storeFile(
      { bytes: pdf, name: `justificante-${payment.reference ?? payment.id}.pdf`, createdBy: actor.userId },
      trx
    )
    const paid = payment.amount ? formatAmount(payment.amount.minor, payment.amount.currency) : ''
    await queueMail(
      {
        to: payee.email,
        subject: `Justificante de pago de ${payment.siteName}`,
        body: `Buenos días:\n\nAdjuntamos el justificante del pago de ${paid} realizado el ${formatDay(payment.paidOn)} por ${payment.siteName}.\nConcepto: ${payment.concept}\n\nUn saludo.\n`,
        objectType: 'payment_order',
        objectId: payment.id,
        fileIds: [fileId],
      },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'payment_order',
        objectId: payment.id,
        siteId: payment.siteId,
        event: 'payment_order.receipt_mailed',
        diff: { correo: [null, payee.email] },
      },
      trx
    )
    return payee.email
  })
}
