import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import type { NoteHead, NoteLine } from './expense_page'
import styles from './expenses.module.css'

type Props = { lines: NoteLine[]; note: NoteHead; onEdit: ((line: NoteLine) => void) | null }

/** Each expense with its paper, its VAT and how much of it is approved. */
export function LineTable({ lines, note, onEdit }: Props) {
  return (
    <PlainTable
      label="Gastos"
      rows={lines}
      keyOf={(line) => line.id}
      phone="cards"
      columns={[
        { key: 'day', header: 'Fecha', cell: (line) => <Day value={line.spentOn} /> },
        { key: 'concept', header: 'Gasto', cell: (line) => <Concept line={line} /> },
        { key: 'paper', header: 'Justificante', cell: (line) => line.documentLabel },
        { key: 'vat', header: 'IVA', numeric: true, cell: (line) => <Money value={line.vat} /> },
        { key: 'total', header: 'Importe', numeric: true, cell: (line) => <Money value={line.total} /> },
        {
          key: 'approved',
          header: 'Aprobado',
          numeric: true,
          cell: (line) => <Money value={line.approved} />,
        },
        ...(onEdit
          ? [
              {
                key: 'edit',
                header: '',
                cell: (line: NoteLine) => (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Corregir ${line.concept}`}
                    onClick={() => onEdit(line)}
                  >
                    Corregir
                  </Button>
                ),
              },
            ]
          : []),
      ]}
      totals={{
        concept: 'Total',
        vat: <Money value={note.vat} />,
        total: <Money value={note.total} />,
        approved: <Money value={note.approved} />,
      }}
    />
  )
}

function Concept({ line }: { line: NoteLine }) {
  const paper = [line.supplierName ?? line.supplierTaxId, line.invoiceNumber].filter(Boolean).join(' · ')
  const quiet = [
    line.categoryLabel,
    line.detail,
    paper,
    line.account?.label,
    line.rate && line.foreign ? `cambio ${line.rate.replace('.', ',')}` : null,
  ].filter(Boolean)
  return (
    <div>
      <div>{line.concept}</div>
      <div className={styles.quiet}>{quiet.join(' · ')}</div>
      {line.foreign ? (
        <div className={styles.quiet}>
          Pagado <Money value={line.foreign} />
        </div>
      ) : null}
      {line.taxable && line.taxable.minor > 0 ? (
        <div className={styles.warn}>
          Sujeto a retención: <Money value={line.taxable} />
        </div>
      ) : null}
      {line.site ? <div className={styles.warn}>Gasto de {line.site.label}</div> : null}
      {line.comment ? <div className={styles.warn}>{line.comment}</div> : null}
    </div>
  )
}
