import { enqueue } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/database/sql'
import { applyNotificationJob } from '#app/payments/bank/apply_notification_job'
import { storeNotification } from '#app/payments/bank/notifications'
import { openGateway } from '#app/payments/gateway/gateways'

type Received = { gateway: string; raw: string; headers: Readonly<Record<string, string | undefined>> }

/** An account of no bank: a notification is about a transfer, and its gateway is found by its name alone. */
const NO_ACCOUNT = { bankAccountId: 0 }

/**
 * Takes what a bank tells: its signature is checked, it is stored once, and a job acts on it. `refused` for a signature or
 * time that is not right, `unknown` for a bank that nobody connected.
 */
export async function receiveNotification({
  gateway,
  raw,
  headers,
}: Received): Promise<'stored' | 'repeated' | 'refused' | 'unknown'> {
  const bank = await openGateway(gateway, NO_ACCOUNT)
  if (!bank) return 'unknown'
  const notification = bank.readNotification(raw, headers)
  if (!notification) return 'refused'
  return inTransaction(async (trx) => {
    const id = await storeNotification(gateway, notification, JSON.parse(raw), trx)
    if (id === null) return 'repeated'
    await enqueue(
      applyNotificationJob,
      { notificationId: id },
      { title: `Aviso de ${gateway}`, userId: null },
      trx
    )
    return 'stored'
  })
}
