import { Instant } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import styles from '../banking.module.css'

export type Pending = {
  id: number
  since: string
  text: string
  counterparty: string | null
  type: string
  amount: MoneyValue
}

/** What the bank has announced and not booked: apart, because it may still come to nothing. */
export function PendingMovements({ pending }: { pending: Pending[] }) {
  if (pending.length === 0) return null
  return (
    <section className={styles.pending} aria-label="Pendientes">
      <h2>{pending.length === 1 ? '1 movimiento pendiente' : `${pending.length} movimientos pendientes`}</h2>
      <p className={styles.quiet}>Anunciado por el banco y aún sin contabilizar.</p>
      <PlainTable
        label="Movimientos pendientes"
        rows={pending}
        keyOf={(row) => row.id}
        phone="cards"
        columns={[
          { key: 'since', header: 'Desde', cell: (row) => <Instant value={row.since} /> },
          { key: 'text', header: 'Concepto', cell: (row) => row.text },
          { key: 'counterparty', header: 'Contraparte', cell: (row) => row.counterparty ?? '–' },
          { key: 'type', header: 'Tipo', cell: (row) => row.type },
          {
            key: 'amount',
            header: 'Importe',
            numeric: true,
            cell: (row) => <Money value={row.amount} look="signed" />,
          },
        ]}
      />
    </section>
  )
}
