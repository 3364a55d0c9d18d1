import { listEvents } from '#app/audit/list_events'
import type { ExportColumn } from '#app/kernel/export_file'
import { maskIban } from '#app/kernel/iban'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { oneRow, rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import type { LegalViewer } from '#app/legal/scoped'
import { orderBadge } from '#app/payments/queries/list_orders'
import { hiddenKinds, isSeenKind, reservedOrders, veil } from '#app/payments/queries/payment_veil'
import {
  BATCH_STATUS,
  type PaymentOrderStatus,
  type SentSubStatus,
} from '#app/payments/workflows/payment_order_workflow'

export type BatchRow = {
  id: number
  number: string
  site: string
  account: string
  execution_date: string
  count: number
  total: { minor: number; currency: string }
  status: { label: string; tone: Tone }
  created_at: string
}

/** Batches with how many payments they hold and how much; who does not see every kind reads of those that they see. */
const batchesFor = (role: string): string =>
  hiddenKinds(role).length === 0
    ? 'payment_batches r'
    : `(select b.id, b.number, b.site_id, b.debtor_account_id, b.execution_date, b.currency, b.status, b.created_at, b.common_count as count, b.common_minor as total_minor
         from payment_batches b where b.common_count > 0) r`

export const batchesList = (role: string): ListDefinition => ({
  from: batchesFor(role),
  key: 'r.id',
  joins: 'join sites s on s.id = r.site_id join bank_accounts b on b.id = r.debtor_account_id',
  select:
    'r.id, r.number, s.code as site, b.name as account, r.execution_date, r.count, r.total_minor, r.currency, r.status, r.created_at',
  sorts: {
    number: { sql: 'r.id', type: 'bigint' },
    execution_date: { sql: 'r.execution_date', type: 'date' },
    total: { sql: 'r.total_minor', type: 'bigint' },
  },
  defaultSort: '-number',
  currency: 'r.currency',
  totals: { total: 'sum(r.total_minor)' },
})

export type FoundBatch = {
  id: number
  number: string
  site: string
  account: string
  executionDate: string
  count: number
  totalMinor: number
  currency: string
  status: keyof typeof BATCH_STATUS
  createdAt: Date
}

export async function listBatches(
  request: ListRequest,
  filter: Filter,
  { role }: Pick<LegalViewer, 'role'>
): Promise<ListOf<BatchRow>> {
  const page = await listPage<FoundBatch>(batchesList(role), request, filter)
  return {
    ...page,
    rows: page.rows.map(batchRow),
  }
}

export const batchRow = (found: FoundBatch): BatchRow => ({
  id: found.id,
  number: found.number,
  site: found.site,
  account: found.account,
  execution_date: found.executionDate,
  count: found.count,
  total: { minor: found.totalMinor, currency: found.currency },
  status: BATCH_STATUS[found.status],
  created_at: found.createdAt.toISOString(),
})

export const batchExportColumns: ExportColumn<BatchRow>[] = [
  { header: 'Nº', value: (row) => row.number },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Cuenta de cargo', value: (row) => row.account, width: 26 },
  { header: 'Ejecución', value: (row) => row.execution_date, kind: 'day' },
  { header: 'Pagos', value: (row) => row.count, kind: 'number' },
  { header: 'Total', value: (row) => row.total, kind: 'amount' },
  { header: 'Moneda', value: (row) => row.total.currency },
  { header: 'Estado', value: (row) => row.status.label },
]

/** Everything the page of one batch shows, of the payments that its reader sees. */
export async function batchPage(batchId: number, viewer: LegalViewer) {
  const batch = await oneRow<
    FoundBatch & {
      messageId: string
      fileSha256: string | null
      downloads: number
      siteName: string
      iban: string | null
      sentBy: string | null
      sentAt: Date | null
      siteId: number
      channel: string
    }
  >(
    `select r.id, r.number, r.site_id, s.code as site, s.legal_name::text as site_name, b.name as account, b.iban, r.execution_date, r.count, r.total_minor, r.currency, r.status, r.created_at,
            r.message_id, r.channel, r.file_sha256, r.downloads, u.name as sent_by, r.sent_at
       from payment_batches r join sites s on s.id = r.site_id join bank_accounts b on b.id = r.debtor_account_id left join users u on u.id = r.sent_by where r.id = :batchId`,
    { batchId }
  )
  const orders = await rows<{
    id: number
    number: string
    creditor: string
    concept: string
    iban: string | null
    amountMinor: number
    status: PaymentOrderStatus
    subStatus: SentSubStatus | null
  }>(
    `select id, number, creditor_name as creditor, remittance as concept, creditor_iban as iban, amount_minor, status, sub_status from payment_orders o where batch_id = :batchId and ${isSeenKind('o', viewer.role)} order by number limit 1000`,
    { batchId }
  )
  const hidden = await reservedOrders(
    orders.map(({ id }) => id),
    viewer
  )
  const shown = orders.map((order) => (hidden.has(order.id) ? veil(order) : order))
  const money = (minor: number) => ({ minor, currency: batch.currency })
  const isPart = orders.length < batch.count && hiddenKinds(viewer.role).length > 0
  const partMinor = orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
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
      status: BATCH_STATUS[batch.status],
      messageId: batch.messageId,
      sha256: batch.fileSha256,
      downloads: batch.downloads,
      isCancelled: batch.status === 'cancelled',
      sentBy: batch.sentBy,
      sentAt: batch.sentAt?.toISOString() ?? null,
      channel: batch.channel,
      actions: batchActions(batch, viewer.role),
    },
    orders: shown.map(({ amountMinor, iban, status, subStatus, ...order }) => ({
      ...order,
      iban: maskIban(iban ?? ''),
      amount: money(amountMinor),
      status: orderBadge(status, subStatus),
    })),
    events: await listEvents('payment_batch', batchId),
  }
}

type Batch = { status: string; channel: string; fileSha256: string | null }

/** A file is downloaded and marked as sent by a person; what goes by network is sent by itself, and annulled until then. */
function batchActions({ status, channel, fileSha256 }: Batch, role: string): string[] {
  if (!['s1st3ma', 'aprobador', 'superC0ntab1l1dad'].includes(role)) return []
  const isReady = status === 'ready'
  return [
    ...(fileSha256 && status !== 'cancelled' ? ['download'] : []),
    ...(isReady && channel !== 'api' ? ['send'] : []),
    ...(channel === 'sepa_file' && ['sent', 'partially_done', 'done'].includes(status) ? ['answer'] : []),
    ...(isReady && ['s1st3ma', 'aprobador'].includes(role) ? ['cancel'] : []),
  ]
}
