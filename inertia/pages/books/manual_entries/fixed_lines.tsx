import { parseAmount } from '#app/kernel/money/amount_text'
import { Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { type ManualLine, sidesOf } from './manual_values'

export type FixedLine = ManualLine & {
  dueOn: string | null
  foreign: MoneyValue | null
  isDifference: boolean
}
type Props = { lines: FixedLine[]; currency: string }
type Row = FixedLine & { at: number }

/** The lines of an entry that is not changed any more. */
export function FixedLines({ lines, currency }: Props) {
  const money = (minor: number | null) => (minor === null ? null : <Money value={{ minor, currency }} />)
  const columns: PlainColumn<Row>[] = [
    { key: 'account', header: 'Cuenta', cell: (line) => line.account?.label },
    ...(lines.some((line) => line.account?.partner)
      ? [
          {
            key: 'counter',
            header: 'En los libros de la otra empresa',
            cell: (line: Row) => <Counter {...line} />,
          },
        ]
      : []),
    { key: 'memo', header: 'Detalle', cell: (line) => line.memo || '–' },
    ...(lines.some((line) => line.dueOn)
      ? [
          {
            key: 'due',
            header: 'Vencimiento',
            cell: (line: Row) => (line.dueOn ? <Day value={line.dueOn} /> : '–'),
          },
        ]
      : []),
    ...(lines.some((line) => line.foreign)
      ? [
          {
            key: 'foreign',
            header: 'En divisa',
            numeric: true,
            cell: (line: Row) => (line.foreign ? <Money value={line.foreign} /> : null),
          },
        ]
      : []),
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
      phone="cards"
      rows={lines.map((line, at) => ({ ...line, at }))}
      columns={columns}
      keyOf={(line) => line.at}
      totals={{ account: 'Total', debit: money(debit), credit: money(credit) }}
    />
  )
}

/** Where the other company's book takes the other side of a balance with it. */
function Counter({ account, counter }: ManualLine) {
  if (!account?.partner) return '–'
  return counter ? `${account.partner.name}: ${counter.label}` : account.partner.name
}
