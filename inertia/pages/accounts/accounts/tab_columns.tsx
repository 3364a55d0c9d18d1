import { countText, Day, Instant } from '~/kit/day'
import type { Column } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'

type Status = { tone: string; label: string }
const badge = ({ status }: { status: Status }) => (
  <StatusBadge tone={status.tone as Tone} label={status.label} />
)

export type MovementRow = {
  id: number
  booked_on: string
  value_on: string | null
  text: string
  counterparty: string | null
  amount: MoneyValue
  balance_after: MoneyValue | null
  status: Status
}

export const movementColumns: Column<MovementRow>[] = [
  { key: 'booked_on', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.booked_on} /> },
  { key: 'value_on', header: 'Valor', optional: true, cell: (row) => <Day value={row.value_on} /> },
  { key: 'text', header: 'Concepto', width: 240, cell: (row) => row.text },
  { key: 'counterparty', header: 'Contraparte', width: 200, cell: (row) => row.counterparty },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.amount} look="signed" />,
  },
  {
    key: 'balance_after',
    header: 'Saldo',
    numeric: true,
    cell: (row) => <Money value={row.balance_after} />,
  },
  { key: 'status', header: 'Estado', cell: badge },
]

export type LedgerRow = {
  id: number
  posted_on: string
  entry_no: number
  description: string
  debit: MoneyValue | null
  credit: MoneyValue | null
  balance: MoneyValue
}

export const ledgerColumns: Column<LedgerRow>[] = [
  { key: 'posted_on', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.posted_on} /> },
  { key: 'entry_no', header: 'Asiento', numeric: true, cell: (row) => countText(row.entry_no) },
  { key: 'description', header: 'Concepto', width: 240, cell: (row) => row.description },
  { key: 'debit', header: 'Debe', numeric: true, cell: (row) => <Money value={row.debit} /> },
  { key: 'credit', header: 'Haber', numeric: true, cell: (row) => <Money value={row.credit} /> },
  {
    key: 'balance',
    header: 'Saldo',
    numeric: true,
    card: 'figure',
    cell: (row) => <Money value={row.balance} isAlarming />,
  },
]

export type StatementRow = {
  id: number
  created_at: string
  source: string
  period_from: string | null
  period_to: string | null
  opening: MoneyValue | null
  closing: MoneyValue | null
  lines_imported: number
  lines_repeated: number
  file: string | null
  who: string | null
  status: Status
  actions: string[]
}

export const statementColumns: Column<StatementRow>[] = [
  {
    key: 'created_at',
    header: 'Importado',
    sortable: true,
    cell: (row) => <Instant value={row.created_at} />,
  },
  { key: 'file', header: 'Fichero', cell: (row) => row.file },
  { key: 'source', header: 'Formato', cell: (row) => row.source },
  { key: 'period_from', header: 'Desde', cell: (row) => <Day value={row.period_from} /> },
  { key: 'period_to', header: 'Hasta', sortable: true, cell: (row) => <Day value={row.period_to} /> },
  { key: 'opening', header: 'Saldo inicial', numeric: true, cell: (row) => <Money value={row.opening} /> },
  {
    key: 'closing',
    header: 'Saldo final',
    numeric: true,
    card: 'figure',
    cell: (row) => <Money value={row.closing} />,
  },
  { key: 'imported', header: 'Importadas', numeric: true, cell: (row) => countText(row.lines_imported) },
  { key: 'repeated', header: 'Repetidas', numeric: true, cell: (row) => countText(row.lines_repeated) },
  { key: 'who', header: 'Por', width: 140, optional: true, cell: (row) => row.who },
  { key: 'status', header: 'Estado', cell: badge },
]
