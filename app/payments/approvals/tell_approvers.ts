import type { Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { formatDay, today } from '#app/kernel/time/calendar_date'
import { queueMail } from '#app/mail/queue_mail'
import { type ApprovalQuestion, approverEmails } from '#app/sites/queries/eligible_approvers'

/** What cannot wait: a payment, or a run of salaries with how many they are. */
export type Urgent = {
  number: string
  amountMinor: number
  currency: string
  payee: string
  reason: string | null
  /** Where the menu keeps it. */
  screen: string
  objectType: 'payment_order' | 'payment_run'
  objectId: number
}

/** Everybody who may approve it gets a mail; nothing in it leads anywhere without signing in. */
export async function tellApprovers(
  question: ApprovalQuestion,
  { number, amountMinor, currency, payee, reason, screen, objectType, objectId }: Urgent,
  trx: Transaction
): Promise<void> {
  for (const email of await approverEmails(question, trx))
    await queueMail(
      {
        to: email,
        subject: `Pago inmediato pendiente de aprobar: ${number}`,
        body: `${number}: ${formatAmount(amountMinor, currency)} a ${payee}.\nMotivo: ${reason}\nPedido el ${formatDay(today())}. Entre en Caudal, ${screen}, Bolsa, para revisarlo.`,
        objectType,
        objectId,
      },
      trx
    )
}
