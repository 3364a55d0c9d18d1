import { Button, Group } from '@mantine/core'
import { monthText } from '#app/kernel/time/month_text'
import { countText, Instant } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { reopening, reviewing } from './certificate_confirmations'
import type { CertificateRow } from './certificate_types'
import styles from './certificates.module.css'

type Props = {
  accountId: number
  certificates: CertificateRow[]
  onConfirm: (confirmation: Confirmation) => void
}

/** The certificates of an account: what bank and books said at the end of each month, and who answers for it. */
export function CertificateTable({ accountId, certificates, onConfirm }: Props) {
  return (
    <PlainTable
      label="Actas de conciliación"
      phone="cards"
      rows={certificates}
      keyOf={(row) => row.id}
      empty="No hay actas. Prepare la del último mes cuando haya importado su extracto."
      columns={[...columns, actsColumn(accountId, onConfirm)]}
    />
  )
}

const columns: PlainColumn<CertificateRow>[] = [
  {
    key: 'month',
    header: 'Mes',
    cell: (row) => <span className={styles.month}>{monthText(row.month)}</span>,
  },
  {
    key: 'status',
    header: 'Estado',
    cell: (row) => <StatusBadge tone={row.status.tone as Tone} label={row.status.label} />,
  },
  { key: 'bank', header: 'Banco', numeric: true, cell: (row) => <Money value={row.bank} /> },
  { key: 'ledger', header: 'Libros', numeric: true, cell: (row) => <Money value={row.ledger} /> },
  { key: 'open', header: 'Partidas', numeric: true, cell: (row) => countText(row.openItems) },
  {
    key: 'left',
    header: 'Sin explicar',
    numeric: true,
    cell: (row) => <Money value={row.unexplained} isAlarming />,
  },
  { key: 'who', header: 'Preparada y revisada', cell: (row) => <Hands row={row} /> },
]

const actsColumn = (accountId: number, onConfirm: Props['onConfirm']): PlainColumn<CertificateRow> => ({
  key: 'do',
  header: 'Acciones',
  cell: (row) => (
    <Group gap={4}>
      <Button
        component="a"
        size="xs"
        variant="default"
        href={urlFor('accounts.certificates.show', { id: accountId, certificate: row.id })}
      >
        Descargar PDF
      </Button>
      {row.canReview ? (
        <Button size="xs" onClick={() => onConfirm(reviewing(accountId, row))}>
          Revisar
        </Button>
      ) : null}
      {row.canReopen ? (
        <Button size="xs" variant="default" onClick={() => onConfirm(reopening(accountId, row))}>
          Reabrir
        </Button>
      ) : null}
    </Group>
  ),
})

function Hands({ row }: { row: CertificateRow }) {
  return (
    <div>
      {row.prepared.by} · <Instant value={row.prepared.at} />
      <small className={styles.quiet}>
        {row.reviewed ? (
          <>
            {row.reviewed.by} · <Instant value={row.reviewed.at} />
          </>
        ) : (
          (row.waitsFor ?? 'Pendiente de revisar')
        )}
      </small>
    </div>
  )
}
