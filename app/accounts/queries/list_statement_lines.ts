import {
  type StatementLineStatus,
  statementLineWorkflow,
} from '#app/accounts/workflows/statement_line_workflow'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'

export type StatementLineRow = {
  id: number
  booked_on: string
  value_on: string | null
  text: string
  counterparty: string | null
  amount: MoneyJson
  balance_after: MoneyJson | null
  status: { tone: string; label: string }
}

export const statementLinesList: ListDefinition = {
  from: 'bank_statement_lines l',
  key: 'l.id',
  select: `l.id, l.booked_on, l.value_on, l.raw_text, l.counterparty_name, l.amount_minor, l.currency, l.balance_after_minor, l.status`,
  sorts: {
    booked_on: { sql: 'l.booked_on', type: 'date' },
    amount: { sql: 'l.amount_minor', type: 'bigint' },
  },
  defaultSort: '-booked_on',
}

export type FoundLine = {
  id: number
  bookedOn: string
  valueOn: string | null
  rawText: string
  counterpartyName: string | null
  amountMinor: number
  currency: string
  balanceAfterMinor: number | null
  status: StatementLineStatus
}

/** Movements that a filter leaves (it names the account), as rows of a list. */
export async function listStatementLines(
  request: ListRequest,
  filter: Filter
): Promise<ListOf<StatementLineRow>> {
  const page = await listPage<FoundLine>(statementLinesList, request, filter)
  return { ...page, rows: page.rows.map(lineRow) }
}

/** A found movement as the lists show it. */
export function lineRow({
  id,
  bookedOn,
  valueOn,
  rawText,
  counterpartyName,
  amountMinor,
  currency,
  balanceAfterMinor,
  status,
}: FoundLine): StatementLineRow {
  return {
    id,
    booked_on: bookedOn,
    value_on: valueOn,
    text: rawText,
    counterparty: counterpartyName,
    amount: { minor: amountMinor, currency },
    balance_after: balanceAfterMinor === null ? null : { minor: balanceAfterMinor, currency },
    status: { tone: statementLineWorkflow.tone(status), label: statementLineWorkflow.label(status) },
  }
}
