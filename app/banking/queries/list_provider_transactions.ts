import {
  type StatementLineStatus,
  statementLineWorkflow,
} from '#app/accounts/workflows/statement_line_workflow'
import type { MovementStatus, MovementType } from '#app/banking/bank_provider'
import { MOVEMENT_STATUSES, MOVEMENT_TYPES } from '#app/banking/banking_labels'
import { categoryText } from '#app/banking/movement_categories'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

export type ProviderTransactionRow = {
  id: number
  /** The day it was booked; of one that is pending, the day it came up. */
  bookedOn: string
  valueOn: string | null
  text: string
  counterparty: string | null
  type: string
  amount: MoneyJson
  /** The same in the currency of the other side, where that is another. */
  local: MoneyJson | null
  balanceAfter: MoneyJson | null
  attachments: number
  status: Badge
  /** What reconciliation made of its line; null while it is none. */
  line: Badge | null
  lineId: number | null
  /** The number of an order of ours, where the movement carries it. */
  orderNumber: string | null
  category: string | null
  /** «Posible duplicado»: a line from a file that may be the same movement, for a person to say. */
  duplicate: { lineId: number; bookedOn: string; text: string } | null
  /** The provider said something else of it after it had booked it. */
  isChanged: boolean
}

type Found = {
  id: number
  bookedOn: string
  valueOn: string | null
  text: string
  counterpartyName: string | null
  type: MovementType
  amountMinor: number
  currency: string
  localMinor: number | null
  localCurrency: string | null
  balanceAfterMinor: number | null
  attachmentCount: number
  status: MovementStatus
  lineStatus: StatementLineStatus | null
  lineId: number | null
  orderNumber: string | null
  category: string | null
  doubtfulLineId: number | null
  doubtfulOn: string | null
  doubtfulText: string | null
  isChanged: boolean
}

/** The column that a search looks through with `foldedWords`. */
export const TRANSACTION_WORDS = 't.search_text'

/** Movements of one account: the filter names it (`t.provider_account_id = :accountId`). */
const definition: ListDefinition = {
  from: 'provider_transactions t',
  key: 't.id',
  joins: `left join bank_statement_lines l on l.id = t.bank_statement_line_id
    left join lateral (select x.id, x.booked_on, x.raw_text from bank_statement_lines x
      where x.id = l.possible_duplicate_of or x.possible_duplicate_of = l.id limit 1) d on true`,
  select: `t.id, t.booked_on, t.value_on, t.text, t.counterparty_name, t.type, t.amount_minor, t.currency, t.local_minor, t.local_currency,
    t.balance_after_minor, jsonb_array_length(t.attachments) as attachment_count, t.status, l.status as line_status, l.id as line_id,
    t.order_number, t.category, d.id as doubtful_line_id, d.booked_on as doubtful_on, d.raw_text as doubtful_text,
    exists (select 1 from provider_transaction_changes x where x.provider_transaction_id = t.id) as is_changed`,
  sorts: {
    booked_on: { sql: 't.booked_on', type: 'date' },
    amount: { sql: 't.amount_minor', type: 'bigint' },
  },
  defaultSort: '-booked_on',
}

/** Movements as a provider tells them, pending ones too. */
export const providerTransactionsList: List<Found, ProviderTransactionRow> = {
  name: 'movimientos-del-proveedor',
  definition,
  toRow,
  columns: [
    { key: 'bookedOn', title: 'Fecha', kind: 'day', sort: 'booked_on' },
    { key: 'valueOn', title: 'Valor', kind: 'day', isOptional: true, card: 'hidden' },
    { key: 'text', title: 'Concepto', kind: 'name' },
    { key: 'counterparty', title: 'Contraparte', kind: 'text', width: 200 },
    { key: 'type', title: 'Tipo', kind: 'text' },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
    {
      key: 'local',
      title: 'Importe en origen',
      kind: 'money',
      isOptional: true,
      isSaid: ({ rows }) => rows.some(({ local }) => local !== null),
    },
    {
      key: 'balanceAfter',
      title: 'Saldo',
      kind: 'money',
      isSaid: ({ rows }) => rows.length === 0 || rows.some(({ balanceAfter }) => balanceAfter !== null),
    },
    {
      key: 'attachments',
      title: 'Adjuntos',
      kind: 'number',
      isSaid: ({ rows }) => rows.some(({ attachments }) => attachments > 0),
    },
    { key: 'status', title: 'Estado', kind: 'badge' },
    { key: 'line', title: 'Conciliación', kind: 'badge' },
    { key: 'orderNumber', title: 'Nº orden', kind: 'reference', isOptional: true, card: 'hidden' },
    { key: 'category', title: 'Categoría', kind: 'text', isOptional: true, card: 'hidden' },
  ],
}

function toRow(found: Found): ProviderTransactionRow {
  const { currency, localMinor, localCurrency, balanceAfterMinor, lineStatus, doubtfulLineId } = found
  return {
    id: found.id,
    bookedOn: found.bookedOn,
    valueOn: found.valueOn,
    text: found.text,
    counterparty: found.counterpartyName,
    type: MOVEMENT_TYPES[found.type],
    amount: { minor: found.amountMinor, currency },
    local:
      localMinor === null || localCurrency === null ? null : { minor: localMinor, currency: localCurrency },
    balanceAfter: balanceAfterMinor === null ? null : { minor: balanceAfterMinor, currency },
    attachments: found.attachmentCount,
    status: MOVEMENT_STATUSES[found.status],
    line: lineStatus && {
      label: statementLineWorkflow.label(lineStatus),
      tone: statementLineWorkflow.tone(lineStatus),
    },
    lineId: found.lineId,
    orderNumber: found.orderNumber,
    category: found.category && categoryText(found.category),
    duplicate:
      doubtfulLineId === null
        ? null
        : { lineId: doubtfulLineId, bookedOn: found.doubtfulOn ?? '', text: found.doubtfulText ?? '' },
    isChanged: found.isChanged,
  }
}
