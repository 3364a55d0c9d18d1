import { Money as MoneyAmount } from '#app/kernel/money/money'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import text from './document/text.module.css'
import styles from './parts.module.css'
import type { EntryLine } from './review/review_parts'
import type { ReviewPage } from './review/review_types'

const columns: PlainColumn<EntryLine>[] = [
  {
    key: 'account',
    header: 'Cuenta',
    cell: (line) => (
      <>
        <span className="num">{line.account}</span> {line.name}
        {line.foreign ? (
          <div className={text.quiet}>
            <Money value={MoneyAmount.fromJson(line.foreign).abs().toJSON()} />
          </div>
        ) : null}
        {line.memo ? <div className={text.quiet}>{line.memo}</div> : null}
      </>
    ),
  },
  { key: 'debit', header: 'Debe', numeric: true, cell: (line) => sideOf(line, 'debit') },
  { key: 'credit', header: 'Haber', numeric: true, cell: (line) => sideOf(line, 'credit') },
]

/** The journal entries of the invoice: its own and, when it was undone, the one that reverses it. */
export function EntryPanel({ page: { entry } }: { page: ReviewPage }) {
  if (entry.length === 0) {
    return <p className={text.quiet}>Sin asiento: se crea al contabilizar la factura.</p>
  }
  return [...Map.groupBy(entry, (line) => line.entryNo)].map(([number, lines]) => (
    <section key={number} className={styles.entry}>
      <h3>
        Asiento <span className="num">{number}</span>
        {lines[0]?.isReversal ? ' (anulación)' : ''} · <Day value={lines[0]?.postedOn} />
      </h3>
      <PlainTable
        label={`Asiento ${number}`}
        rows={lines.map((line, index) => ({ ...line, index }))}
        columns={columns}
        keyOf={(line) => line.index}
        totals={{
          account: 'Suma',
          debit: <Money value={sumOf(lines, 'debit')} />,
          credit: <Money value={sumOf(lines, 'credit')} />,
        }}
      />
    </section>
  ))
}

type Side = 'debit' | 'credit'

// Debits are above zero in the ledger, credits below.
const isOn = (side: Side, minor: number) => (side === 'debit' ? minor > 0 : minor < 0)

function sideOf({ amount }: EntryLine, side: Side) {
  if (!isOn(side, amount.minor)) return null
  return <Money value={MoneyAmount.fromJson(amount).abs().toJSON()} look="plain" />
}

function sumOf(lines: EntryLine[], side: Side) {
  const amounts = lines
    .filter((line) => isOn(side, line.amount.minor))
    .map((line) => MoneyAmount.fromJson(line.amount).abs())
  return MoneyAmount.sum(amounts, lines[0]?.amount.currency ?? 'EUR').toJSON()
}
