import type { Actor } from '#app/audit/record_event'
import { type Client, execute, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { NettedCurrent, PendingPayment } from '#app/loans/ports'
import { lockCharge } from '#app/rebilling/charges/charge'
import { settleCharge } from '#app/rebilling/charges/follow_payments'
import { noteCharge } from '#app/rebilling/charges/move_charge'

const DEBTOR = `case when t.total_minor > 0 then t.target_site_id else t.origin_site_id end`
const CREDITOR = `case when t.total_minor > 0 then t.origin_site_id else t.target_site_id end`
const AMONG = `t.origin_site_id = any(:siteIds::bigint[]) and t.target_site_id = any(:siteIds::bigint[])`

/** Charges between these companies whose payment is on its way. */
export const chargesUnderPayment = (siteIds: readonly number[], client?: Client): Promise<PendingPayment[]> =>
  rows<PendingPayment>(
    `select coalesce(t.invoice_number, t.number) as number, ${CREDITOR} as creditor_site_id, ${DEBTOR} as debtor_site_id
       from rebilling_transactions t where t.status = 'settling' and ${AMONG} order by t.id`,
    { siteIds: [...siteIds] },
    client
  )

/** Holds what is still to be paid between these companies. */
export async function lockOpenCharges(siteIds: readonly number[], trx: Transaction): Promise<void> {
  await rows(
    `select 1 from rebilling_transactions t where t.status in ('issued', 'settling') and t.settlement <> 'current_account' and ${AMONG} order by t.id for update`,
    { siteIds: [...siteIds] },
    trx
  )
}

/**
 * A netting took so much of what one company owes another on their current account: of the charges among it, the oldest first,
 * so much is settled that no more stays to be paid than is left there.
 */
export async function netCharges(netted: NettedCurrent, actor: Actor, trx: Transaction): Promise<void> {
  const { compensation, creditorSiteId, debtorSiteId, cancelledMinor, leftMinor } = netted
  const open = await rows<{ id: number; openMinor: number }>(
    `select t.id, abs(t.total_minor - t.settled_minor) as open_minor from rebilling_transactions t
      where t.status = 'issued' and t.settlement <> 'current_account' and t.settled_minor <> t.total_minor
        and ${CREDITOR} = :creditorSiteId and ${DEBTOR} = :debtorSiteId order by t.issued_on, t.id`,
    { creditorSiteId, debtorSiteId },
    trx
  )
  const openMinor = open.reduce((sum, charge) => sum + charge.openMinor, 0)
  let rest = Math.min(cancelledMinor, Math.max(0, openMinor - Math.max(0, leftMinor)))
  for (const charge of open) {
    const amountMinor = Math.min(rest, charge.openMinor)
    if (amountMinor === 0) return
    rest -= amountMinor
    await noteCharge(
      await lockCharge(charge.id, trx),
      { event: 'rebilling.netted', actor, reason: compensation.number },
      trx
    )
    await settleCharge(charge.id, amountMinor, actor, trx)
    await execute(
      `insert into rebilling_nettings (transaction_id, loan_compensation_id, amount_minor) values (:id, :compensationId, :amountMinor)`,
      { id: charge.id, compensationId: compensation.id, amountMinor },
      trx
    )
  }
}

type Netted = { id: number; transactionId: number; amountMinor: number }

/** Its reversal: they are to be paid again. Throws E_REVERSAL for one that was rectified since. */
export async function restoreCharges(
  { id: compensationId, number }: NettedCurrent['compensation'],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const netted = await rows<Netted>(
    `select id, transaction_id, amount_minor from rebilling_nettings where loan_compensation_id = :compensationId and undone_at is null order by transaction_id`,
    { compensationId },
    trx
  )
  for (const { id, transactionId, amountMinor } of netted) {
    const charge = await lockCharge(transactionId, trx)
    if (charge.status === 'rectified')
      throw new DomainError(
        'E_REVERSAL',
        `${charge.number} está rectificada: la compensación no se revierte.`
      )
    await noteCharge(charge, { event: 'rebilling.netting_reversed', actor, reason: number }, trx)
    await settleCharge(transactionId, -amountMinor, actor, trx)
    await execute(`update rebilling_nettings set undone_at = now() where id = :id`, { id }, trx)
  }
}
