import type { Actor } from '#app/audit/record_event'
import type { ToldJob } from '#app/jobs/job'
import { enqueue } from '#app/jobs/queue'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import type PaymentOrder from '#app/payments/orders/payment_order'

/** One payment, or the salaries of a run. */
type ReleaseNowData = { orderId: number } | { runId: number }

/** What is to be paid now leaves as soon as its last approval is there, in a batch of its own. */
export const releaseNowJob: ToldJob<ReleaseNowData> = {
  queue: 'payments.release_now',
  about: {
    title: 'Pagos inmediatos',
    group: 'Pagos',
    changes: 'Pone en remesa los pagos inmediatos en cuanto tienen su última aprobación.',
    isCritical: true,
    movesMoney: true,
    reachesOutside: true,
  },
  concurrency: 2,
  timeoutSeconds: 120,
  retries: 5,
  retryDelaySeconds: 15,
  work: async (data) => {
    const { releaseOrders } = await import('#app/payments/release/release_orders')
    const { SYSTEM } = await import('#app/audit/record_event')
    const { released, heldBack } = await releaseOrders(await ordersOf(data), SYSTEM)
    const [held] = heldBack
    return {
      message: held ? `Retenido: ${held.reason}` : counted(released, 'pago en remesa', 'pagos en remesa'),
      counters: { updated: released, skipped: heldBack.length },
      resultUrl: 'runId' in data ? `/payroll-runs/${data.runId}` : `/payment-orders/${data.orderId}`,
    }
  },
}

async function ordersOf(data: ReleaseNowData): Promise<number[]> {
  if ('orderId' in data) return [data.orderId]
  const approved = await rows<{ id: number }>(
    `select id from payment_orders where run_id = :runId and status = 'approved' order by id`,
    { runId: data.runId }
  )
  return approved.map(({ id }) => id)
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

/** The same for the salaries of a run, which leave together. */
export async function enqueueRunRelease(
  run: { id: number; number: string; siteId: number },
  { userId }: Actor,
  trx: Transaction
): Promise<void> {
  await enqueue(
    releaseNowJob,
    { runId: run.id },
    {
      title: `Nómina inmediata ${run.number}`,
      userId,
      objectType: 'payment_run',
      objectId: run.id,
      siteId: run.siteId,
    },
    trx
  )
}
