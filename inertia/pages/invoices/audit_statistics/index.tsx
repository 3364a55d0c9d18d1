import { monthText } from '#app/kernel/time/month_text'
import { Quantity } from '~/kit/day'
import { Money } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import styles from '../audit/audit.module.css'
import { AuditFrame } from '../audit/audit_frame'

type Counts = { raised: number; resolved: number; falsePositive: number; autoClosed: number }
type Month = Counts & { month: string }
type Rule = Counts & { code: string; name: string; open: number; stoppedMinor: number; days: number | null }
type Props = { months: Month[]; rules: Rule[] }

const counts = <Row extends Counts>() => [
  { key: 'raised', header: 'Detectadas', numeric: true, cell: (one: Row) => <Quantity value={one.raised} /> },
  {
    key: 'resolved',
    header: 'Resueltas',
    numeric: true,
    cell: (one: Row) => <Quantity value={one.resolved} />,
  },
  {
    key: 'false',
    header: 'Falsas alarmas',
    numeric: true,
    cell: (one: Row) => <Quantity value={one.falsePositive} />,
  },
  {
    key: 'auto',
    header: 'Cerradas solas',
    numeric: true,
    cell: (one: Row) => <Quantity value={one.autoClosed} />,
  },
]

/** What was found in the last twelve months and what became of it. */
export default function AuditStatisticsIndex({ months, rules }: Props) {
  return (
    <AuditFrame tab="statistics" title="Estadísticas de auditoría">
      <section className={styles.panel} aria-label="Por mes">
        <h2>Por mes</h2>
        <PlainTable
          label="Alarmas por mes"
          rows={months}
          keyOf={(one) => one.month}
          empty="No hay alarmas en los últimos doce meses."
          phone="cards"
          columns={[{ key: 'month', header: 'Mes', cell: (one) => monthText(one.month) }, ...counts<Month>()]}
        />
      </section>
      <section className={styles.panel} aria-label="Por regla">
        <h2>Por regla</h2>
        <PlainTable
          label="Alarmas por regla"
          rows={rules}
          keyOf={(one) => one.code}
          empty="No hay alarmas en los últimos doce meses."
          phone="cards"
          columns={[
            { key: 'rule', header: 'Regla', cell: (one) => `${one.code} · ${one.name}` },
            ...counts<Rule>(),
            { key: 'open', header: 'Abiertas', numeric: true, cell: (one) => <Quantity value={one.open} /> },
            {
              key: 'days',
              header: 'Días hasta cerrar',
              numeric: true,
              cell: (one) => (one.days === null ? '–' : <Quantity value={one.days} />),
            },
            {
              key: 'stopped',
              header: 'Importe evitado',
              numeric: true,
              cell: (one) => <Money value={{ minor: one.stoppedMinor, currency: 'EUR' }} />,
            },
          ]}
        />
      </section>
    </AuditFrame>
  )
}
