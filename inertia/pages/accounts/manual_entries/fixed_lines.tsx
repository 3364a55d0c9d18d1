import { parseAmount } from '#app/kernel/amount_text'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { type ManualLine, sidesOf } from './manual_values'

type Props = { lines: ManualLine[]; currency: string }
type Row = ManualLine & { at: number }

/** The lines of an entry that is not changed any more. */
export function FixedLines({ lines, currency }: Props) {
  const money = (minor: number | null) => (minor === null ? null : <Money value={{ minor, currency }} />)
  const columns: PlainColumn<Row>[] = [
    { key: 'account', header: 'Cuenta', cell: (line) => line.account?.label },
    { key: 'memo', header: 'Detalle', cell: (line) => line.memo || '–' },
    { key: 'debit', header: 'Debe', numeric: true, cell: (line) => money(parseAmount(line.debit, currency)) },
    {
      key: 'credit',
      header: 'Haber',
      numeric: true,
      cell: (line) => money(parseAmount(line.credit, currency)),
    },
  ]
  const { debit, credit } = sidesOf(lines)
  return (
    <PlainTable
      label="Apuntes"
      rows={lines.map((line, at) => ({ ...line, at }))}
      columns={columns}
      keyOf={(line) => line.at}
      totals={{ account: 'Total', debit: money(debit), credit: money(credit) }}
    />
  )
}
