import type { Actor } from '#app/audit/record_event'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { placeOrder } from '#app/payments/orders/place_order'
import { type Charge, lockCharge } from '#app/rebilling/charges/charge'
import { REBILLING } from '#app/rebilling/rebilling_labels'

type Wanted = {
  debtorAccountId?: number | null
  executionDate?: CalendarDate | null
  retryOfId?: number | null
}

/**
 * The draft payment of what is left of an issued charge, to the account that the company which is owed is paid on; what was
 * paid of a charge that is taken back goes the other way. Throws E_CHARGE where nothing is left or the charge is settled
 * otherwise, E_PAYEE_ACCOUNT where that company has no account, and what `placeOrder` refuses.
 */
export function orderRebilling(
  chargeId: number,
  { debtorAccountId = null, executionDate = null, retryOfId = null }: Wanted,
  actor: Actor,
  outer?: Transaction
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const charge = await lockCharge(chargeId, trx)
    refuseUnpayable(charge)
    const { restMinor, parts } = await restOf(charge, trx)
    if (restMinor <= 0)
      throw new DomainError('E_CHARGE', `${charge.number}: ya está pagada o su pago está en curso.`)
    const isRefund = charge.totalMinor < 0
    const payer = isRefund ? charge.originSiteId : charge.targetSiteId
    const payee = isRefund
      ? { siteId: charge.targetSiteId, name: charge.targetName }
      : { siteId: charge.originSiteId, name: charge.originName }
    const account = await payeeAccount(payee, trx)
    return placeOrder(
      {
        kind: 'rebilling',
        siteId: payer,
        sourceType: REBILLING,
        sourceId: chargeId,
        sourcePart: parts + 1,
        creditorType: 'other',
        // Its payments of before are those to the same account.
        creditorId: account.id,
        creditorName: payee.name,
        providerBankId: null,
        employeeBankId: null,
        creditorIban: account.iban,
        amountMinor: restMinor,
        currency: 'EUR',
        remittance: `${charge.invoiceNumber ?? charge.number} ${charge.concept}`,
        debtorAccountId,
        wantedOn: executionDate ?? charge.dueOn,
        retryOfId,
      },
      actor,
      trx
    )
  }, outer)
}

function refuseUnpayable({ number, status, settlement }: Charge): void {
  if (settlement !== 'payment') throw new DomainError('E_CHARGE', `${number}: no se liquida con un pago.`)
  if (status !== 'issued' && status !== 'settling')
    throw new DomainError('E_CHARGE', `${number}: la refacturación no está emitida o ya está liquidada.`)
}

async function restOf(
  { id, totalMinor, settledMinor }: Charge,
  trx: Transaction
): Promise<{ restMinor: number; parts: number }> {
  const live = await row<{ minor: number; parts: number }>(
    `select coalesce(max(source_part), 0)::int as parts, coalesce(sum(amount_minor) filter (where status in ('draft', 'buffered', 'approved', 'sent')), 0)::bigint as minor
       from payment_orders where source_type = '${REBILLING}' and source_id = :id`,
    { id },
    trx
  )
  return { restMinor: Math.abs(totalMinor - settledMinor) - (live?.minor ?? 0), parts: live?.parts ?? 0 }
}

async function payeeAccount(
  { siteId, name }: { siteId: number; name: string },
  trx: Transaction
): Promise<{ id: number; iban: string }> {
  const account = await row<{ id: number; iban: string }>(
    `select id, iban from bank_accounts where site_id = :siteId and status = 'active' and currency = 'EUR' and iban is not null order by is_payer_default desc, sort, id limit 1`,
    { siteId },
    trx
  )
  if (!account)
    throw new DomainError('E_PAYEE_ACCOUNT', `${name} no tiene una cuenta activa en euros en la que cobrar.`)
  return account
}
