import { Anchor, Button } from '@mantine/core'
import { Day } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import { undoOffset } from './confirmations'
import type { Offset } from './procedure_types'

type Props = { procedureId: number; offsets: Offset[]; onAsk: (confirmation: Confirmation) => void }

/** What was paid outside of the product, with its proof and whether the bank confirms it. */
export function OffsetsTable({ procedureId, offsets, onAsk }: Props) {
  const columns: PlainColumn<Offset>[] = [
    { key: 'cost', header: 'Coste', cell: (row) => row.cost },
    { key: 'paid', header: 'Pagado el', cell: (row) => <Day value={row.paidOn} /> },
    { key: 'method', header: 'Método', cell: (row) => row.method },
    {
      key: 'reference',
      header: 'Referencia y nota',
      cell: (row) => (
        <>
          {row.reference}
          {row.reversalReason || row.reason ? (
            <p className={styles.quiet}>{row.reversalReason ?? row.reason}</p>
          ) : null}
        </>
      ),
    },
    { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
    {
      key: 'proof',
      header: 'Justificante',
      cell: (row) => (
        <Anchor
          href={urlFor('legal_procedure.files.show', { id: procedureId, file: row.documentId })}
          size="sm"
          download
        >
          Descargar
        </Anchor>
      ),
    },
    { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
    {
      key: 'acts',
      header: 'Acciones',
      cell: (row) =>
        row.actions.includes('undo') ? (
          <Button size="compact-sm" variant="default" onClick={() => onAsk(undoOffset(row))}>
            Deshacer
          </Button>
        ) : (
          '–'
        ),
    },
  ]
  return (
    <PlainTable
      label="Pagos manuales"
      rows={offsets}
      columns={columns}
      keyOf={(row) => row.id}
      phone="cards"
    />
  )
}
