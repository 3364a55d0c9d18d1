import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { batchBadge } from '#app/payments/orders/page/order_badges'
import { hiddenKinds } from '#app/payments/orders/page/payment_visibility'
import type { BATCH_STATUS } from '#app/payments/orders/payment_order_workflow'

export type BatchRow = {
  id: number
  number: string
  site: string
  account: string
  executionDate: string
  count: number
  total: MoneyJson
  status: Badge
  /** Who said that it is at the bank; nobody of what goes there by itself. */
  sentBy: string | null
  createdAt: string
}

/** SQL: whether a batch `r` that is still to leave holds a payment that may not leave any more. */
export const IS_FROZEN = `(r.status = 'ready' and r.channel <> 'api' and exists (
  select 1 from payment_orders x where x.batch_id = r.id and x.status = 'sent' and payment_order_obstacle(x) is not null))`

/** Batches with how many payments they hold and how much; who does not see every kind reads of those that they see. */
const batchesFor = (role: string): string =>
  hiddenKinds(role).length === 0
    ? 'payment_batches r'
    : `(select b.id, b.number, b.site_id, b.debtor_account_id, b.execution_date, b.currency, b.status, b.channel, b.downloads, b.sent_by, b.created_at, b.common_count as count, b.common_minor as total_minor
         from payment_batches b where b.common_count > 0) r`

const definition = (role: string): ListDefinition => ({
  from: batchesFor(role),
  key: 'r.id',
  joins:
    'join sites s on s.id = r.site_id join bank_accounts b on b.id = r.debtor_account_id left join users u on u.id = r.sent_by',
  select: `r.id, r.number, s.code as site, b.name as account, r.execution_date, r.count, r.total_minor, r.currency, r.status, r.channel, r.downloads, u.name as sent_by, r.created_at,
    ${IS_FROZEN} as is_frozen`,
  sorts: {
    number: { sql: 'r.id', type: 'bigint' },
    execution_date: { sql: 'r.execution_date', type: 'date' },
    total: { sql: 'r.total_minor', type: 'bigint' },
  },
  defaultSort: '-number',
  currency: 'r.currency',
  totals: { total: 'sum(r.total_minor)' },
})

type FoundBatch = {
  id: number
  number: string
  site: string
  account: string
  executionDate: string
  count: number
  totalMinor: number
  currency: string
  status: keyof typeof BATCH_STATUS
  channel: string
  downloads: number
  sentBy: string | null
  isFrozen: boolean
  createdAt: Date
}

/** Remesas as a person of this role reads them. */
export const batchesList = (role: string): List<FoundBatch, BatchRow> => ({
  name: 'remesas',
  definition: definition(role),
  toRow: batchRow,
  columns: [
    { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'account', title: 'Cuenta de cargo', kind: 'name', file: { width: 26 } },
    { key: 'executionDate', title: 'Ejecución', kind: 'day', sort: 'execution_date' },
    { key: 'count', title: 'Pagos', kind: 'number' },
    { key: 'total', title: 'Total', kind: 'money', sort: 'total', card: 'figure' },
    { key: 'total', title: 'Moneda', kind: 'currency', only: 'file' },
    { key: 'status', title: 'Estado', kind: 'badge', file: { width: 30 } },
    {
      key: 'sentBy',
      title: 'Marcada por',
      kind: 'text',
      card: 'hidden',
      file: { title: 'Marcada como enviada por', width: 26 },
    },
    { key: 'createdAt', title: 'Creada', kind: 'instant', card: 'hidden', only: 'page' },
  ],
})

const batchRow = (found: FoundBatch): BatchRow => ({
  id: found.id,
  number: found.number,
  site: found.site,
  account: found.account,
  executionDate: found.executionDate,
  count: found.count,
  total: { minor: found.totalMinor, currency: found.currency },
  status: batchBadge(found),
  sentBy: found.sentBy,
  createdAt: found.createdAt.toISOString(),
})

/** How these batches leave. */
export async function channelsOf(batchIds: readonly number[]): Promise<string[]> {
  const found = await rows<{ channel: string }>(
    `select distinct channel from payment_batches where id = any(:batchIds::bigint[])`,
    { batchIds: [...batchIds] }
  )
  return found.map(({ channel }) => channel)
}
