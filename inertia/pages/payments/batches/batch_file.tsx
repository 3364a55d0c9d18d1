import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../orders/orders.module.css'
import type { Batch } from './batch_page'

/** The file for the bank: downloaded, uploaded there, and marked as sent here. */
export function BatchFile({ batch }: { batch: Batch }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [hasDownloaded, setHasDownloaded] = useState(batch.downloads > 0)
  const canSend = batch.actions.includes('send')
  return (
    <Section title="Siguiente paso">
      <div className={styles.stack}>
        <p>{explanationOf(batch, canSend)}</p>
        {batch.actions.includes('download') ? (
          <Button
            component="a"
            href={urlFor('payment_batches.file', { id: batch.id })}
            download
            fullWidth
            variant={canSend && !hasDownloaded ? 'filled' : 'default'}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => setHasDownloaded(true)}
          >
            Descargar fichero SEPA
          </Button>
        ) : null}
        {canSend ? (
          <Button
            fullWidth
            variant={hasDownloaded ? 'filled' : 'default'}
            onClick={() => setConfirmation(markAsSent(batch))}
          >
            Marcar como enviada
          </Button>
        ) : null}
      </div>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

function explanationOf(batch: Batch, canSend: boolean): string {
  if (canSend) return 'Descargue el fichero, súbalo a la banca electrónica y márquela como enviada.'
  return batch.sentAt
    ? 'Enviada al banco. El extracto confirmará cada pago.'
    : 'No tiene nada que hacer aquí ahora.'
}

function markAsSent(batch: Batch): Confirmation {
  return {
    title: 'Marcar como enviada',
    question: 'El fichero ya está subido al banco. Los pagos quedarán en curso hasta que llegue el extracto.',
    facts: [
      { label: 'Remesa', value: batch.number },
      { label: 'Pagos', value: batch.count },
      { label: 'Total', value: <Money value={batch.total} /> },
      { label: 'Se carga en', value: `${batch.account} ${batch.iban}` },
      { label: 'Ejecución', value: <Day value={batch.executionDate} /> },
    ],
    submitLabel: `Marcar como enviada: ${moneyText(batch.total)}`,
    url: urlFor('payment_batches.send', { id: batch.id }),
  }
}
