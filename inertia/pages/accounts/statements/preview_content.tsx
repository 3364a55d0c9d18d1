import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { countText, Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import type { LeftOutLine, PreviewContent, PreviewLine } from './statement_preview'
import styles from './statements.module.css'

const lineColumns: PlainColumn<PreviewLine>[] = [
  { key: 'booked_on', header: 'Fecha', cell: (line) => <Day value={line.bookedOn} /> },
  { key: 'value_on', header: 'Valor', cell: (line) => <Day value={line.valueOn} /> },
  { key: 'text', header: 'Concepto', cell: (line) => line.text },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    cell: (line) => <Money value={line.amount} look="signed" />,
  },
  { key: 'balance', header: 'Saldo', numeric: true, cell: (line) => <Money value={line.balanceAfter} /> },
]

const leftOutColumns: PlainColumn<LeftOutLine>[] = [
  { key: 'line', header: 'Línea', cell: (line) => line.line ?? '–' },
  { key: 'state', header: 'Estado', cell: (line) => line.state },
  { key: 'booked_on', header: 'Fecha', cell: (line) => <Day value={line.bookedOn} /> },
  { key: 'text', header: 'Concepto', cell: (line) => line.text },
  { key: 'amount', header: 'Importe', numeric: true, cell: (line) => line.amount },
]

/** What a file says and what importing it would do. */
export function PreviewContentView({ content }: { content: PreviewContent }) {
  return (
    <>
      <KeyFigures
        figures={[
          { label: 'Movimientos nuevos', value: countText(content.newCount), hint: content.source },
          { label: 'Repetidos', value: countText(content.repeatedCount), hint: 'no se importan' },
          { label: 'Filas con error', value: countText(content.rejectedCount) },
          { label: 'No ejecutados', value: countText(content.leftOutCount), hint: 'no se importan' },
          { label: 'Saldo inicial', value: <Money value={content.opening} /> },
          {
            label: 'Saldo final',
            value: <Money value={content.closing} />,
            ...(content.isUnchecked ? { hint: 'sin comprobar' } : {}),
          },
        ]}
      />
      {content.warnings.map((warning) => (
        <Alert key={warning} color="yellow" icon={<IconAlertTriangle size={18} />}>
          {warning}
        </Alert>
      ))}
      {content.issues.length > 0 ? (
        <Alert
          color={content.hasControlIssues ? 'red' : 'yellow'}
          title="Incidencias del fichero"
          icon={<IconAlertTriangle size={18} />}
        >
          <ul className={styles.issues}>
            {content.issues.map((issue, index) => (
              <li key={`${issue.code}-${index}`}>
                {issue.line === undefined ? '' : `Línea ${issue.line}: `}
                {issue.message}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <PlainTable
        label="Primeros movimientos"
        rows={content.lines}
        columns={lineColumns}
        keyOf={(line) => line.id}
        empty="El fichero no trae movimientos contabilizados."
      />
      {content.leftOut.length > 0 ? (
        <Section title={`No se importan: no ejecutados o pendientes (${countText(content.leftOutCount)})`}>
          <PlainTable
            label="Filas que no se importan"
            rows={content.leftOut}
            columns={leftOutColumns}
            keyOf={(line) => line.id}
            empty=""
          />
        </Section>
      ) : null}
    </>
  )
}
