import { monthText } from '#app/kernel/time/month_text'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import styles from '../loans.module.css'
import type { LoanPage } from './loan_types'

type Accrual = LoanPage['accruals'][number]
type Revision = LoanPage['revisions'][number]

const accruals: PlainColumn<Accrual>[] = [
  { key: 'period', header: 'Mes', cell: (row) => monthText(row.period) },
  { key: 'days', header: 'Días', numeric: true, cell: (row) => row.days },
  { key: 'base', header: 'Capital', numeric: true, cell: (row) => <Money value={row.base} /> },
  { key: 'interest', header: 'Intereses', numeric: true, cell: (row) => <Money value={row.interest} /> },
  {
    key: 'posted',
    header: 'Contabilizado',
    cell: (row) => (
      <>
        <Day value={row.postedOn} />
        {row.isLate ? <StatusBadge tone="amber" label="El periodo estaba cerrado" /> : null}
      </>
    ),
  },
]

const revisions: PlainColumn<Revision>[] = [
  { key: 'fromOn', header: 'Desde', cell: (row) => <Day value={row.fromOn} /> },
  {
    key: 'effective',
    header: 'Se aplica desde',
    cell: (row) => (row.effectiveOn === row.fromOn ? '–' : <Day value={row.effectiveOn} />),
  },
  { key: 'rate', header: 'Tipo', numeric: true, cell: (row) => row.rate },
  { key: 'source', header: 'Fuente', cell: (row) => row.source },
  { key: 'who', header: 'Quién', cell: (row) => row.who ?? 'Sistema' },
]

/** Interest as the books have it by month, and the rates. */
export function InterestPart({ page }: { page: LoanPage }) {
  return (
    <div className={styles.stack}>
      <Section title="Devengo mensual">
        <PlainTable
          label="Devengo mensual"
          rows={page.accruals}
          columns={accruals}
          keyOf={(row) => row.period}
          phone="cards"
          empty="Todavía no hay meses devengados: se contabilizan al terminar cada uno."
        />
      </Section>
      <Section title="Revisiones del tipo">
        <PlainTable
          label="Revisiones del tipo"
          rows={page.revisions}
          columns={revisions}
          keyOf={(row) => row.id}
          phone="cards"
          empty="El tipo es el pactado al inicio."
        />
      </Section>
    </div>
  )
}
