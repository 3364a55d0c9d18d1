import type { Actor } from '#app/audit/record_event'
import { storeFile } from '#app/files/store_file'
import { execute, type Transaction } from '#app/kernel/database/sql'
import type { BatchOrder } from '#app/payments/batches/batch_transfers'
import { writeBatchFile } from '#app/payments/batches/write_batch_file'
import type { XmlValidator } from '#app/payments/files/xml_validator'

type Batch = { batchId: number; orders: readonly BatchOrder[] }

/** Writes, validates and stores the file of a batch as it stands, with the attempt that waits for it. Throws as `writeBatchFile`. */
export async function keepBatchFile(
  { batchId, orders }: Batch,
  validator: XmlValidator,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { number, xml } = await writeBatchFile(batchId, orders, validator, trx)
  const file = await storeFile(
    { name: `${number}.xml`, bytes: Buffer.from(xml, 'utf8'), createdBy: actor.userId },
    trx
  )
  await execute(
    `update payment_batches set status = 'ready', file_id = :fileId, file_sha256 = :sha256 where id = :batchId`,
    { batchId, fileId: file.id, sha256: file.sha256 },
    trx
  )
  await execute(
    `insert into payment_attempts (batch_id, attempt_no, idempotency_key, request_hash, status)
     select :batchId, coalesce(max(attempt_no), 0) + 1, gen_random_uuid(), :sha256, 'planned' from payment_attempts where batch_id = :batchId`,
    { batchId, sha256: file.sha256 },
    trx
  )
}
