import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'

/**
 * Holds a company's matches and letterings until the transaction ends, so that nobody matches what is being reversed or
 * settles one item twice. Documents (orders, invoices, batches) are locked before it,
 * never after; fiscal years after it: every posting holds it (`ledger_post`) and then its year.
 */
export async function lockReconciliations(siteId: number, trx: Transaction): Promise<void> {
  await oneRow(
    `select pg_advisory_xact_lock(hashtext('reconciliation'), :siteId::int) as locked`,
    { siteId },
    trx
  )
}

/**
 * The same of several companies, whatever their order: what is posted in all their books holds all of them first, so that
 * no two wait for each other. Whoever holds one of them already must have taken all with this.
 */
export async function lockBooks(siteIds: readonly number[], trx: Transaction): Promise<void> {
  await execute(
    `select pg_advisory_xact_lock(hashtext('reconciliation'), id::int) from (
       select distinct id from unnest(:siteIds::bigint[]) given(id) order by id) ascending`,
    { siteIds: [...siteIds] },
    trx
  )
}
