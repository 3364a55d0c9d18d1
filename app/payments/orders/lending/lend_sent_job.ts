import type { ToldJob } from '#app/jobs/job'
import { enqueue } from '#app/jobs/queue'
import type { Transaction } from '#app/kernel/database/sql'
import { chosenLoan } from '#app/payments/orders/lending/choose_loan'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { isPaidByOther } from '#app/payments/orders/payment_order'

type LendSentData = { orderId: number }

/** What the bank has of a payment for another company goes into the loan that was chosen for it. */
export const lendSentJob: ToldJob<LendSentData> = {
  queue: 'payments.lend_sent',
  about: {
    title: 'Registrar pagos como préstamo',
    group: 'Pagos',
    changes: 'Pasa al préstamo elegido lo que una empresa ha pagado por otra, cuando el banco lo tiene.',
  },
  concurrency: 1,
  timeoutSeconds: 120,
  retries: 5,
  retryDelaySeconds: 15,
  work: async ({ orderId }) => {
    const { lendChosen } = await import('#app/payments/orders/lending/lend_chosen')
    const { message, isTaken } = await lendChosen(orderId)
    return {
      message,
      counters: isTaken ? { updated: 1 } : { skipped: 1 },
      resultUrl: `/payment-orders/${orderId}`,
    }
  },
}

/** In the transaction in which the bank got it; nothing where no loan was chosen. */
export async function enqueueLending(order: PaymentOrder, trx: Transaction): Promise<void> {
  if (!isPaidByOther(order)) return
  const chosen = await chosenLoan(order.id, trx)
  if (!chosen) return
  await enqueue(
    lendSentJob,
    { orderId: order.id },
    {
      title: `Registrar ${order.number} en el préstamo ${chosen.number}`,
      userId: chosen.chosenBy,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
    },
    trx
  )
}
