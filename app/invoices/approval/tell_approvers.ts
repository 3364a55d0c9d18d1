import type Invoice from '#app/invoices/models/invoice'
import { row, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { queueMail } from '#app/mail/queue_mail'
import { type ApprovalQuestion, approverEmails } from '#app/sites/queries/eligible_approvers'

/** An urgent invoice is told at once to everybody who may approve it; the others are in the mail of each morning. */
export async function tellApprovers(
  invoice: Invoice,
  question: ApprovalQuestion,
  trx: Transaction
): Promise<void> {
  if (invoice.priority !== 'urgent') return
  const provider = await row<{ name: string }>(
    `select legal_name as name from providers where id = :id`,
    { id: invoice.providerId },
    trx
  )
  const name = [invoice.reference, invoice.invoiceNumber].filter((part) => part !== null).join(' · ')
  const due = invoice.dueOn ? ` Vence el ${formatDay(String(invoice.dueOn) as CalendarDate)}.` : ''
  for (const email of await approverEmails(question, trx))
    await queueMail(
      {
        to: email,
        subject: `Factura urgente pendiente de aprobar: ${name}`,
        body: `${name}: ${formatAmount(invoice.totalMinor, invoice.currency)} de ${provider?.name ?? ''}.${due}\n\nEntre en Caudal, OCR de Facturas, para revisarla.`,
        objectType: 'invoice',
        objectId: invoice.id,
      },
      trx
    )
}
