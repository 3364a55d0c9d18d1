import { useDebouncedValue } from '@mantine/hooks'
import { counted } from '#app/kernel/text/counted'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { useAnswer } from '~/kit/form/use_answer'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import { type ConfigureValues, sentConfiguration } from './configure_form'
import { isProblem, type LoanPage, type Problem } from './loan_types'

export type PreviewRow = {
  seq: number | null
  dueOn: string
  opening: MoneyValue
  principal: MoneyValue
  interest: MoneyValue
  withholding: MoneyValue
  total: MoneyValue
}

type Preview = {
  rows: PreviewRow[]
  totalInterest: MoneyValue
  loaded: { count: number; outstanding: MoneyValue } | null
}

const WAIT_MS = 300

const columns: PlainColumn<PreviewRow>[] = [
  { key: 'seq', header: 'Nº', cell: (row) => row.seq ?? '–' },
  { key: 'dueOn', header: 'Vencimiento', cell: (row) => <Day value={row.dueOn} /> },
  { key: 'opening', header: 'Capital inicial', numeric: true, cell: (row) => <Money value={row.opening} /> },
  { key: 'principal', header: 'Amortización', numeric: true, cell: (row) => <Money value={row.principal} /> },
  { key: 'interest', header: 'Intereses', numeric: true, cell: (row) => <Money value={row.interest} /> },
  { key: 'total', header: 'Cuota', numeric: true, cell: (row) => <Money value={row.total} /> },
]

/** The rows of a schedule that is not kept yet. */
export function PreviewTable({ rows, label }: { rows: PreviewRow[]; label: string }) {
  return (
    <div className={styles.preview}>
      <PlainTable label={label} rows={rows} columns={columns} keyOf={(row) => `${row.seq}-${row.dueOn}`} />
    </div>
  )
}

/** What the terms come to, while somebody types them. */
export function SchedulePreview({ page, values }: { page: LoanPage; values: ConfigureValues }) {
  const { loan } = page
  const told = { kind: loan.kind, lockVersion: loan.lockVersion }
  const [body] = useDebouncedValue(JSON.stringify(sentConfiguration(values, told)), WAIT_MS)
  const isReady = isTold(values)
  const { answer } = useAnswer<Preview | Problem>(
    isReady
      ? { method: 'POST', url: urlFor('loans.configure.preview', { id: loan.id }), body: JSON.parse(body) }
      : null
  )
  if (!answer)
    return (
      <p className={styles.quiet}>
        {values.method === 'custom'
          ? 'El cuadro aparece aquí en cuanto están el tipo y sus cuotas.'
          : 'El cuadro aparece aquí en cuanto están el tipo, la primera cuota y el número de cuotas.'}
      </p>
    )
  if (isProblem(answer)) return <p className={styles.problem}>{answer.problem}</p>
  return (
    <Section title="Cuadro previsto">
      <p className={styles.quiet}>
        {counted(answer.rows.length, 'cuota', 'cuotas')}, {moneyText(answer.totalInterest)} de intereses.
        {answer.loaded
          ? ` Pagadas hasta la carga: ${answer.loaded.count}; quedan ${moneyText(answer.loaded.outstanding)} de capital.`
          : ''}
      </p>
      <PreviewTable rows={answer.rows} label="Cuadro previsto" />
    </Section>
  )
}

function isTold(values: ConfigureValues): boolean {
  if (values.rate.trim() === '' || values.principal === '') return false
  if (values.method === 'custom')
    return values.custom.length > 0 && values.custom.every((row) => row.dueOn !== '' && row.principal !== '')
  return values.firstPaymentOn !== '' && /^\d+$/.test(values.periods)
}
