import { SYSTEM } from '#app/audit/record_event'
import { inTransaction, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { settleOrder } from '#app/payments/orders/settle_order'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { unlessRefused } from '#app/reconciliation/actions/unattended/unless_refused'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { isTakenBack } from '#app/reconciliation/queries/taken_back'
import type { Evidence } from '#app/reconciliation/scoring/match_types'

type Charge = {
  orderId: number
  bookedOn: CalendarDate
  lineId: number
  amountMinor: number
  feeLineId: number
  feeMinor: number
}

/** Nothing is guessed: the bank names the order of ours and the movement that its fee is for. */
const TOLD: Evidence = {
  score: 100,
  parts: [{ label: 'El banco la da por esta orden, con su comisión aparte', points: 100 }],
}

/**
 * Payments that a connected bank charges in two movements, what was ordered and the fee, which together are what was agreed
 * on: both are matched with the payment, or neither. Gives how many payments were matched.
 */
export async function matchChargesWithFees({ id }: Pick<MatchAccount, 'id'>): Promise<number> {
  let matched = 0
  for (const charge of await readCharges(id)) {
    if (await unlessRefused(() => matchCharge(charge, id))) matched++
  }
  return matched
}

/** Whole and open movements alone, of which nobody took a decision back, in statements that add up. */
function readCharges(bankAccountId: number): Promise<Charge[]> {
  return rows<Charge>(
    `select o.id as order_id, l.booked_on, l.id as line_id, l.amount_minor, f.id as fee_line_id, f.amount_minor as fee_minor
       from bank_statement_lines f join bank_statements fs on fs.id = f.statement_id and fs.status <> 'unbalanced'
       join provider_transactions fee on fee.bank_statement_line_id = f.id and fee.type = 'fee' and fee.parent_external_id is not null
       join provider_transactions t on t.connector_id = fee.connector_id and t.external_id = fee.parent_external_id
       join bank_statement_lines l on l.id = t.bank_statement_line_id and l.bank_account_id = f.bank_account_id and l.status in ('pending', 'suggested')
       join bank_statements ls on ls.id = l.statement_id and ls.status <> 'unbalanced'
       join payment_orders o on o.debtor_account_id = f.bank_account_id and o.channel = 'api' and o.status in ('sent', 'paid') and o.provider_ref = t.transfer_ref
      where f.bank_account_id = :bankAccountId and f.status in ('pending', 'suggested')
        and coalesce(o.charge_currency, o.currency) = l.currency and coalesce(o.charge_minor, o.amount_minor) = -(l.amount_minor + f.amount_minor)
        and not ${isTakenBack('l.id')} and not ${isTakenBack('f.id')}
      order by l.id`,
    { bankAccountId }
  )
}

async function matchCharge(
  { orderId, bookedOn, lineId, amountMinor, feeLineId, feeMinor }: Charge,
  bankAccountId: number
): Promise<void> {
  const shared = { evidence: TOLD, actor: SYSTEM }
  await inTransaction(async (trx) => {
    const { bankJournalLineId: journalLineId } = await settleOrder(
      { orderId, settledOn: bookedOn, bankAccountId, actor: SYSTEM },
      trx
    )
    await acceptMatch({ lineId, items: [{ journalLineId, amountMinor }], ...shared }, trx)
    // The last part of the payment: with it the payment is reconciled.
    await acceptMatch(
      { lineId: feeLineId, items: [{ journalLineId, amountMinor: feeMinor }], ...shared },
      trx
    )
  })
}
