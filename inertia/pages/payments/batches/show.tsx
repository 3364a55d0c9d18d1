import { useState } from 'react'
import { Day, Instant, Quantity } from '~/kit/day'
import { type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { Money, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { FollowBank } from '../follow_bank'
import styles from '../orders/orders.module.css'
import { BatchChanges } from './batch_changes'
import { BatchFile } from './batch_file'
import { BatchOrders } from './batch_orders'
import type { BatchPage } from './batch_page'
import { FrozenNotice } from './frozen_notice'
import { TakeOutDialog } from './take_out_dialog'

const events: Record<string, EventName> = {
  'payment_batch.ready': { title: 'Remesa preparada', tone: 'blue' },
  'payment_batch.frozen': { title: 'Congelada', tone: 'red' },
  'payment_batch.rewritten': { title: 'Pagos sacados', tone: 'amber' },
  'payment_batch.downloaded': { title: 'Fichero descargado' },
  'payment_batch.sent': { title: 'Marcada como enviada', tone: 'green' },
  'payment_batch.answered': { title: 'Respuesta del banco importada', tone: 'blue' },
  'payment_batch.cancelled': { title: 'Anulada', tone: 'grey' },
}

export default function PaymentBatchShow(page: BatchPage) {
  const { batch, orders, hiddenObstacles: hidden, events: entries } = page
  const [leavingIds, setLeavingIds] = useState<number[]>([])
  const leaving = orders.filter(({ id }) => leavingIds.includes(id))
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
      {batch.channel === 'api' && !batch.isCancelled ? <FollowBank /> : null}
      <FrozenNotice batch={batch} orders={orders} hiddenObstacles={hidden} onTakeOut={setLeavingIds} />
      <Facts
        facts={[
          { label: 'Empresa', value: batch.site },
          { label: 'Cuenta de cargo', value: batch.account },
          { label: 'IBAN', value: <span className="num">{batch.iban}</span> },
          { label: 'Fecha de ejecución', value: <Day value={batch.executionDate} /> },
          { label: 'Pagos', value: <Quantity value={batch.count} /> },
          { label: 'Total', value: <Money value={batch.total} /> },
          {
            label: batch.channel === 'api' ? 'Enviada por' : 'Marcada como enviada por',
            value: batch.sentBy ?? '–',
          },
          {
            label: batch.channel === 'api' ? 'Enviada el' : 'Marcada el',
            value: <Instant value={batch.sentAt} />,
          },
          { label: 'Identificador del mensaje', value: <span className="num">{batch.messageId}</span> },
          { label: 'Descargas del fichero', value: <Quantity value={batch.downloads} /> },
          { label: 'Huella del fichero (SHA-256)', value: <code>{batch.sha256 ?? '–'}</code> },
        ]}
      />
      <div className={styles.part}>
        <Section title="Pagos">
          <BatchOrders batch={batch} orders={orders} onTakeOut={setLeavingIds} />
        </Section>
      </div>
      <BatchChanges {...page} />
      {leaving.length > 0 ? (
        <TakeOutDialog batch={batch} leaving={leaving} onClose={() => setLeavingIds([])} />
      ) : null}
    </DetailPage>
  )
}
