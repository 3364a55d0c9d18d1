import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../orders/orders.module.css'
import { AnswerDialog } from './answer_dialog'
import type { Batch } from './batch_page'

/** The file for the bank: downloaded, uploaded there, and marked as sent here. */
export function BatchFile({ batch }: { batch: Batch }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [downloadedFile, setDownloadedFile] = useState(batch.downloads > 0 ? batch.messageId : null)
  // A file that is written anew was not downloaded yet.
  const hasDownloaded = downloadedFile === batch.messageId || batch.downloads > 0
  const [isAnswered, setIsAnswered] = useState(false)
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
            onClick={() => setDownloadedFile(batch.messageId)}
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
        {batch.actions.includes('answer') ? (
          <Button fullWidth variant="default" onClick={() => setIsAnswered(true)}>
            Importar respuesta del banco
          </Button>
        ) : null}
        {batch.actions.includes('cancel') ? (
          <Button fullWidth variant="light" color="red" onClick={() => setConfirmation(cancelBatch(batch))}>
            Anular remesa
          </Button>
        ) : null}
      </div>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {isAnswered ? <AnswerDialog batch={batch} onClose={() => setIsAnswered(false)} /> : null}
    </Section>
  )
}

function explanationOf(batch: Batch, canSend: boolean): string {
  if (batch.isFrozen)
    return 'Congelada. Saque los pagos que no pueden salir, o anúlela; hasta entonces no se descarga ni se marca como enviada.'
  if (batch.channel === 'api' && !batch.isCancelled)
    return batch.sentAt
      ? 'Enviada directamente al banco. Él mismo confirma cada pago.'
      : 'Sale directamente hacia el banco en cuanto le toca su turno.'
  if (batch.channel === 'manual' && canSend)
    return 'Haga los pagos en la banca electrónica y márquela como enviada.'
  if (canSend) return 'Descargue el fichero, súbalo a la banca electrónica y márquela como enviada.'
  if (batch.isCancelled) return 'Anulada. Su fichero ya no se puede descargar ni debe enviarse.'
  return batch.sentAt
    ? `${batch.sentBy ?? 'Alguien'} la marcó como enviada. El extracto confirmará cada pago.`
    : 'No tiene nada que hacer aquí ahora.'
}

/** The end of a batch that did not go to the bank; whoever has the file already is reminded of it. */
function cancelBatch(batch: Batch): Confirmation {
  const taken =
    batch.downloads > 0
      ? ' El fichero ya se ha descargado: compruebe en la banca electrónica que no se ha subido y bórrelo.'
      : ''
  return {
    title: 'Anular remesa',
    question: `El fichero no se podrá descargar y sus pagos quedarán cancelados. Sus documentos podrán pagarse de nuevo.${taken}`,
    facts: [
      { label: 'Remesa', value: batch.number },
      { label: 'Pagos', value: batch.count },
      { label: 'Total', value: <Money value={batch.total} /> },
      { label: 'Descargas del fichero', value: batch.downloads },
    ],
    submitLabel: `Anular remesa ${batch.number}`,
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true },
    url: urlFor('payment_batches.cancel', { id: batch.id }),
    method: 'delete',
  }
}

function markAsSent(batch: Batch): Confirmation {
  return {
    title: 'Marcar como enviada',
    question: `Usted confirma que ${batch.channel === 'manual' ? 'los pagos ya están hechos en la banca electrónica' : 'el fichero ya está subido al banco'}. Quedarán en curso hasta que llegue el extracto.`,
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
