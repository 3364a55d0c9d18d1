import { listEvents } from '#app/audit/list_events'
import { inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { maskIban } from '#app/kernel/identifiers/iban'
import type { LegalViewer } from '#app/legal/scoped'
import { batchRemovals, withdrawnFiles } from '#app/payments/batches/batch_changes'
import { previewObstacles } from '#app/payments/batches/batch_obstacles'
import { batchBadge, orderBadge } from '#app/payments/orders/page/order_badges'
import { PAYEE_ACCOUNT } from '#app/payments/orders/page/payee_account'
import { hiddenKinds, isSeenKind, reservedOrders, veil } from '#app/payments/orders/page/payment_visibility'
import type {
  BATCH_STATUS,
  PaymentOrderStatus,
  SentSubStatus,
} from '#app/payments/orders/payment_order_workflow'

type Found = {
  id: number
  number: string
  siteName: string
  account: string
  iban: string | null
  executionDate: string
  count: number
  totalMinor: number
  currency: string
  status: keyof typeof BATCH_STATUS
  channel: string
  messageId: string
  fileSha256: string | null
  downloads: number
  sentBy: string | null
  sentAt: Date | null
}

type FoundOrder = {
  id: number
  number: string
  creditor: string
  concept: string
  iban: string | null
  payeeAccount: string | null
  amountMinor: number
  status: PaymentOrderStatus
  subStatus: SentSubStatus | null
  channel: string
  holdReason: string | null
}

/** Everything the page of one batch shows, of the payments that its reader sees. */
export async function batchPage(batchId: number, viewer: LegalViewer) {
  const batch = await findBatch(batchId)
  const orders = await findOrders(batchId, viewer)
  const hidden = await reservedOrders(
    orders.map(({ id }) => id),
    viewer
  )
  const obstacles = await obstaclesOf(batch)
  const money = (minor: number) => ({ minor, currency: batch.currency })
  const isPart = orders.length < batch.count && hiddenKinds(viewer.role).length > 0
  const partMinor = orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const isFrozen = obstacles.size > 0
  return {
    batch: {
      id: batch.id,
      number: batch.number,
      site: batch.siteName,
      account: batch.account,
      iban: maskIban(batch.iban ?? ''),
      executionDate: batch.executionDate,
      count: isPart ? orders.length : batch.count,
      total: money(isPart ? partMinor : batch.totalMinor),
      status: batchBadge({ ...batch, isFrozen }),
      messageId: batch.messageId,
      sha256: batch.fileSha256,
      downloads: batch.downloads,
      isCancelled: batch.status === 'cancelled',
      isFrozen,
      sentBy: batch.sentBy,
      sentAt: batch.sentAt?.toISOString() ?? null,
      channel: batch.channel,
      actions: batchActions({ ...batch, isFrozen }, viewer.role),
    },
    orders: orders.map((order) => {
      const { amountMinor, iban, payeeAccount, status, ...shown } = hidden.has(order.id)
        ? { ...veil(order), payeeAccount: null }
        : order
      return {
        id: shown.id,
        number: shown.number,
        creditor: shown.creditor,
        concept: shown.concept,
        iban: iban ? maskIban(iban) : (payeeAccount ?? ''),
        amount: money(amountMinor),
        status: orderBadge({ ...shown, status, isDownloaded: batch.downloads > 0 }),
        obstacle: obstacles.get(order.id) ?? null,
        isWaiting: status === 'sent' && shown.subStatus === 'queued',
      }
    }),
    // What speaks against payments that the reader does not see is only counted.
    hiddenObstacles: [...obstacles.keys()].filter((id) => orders.every((order) => order.id !== id)).length,
    removals: await batchRemovals(batchId, batch.currency, viewer),
    files: await withdrawnFiles(batchId, batch.currency, viewer),
    events: await listEvents('payment_batch', batchId),
  }
}

const findBatch = (batchId: number) =>
  oneRow<Found>(
    `select r.id, r.number, s.legal_name::text as site_name, b.name as account, b.iban, r.execution_date, r.count, r.total_minor, r.currency, r.status,
            r.message_id, r.channel, r.file_sha256, r.downloads, u.name as sent_by, r.sent_at
       from payment_batches r join sites s on s.id = r.site_id join bank_accounts b on b.id = r.debtor_account_id left join users u on u.id = r.sent_by where r.id = :batchId`,
    { batchId }
  )

const findOrders = (batchId: number, { role }: LegalViewer) =>
  rows<FoundOrder>(
    `select o.id, o.number, o.creditor_name as creditor, o.remittance as concept, o.creditor_iban as iban, ${PAYEE_ACCOUNT} as payee_account, o.amount_minor, status, sub_status, channel, hold_reason
       from payment_orders o where batch_id = :batchId and ${isSeenKind('o', role)} order by number limit 1000`,
    { batchId }
  )

/** Why payments of a file that is still to leave may not, by their keys. By network each is asked about when it leaves. */
async function obstaclesOf({ id, status, channel }: Found): Promise<ReadonlyMap<number, string>> {
  if (status !== 'ready' || channel === 'api') return new Map()
  const found = await inTransaction((trx) => previewObstacles(id, trx))
  return new Map(found.map(({ order, reason }) => [order.id, reason]))
}

type Batch = { status: string; channel: string; fileSha256: string | null; isFrozen: boolean }

const LEADS = ['s1st3ma', 'aprobador']

/**
 * A file is downloaded and marked as sent by a person, while nothing speaks against its payments; what goes by network is sent
 * by itself, and annulled until then.
 */
function batchActions({ status, channel, fileSha256, isFrozen }: Batch, role: string): string[] {
  if (![...LEADS, 'superC0ntab1l1dad'].includes(role)) return []
  const isReady = status === 'ready'
  const isByHand = channel !== 'api'
  return [
    ...(fileSha256 && status !== 'cancelled' && !isFrozen ? ['download'] : []),
    ...(isReady && isByHand && !isFrozen ? ['send'] : []),
    ...(isReady && isByHand ? ['take_out'] : []),
    ...(channel === 'sepa_file' && ['sent', 'partially_done', 'done', 'failed'].includes(status)
      ? ['answer']
      : []),
    ...(isReady && LEADS.includes(role) ? ['cancel'] : []),
  ]
}
