import { Link } from '@inertiajs/react'
import { Instant, Quantity } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../orders/orders.module.css'
import type { BatchPage, Removal, WithdrawnFile } from './batch_page'

const removals: PlainColumn<Removal>[] = [
  {
    key: 'number',
    header: 'Nº',
    cell: (order) => (
      <Link href={urlFor('payment_orders.show', { id: order.id })} className="num">
        {order.number}
      </Link>
    ),
  },
  { key: 'creditor', header: 'Beneficiario', cell: (order) => order.creditor },
  { key: 'amount', header: 'Importe', numeric: true, cell: (order) => <Money value={order.amount} /> },
  { key: 'by', header: 'Lo sacó', cell: (order) => order.by ?? 'Sistema' },
  { key: 'at', header: 'Cuándo', cell: (order) => <Instant value={order.at} /> },
  { key: 'reason', header: 'Motivo', cell: (order) => order.reason ?? '–' },
]

const files: PlainColumn<WithdrawnFile>[] = [
  { key: 'message', header: 'Identificador', cell: (file) => <span className="num">{file.messageId}</span> },
  {
    key: 'count',
    header: 'Pagos',
    numeric: true,
    cell: (file) => (file.count === null ? '–' : <Quantity value={file.count} />),
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    cell: (file) => (file.total ? <Money value={file.total} /> : '–'),
  },
  {
    key: 'downloads',
    header: 'Descargas',
    numeric: true,
    cell: (file) => <Quantity value={file.downloads} />,
  },
  { key: 'by', header: 'Lo retiró', cell: (file) => file.by ?? 'Sistema' },
  { key: 'at', header: 'Cuándo', cell: (file) => <Instant value={file.at} /> },
]

/** What was taken out of a batch, and its files that are not valid any more and that nobody can download. */
export function BatchChanges({ batch, removals: taken, files: withdrawn }: BatchPage) {
  return (
    <>
      {taken.length > 0 ? (
        <div className={styles.part}>
          <Section title="Pagos sacados de la remesa">
            <PlainTable
              label={`Pagos sacados de la remesa ${batch.number}`}
              rows={taken}
              columns={removals}
              keyOf={(order) => order.id}
              phone="cards"
            />
          </Section>
        </div>
      ) : null}
      {withdrawn.length > 0 ? (
        <div className={styles.part}>
          <Section title="Ficheros retirados">
            <p>Ya no valen ni se pueden descargar. Si alguno llega al banco, llame para que lo retiren.</p>
            <PlainTable
              label={`Ficheros retirados de la remesa ${batch.number}`}
              rows={withdrawn}
              columns={files}
              keyOf={(file) => file.id}
              phone="cards"
            />
          </Section>
        </div>
      ) : null}
    </>
  )
}
