import { type EventName, timelineOf } from '~/kit/audit_timeline'
import { Day, Instant, Quantity } from '~/kit/day'
import { DetailPage, Facts, Section } from '~/kit/detail_page'
import { Money, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { Timeline } from '~/kit/timeline'
import { urlFor } from '~/urls'
import styles from '../orders/orders.module.css'
import { BatchFile } from './batch_file'
import { BatchOrders } from './batch_orders'
import type { BatchPage } from './batch_page'

const events: Record<string, EventName> = {
  'payment_batch.ready': { title: 'Fichero preparado', tone: 'blue' },
  'payment_batch.downloaded': { title: 'Fichero descargado' },
  'payment_batch.sent': { title: 'Marcada como enviada', tone: 'green' },
  'payment_batch.answered': { title: 'Respuesta del banco importada', tone: 'blue' },
  'payment_batch.cancelled': { title: 'Anulada', tone: 'grey' },
}

export default function PaymentBatchShow({ batch, orders, events: entries }: BatchPage) {
  return (
    <DetailPage
      title={`Remesa ${batch.number}`}
      subtitle={`${batch.site} · ${moneyText(batch.total)}`}
      status={<StatusBadge {...batch.status} />}
      back={urlFor('payment_batches')}
      rail={
        <>
          <BatchFile batch={batch} />
          <Section title="Historial">
            <Timeline events={timelineOf(entries, events)} />
          </Section>
        </>
      }
    >
      <Facts
        facts={[
          { label: 'Empresa', value: batch.site },
          { label: 'Cuenta de cargo', value: batch.account },
          { label: 'IBAN', value: <span className="num">{batch.iban}</span> },
          { label: 'Fecha de ejecución', value: <Day value={batch.executionDate} /> },
          { label: 'Pagos', value: <Quantity value={batch.count} /> },
          { label: 'Total', value: <Money value={batch.total} /> },
          { label: 'Enviada por', value: batch.sentBy ?? '–' },
          { label: 'Enviada el', value: <Instant value={batch.sentAt} /> },
          { label: 'Identificador del mensaje', value: <span className="num">{batch.messageId}</span> },
          { label: 'Descargas del fichero', value: <Quantity value={batch.downloads} /> },
          { label: 'Huella del fichero (SHA-256)', value: <code>{batch.sha256 ?? '–'}</code> },
        ]}
      />
      <div className={styles.part}>
        <Section title="Pagos">
          <BatchOrders batch={batch} orders={orders} />
        </Section>
      </div>
    </DetailPage>
  )
}
