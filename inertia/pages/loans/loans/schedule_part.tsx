import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor, withQuery } from '~/urls'
import styles from '../loans.module.css'
import type { LoanPage, ScheduleLine } from './loan_types'

const columns: PlainColumn<ScheduleLine>[] = [
  { key: 'seq', header: 'Nº', cell: (row) => row.seq ?? '–' },
  { key: 'dueOn', header: 'Vencimiento', cell: (row) => <Day value={row.dueOn} /> },
  { key: 'opening', header: 'Capital inicial', numeric: true, cell: (row) => <Money value={row.opening} /> },
  { key: 'principal', header: 'Amortización', numeric: true, cell: (row) => <Money value={row.principal} /> },
  { key: 'interest', header: 'Intereses', numeric: true, cell: (row) => <Money value={row.interest} /> },
  { key: 'fee', header: 'Comisión', numeric: true, cell: (row) => <Money value={row.fee} /> },
  {
    key: 'withholding',
    header: 'Retención',
    numeric: true,
    cell: (row) => <Money value={row.withholding} />,
  },
  { key: 'total', header: 'Cuota', numeric: true, cell: (row) => <Money value={row.total} /> },
  {
    key: 'status',
    header: 'Estado',
    cell: (row) => (
      <>
        <StatusBadge {...row.status} />
        {row.paid.minor !== 0 && row.paid.minor !== row.total.minor ? (
          <p className={styles.quiet}>Pagado {moneyText(row.paid)}</p>
        ) : null}
      </>
    ),
  },
]

/** The instalments of a loan by version; the one that holds first. */
export function SchedulePart({ page }: { page: LoanPage }) {
  const { loan, schedule } = page
  const [chosen, setChosen] = useState<string | null>(null)
  const [first] = schedule.versions
  const shown = schedule.versions.find(({ version }) => String(version) === chosen) ?? first
  if (!shown) return <p className={styles.quiet}>{emptyText(page)}</p>
  const has = (key: 'fee' | 'withholding') => shown.lines.some((line) => line[key].minor !== 0)
  const inView = columns.filter(
    ({ key }) => (key !== 'fee' || has('fee')) && (key !== 'withholding' || has('withholding'))
  )
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        {schedule.versions.length > 1 ? (
          <Select
            label="Versión"
            data={schedule.versions.map(({ version }, index) => ({
              value: String(version),
              label: index === 0 ? `${version} (vigente)` : String(version),
            }))}
            value={String(shown.version)}
            onChange={setChosen}
            allowDeselect={false}
            w={160}
          />
        ) : null}
        <Button
          component="a"
          variant="default"
          href={withQuery(urlFor('loans.schedule', { id: loan.id }), { version: shown.version })}
          download
        >
          Exportar
        </Button>
      </div>
      {schedule.isDraft ? (
        <p className={styles.quiet}>Previsión según las condiciones: queda fijado al activar el préstamo.</p>
      ) : null}
      <PlainTable
        label="Cuadro de amortización"
        rows={shown.lines}
        columns={inView}
        keyOf={(row) => row.key}
        totals={totalsOf(shown.lines, schedule.isDraft)}
      />
    </div>
  )
}

function emptyText({ loan }: LoanPage): string {
  if (loan.kind !== 'term') return 'Las cuotas de intereses aparecen al final de cada periodo de liquidación.'
  return 'Configure el préstamo para ver su cuadro.'
}

function totalsOf(lines: readonly ScheduleLine[], isDraft: boolean) {
  const sum = (pick: (line: ScheduleLine) => MoneyValue): MoneyValue => ({
    minor: lines.reduce((total, line) => total + pick(line).minor, 0),
    currency: lines[0] ? pick(lines[0]).currency : 'EUR',
  })
  return {
    dueOn: 'Total',
    principal: <Money value={sum((line) => line.principal)} />,
    interest: <Money value={sum((line) => line.interest)} />,
    fee: <Money value={sum((line) => line.fee)} />,
    withholding: <Money value={sum((line) => line.withholding)} />,
    total: <Money value={sum((line) => line.total)} />,
    ...(isDraft ? {} : { status: `Pagado ${moneyText(sum((line) => line.paid))}` }),
  }
}
