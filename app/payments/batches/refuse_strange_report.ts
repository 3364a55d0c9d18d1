import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type PaymentBatch from '#app/payments/batches/payment_batch'
import type { StatusReport } from '#app/payments/files/pain002'

/** A refusal at the field of the answer. */
export const refusal = (message: string) => new DomainError('E_REPORT', message, { field: 'file' })

/**
 * Refuses an answer that is not on the valid file of a batch at the bank. One on a file that was withdrawn says that it did reach
 * the bank: nobody may overlook that. Throws E_NOT_SENT while the batch is not marked as sent.
 */
export async function refuseStrange(
  { id, number, channel, status, messageId }: PaymentBatch,
  { originalMessageId }: StatusReport,
  trx: Transaction
): Promise<void> {
  if (channel !== 'sepa_file') throw refusal('La remesa no salió en un fichero.')
  const withdrawn = await row(
    `select 1 as found from payment_batch_files where batch_id = :id and message_id = :originalMessageId`,
    { id, originalMessageId },
    trx
  )
  if (withdrawn)
    throw refusal(
      `La respuesta es de un fichero retirado de la remesa ${number} (${originalMessageId}): alguien lo subió al banco. Llame hoy mismo al banco.`
    )
  if (status === 'building' || status === 'ready')
    throw new DomainError('E_NOT_SENT', `La remesa ${number} no está marcada como enviada: márquela antes.`)
  if (status === 'cancelled') throw refusal(`La remesa ${number} está anulada.`)
  if (originalMessageId !== messageId)
    throw refusal(`La respuesta es de otro fichero (${originalMessageId ?? 'sin identificador'}).`)
}
