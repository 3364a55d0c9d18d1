import { mayBeTwice } from '#app/accounts/queries/duplicate_pairs'
import {
  type StatementLineStatus,
  statementLineWorkflow,
} from '#app/accounts/workflows/statement_line_workflow'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

export type StatementLineRow = {
  id: number
  bookedOn: string
  valueOn: string | null
  text: string
  counterparty: string | null
  amount: MoneyJson
  balanceAfter: MoneyJson | null
  status: Badge
  /** It may be there twice: a person says. */
  isDoubtful: boolean
  actions: string[]
}

const definition: ListDefinition = {
  from: 'bank_statement_lines l',
  key: 'l.id',
  select: `l.id, l.booked_on, l.value_on, l.raw_text, l.counterparty_name, l.amount_minor, l.currency, l.balance_after_minor, l.status,
    ${mayBeTwice('l')} as is_doubtful`,
  sorts: {
    booked_on: { sql: 'l.booked_on', type: 'date' },
    amount: { sql: 'l.amount_minor', type: 'bigint' },
  },
  defaultSort: '-booked_on',
}

type FoundLine = {
  id: number
  bookedOn: string
  valueOn: string | null
  rawText: string
  counterpartyName: string | null
  amountMinor: number
  currency: string
  balanceAfterMinor: number | null
  status: StatementLineStatus
  isDoubtful: boolean
}

/** Movements of the bank; a filter names the account. */
export const statementLinesList: List<FoundLine, StatementLineRow> = {
  name: 'movimientos',
  definition,
  toRow: lineRow,
  columns: [
    { key: 'bookedOn', title: 'Fecha', kind: 'day', sort: 'booked_on' },
    { key: 'valueOn', title: 'Valor', kind: 'day', isOptional: true },
    { key: 'text', title: 'Concepto', kind: 'name' },
    { key: 'counterparty', title: 'Contraparte', kind: 'text', width: 200 },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
    { key: 'balanceAfter', title: 'Saldo', kind: 'money' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

/** A found movement as the lists show it. */
function lineRow({
  id,
  bookedOn,
  valueOn,
  rawText,
  counterpartyName,
  amountMinor,
  currency,
  balanceAfterMinor,
  status,
  isDoubtful,
}: FoundLine): StatementLineRow {
  return {
    id,
    bookedOn,
    valueOn,
    text: rawText,
    counterparty: counterpartyName,
    amount: { minor: amountMinor, currency },
    balanceAfter: balanceAfterMinor === null ? null : { minor: balanceAfterMinor, currency },
    status: { tone: statementLineWorkflow.tone(status), label: statementLineWorkflow.label(status) },
    isDoubtful,
    actions: isDoubtful ? ['duplicate'] : [],
  }
}
