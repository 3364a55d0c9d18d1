import type { ChangedContract } from '#app/contracts/contract_followers'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { holdAgainstContracts } from '#app/invoices/editing/hold_against_contracts'
import type { Progress } from '#app/jobs/queue'
import { inTransaction, rows } from '#app/kernel/database/sql'

const BATCH = 50

/**
 * Holds every invoice of a contract's supplier with its companies against the contracts in force, the booked ones too, and
 * judges again those whose alarms may still stop something. A few at a time, so that nobody who works on one waits long.
 * Gives how many.
 */
export async function holdInvoicesOf(
  { providerId, siteIds }: ChangedContract,
  progress?: Progress
): Promise<number> {
  const found = await rows<{ id: number }>(
    `select id from invoices where provider_id = :providerId and site_id = any(:siteIds::bigint[]) order by id`,
    { providerId, siteIds }
  )
  for (let from = 0; from < found.length; from += BATCH) {
    await holdSome(found.slice(from, from + BATCH).map(({ id }) => id))
    await progress?.(Math.min(from + BATCH, found.length), found.length)
  }
  return found.length
}

async function holdSome(ids: number[]): Promise<void> {
  await inTransaction(async (trx) => {
    const locked = await rows<{ id: number; isOpen: boolean }>(
      `select id, status in ('pending_review', 'pending_approval', 'approved', 'booked', 'disputed') and payment_state <> 'paid' as is_open
         from invoices where id = any(:ids::bigint[]) order by id for update`,
      { ids },
      trx
    )
    await holdAgainstContracts(ids, trx)
    for (const { id, isOpen } of locked) if (isOpen) await auditInvoice(id, trx)
  })
}
