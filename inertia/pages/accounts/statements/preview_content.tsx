import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { countText, Day } from '~/kit/day'
import { KeyFigures } from '~/kit/key_figures'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import type { PreviewContent, PreviewLine } from './statement_preview'
import styles from './statements.module.css'

const lineColumns: PlainColumn<PreviewLine>[] = [
  { key: 'booked_on', header: 'Fecha', cell: (line) => <Day value={line.booked_on} /> },
  { key: 'value_on', header: 'Valor', cell: (line) => <Day value={line.value_on} /> },
  { key: 'text', header: 'Concepto', cell: (line) => line.text },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    cell: (line) => <Money value={line.amount} look="signed" />,
  },
  { key: 'balance', header: 'Saldo', numeric: true, cell: (line) => <Money value={line.balance_after} /> },
]

/** What a file says and what importing it would do. */
export function PreviewContentView({ content }: { content: PreviewContent }) {
  return (
    <>
      <KeyFigures
        figures={[
          { label: 'Movimientos nuevos', value: countText(content.new_count), hint: content.source },
          { label: 'Repetidos', value: countText(content.repeated_count), hint: 'no se importan' },
          { label: 'Filas con error', value: countText(content.rejected_count) },
          { label: 'Saldo inicial', value: <Money value={content.opening} /> },
          { label: 'Saldo final', value: <Money value={content.closing} /> },
        ]}
      />
      {content.warnings.map((warning) => (
        <Alert key={warning} color="yellow" icon={<IconAlertTriangle size={18} />}>
          {warning}
        </Alert>
      ))}
      {content.issues.length > 0 ? (
        <Alert
          color={content.has_control_issues ? 'red' : 'yellow'}
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
    </>
  )
}
