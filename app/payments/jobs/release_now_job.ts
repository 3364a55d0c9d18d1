import type { Actor } from '#app/audit/record_event'
import { enqueue, type Job } from '#app/jobs/queue'
import type { Transaction } from '#app/kernel/sql'
import type PaymentOrder from '#app/payments/models/payment_order'

type ReleaseNowData = { orderId: number }

/** A payment that is to be made now leaves as soon as its last approval is there, in a batch of its own. */
export const releaseNowJob: Job<ReleaseNowData> = {
  queue: 'payments.release_now',
  concurrency: 2,
  timeoutSeconds: 120,
  retries: 5,
  retryDelaySeconds: 15,
  work: async ({ orderId }) => {
    const { releaseOrders } = await import('#app/payments/actions/release_orders')
    const { SYSTEM } = await import('#app/audit/record_event')
    const { released, heldBack } = await releaseOrders([orderId], SYSTEM)
    const [held] = heldBack
    return {
      message: held ? `Retenido: ${held.reason}` : `${released} pagos en remesa`,
      resultUrl: `/payment-orders/${orderId}`,
    }
  },
}

/** Puts the release in the queue, in the transaction of the last approval. */
export async function enqueueRelease(
  order: PaymentOrder,
  { userId }: Actor,
  trx: Transaction
): Promise<void> {
  await enqueue(
    releaseNowJob,
    { orderId: order.id },
    {
      title: `Pago inmediato ${order.number}`,
      userId,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
    },
    trx
  )
}
