import { DomainError } from '#app/kernel/domain_error'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import type { Transfer } from '#app/payments/batches/batch_transfers'
import { readWrittenTransfers, type WrittenTransfer } from '#app/payments/files/read_written_transfers'
import type { XmlValidator } from '#app/payments/files/xml_validator'

type Batch = { number: string; count: number; totalMinor: number; painVersion: '001.001.09' | '001.001.03' }

/** Throws E_FILE when the file does not say what its orders say, or the official schema does not take it. */
export async function refuseWrongFile(
  xml: string,
  { batch, transfers, orders }: { batch: Batch; transfers: readonly Transfer[]; orders: number },
  validator: XmlValidator
): Promise<void> {
  // The schema is asked in a thread of its own, while the file is read back here.
  const judged = validator.validate(xml, `pain.${batch.painVersion}`)
  const isSame = saysTheSame(xml, { batch, transfers, orders })
  const { isValid, errors } = await judged
  if (!isSame)
    throw new DomainError('E_FILE', `El fichero de la remesa ${batch.number} no cuadra con sus pagos.`)
  if (!isValid)
    throw new DomainError(
      'E_FILE',
      `El fichero de la remesa ${batch.number} no cumple el esquema oficial: ${errors[0]?.message ?? ''}`
    )
}

/** Whether count, sum and every transfer of the file are those of the orders, in the header, in the block and one by one. */
function saysTheSame(
  xml: string,
  { batch, transfers, orders }: { batch: Batch; transfers: readonly Transfer[]; orders: number }
): boolean {
  const written = readWrittenTransfers(xml)
  return (
    orders === batch.count &&
    written.transfers.length === transfers.length &&
    written.totalMinor === batch.totalMinor &&
    written.declared.length === PLACES_OF_TOTALS &&
    written.declared.every(({ count, minor }) => count === transfers.length && minor === batch.totalMinor) &&
    transfers.every((transfer, index) => isWritten(transfer, written.transfers[index]))
  )
}

/** The header and the one block. */
const PLACES_OF_TOTALS = 2

/** Whether the file says of a transfer what its order says: whom, how much, in which currency and under which identifier. */
function isWritten(transfer: Transfer, read: WrittenTransfer | undefined): boolean {
  return (
    read !== undefined &&
    read.endToEndId === transfer.endToEndId &&
    read.instructionId === transfer.number &&
    read.amountMinor === transfer.amountMinor &&
    read.currency === transfer.currency &&
    read.creditorIban === normalizeIban(transfer.creditorIban)
  )
}
