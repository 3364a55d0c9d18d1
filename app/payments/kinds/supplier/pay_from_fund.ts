import type { Actor } from '#app/audit/record_event'
import { inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { lockFund } from '#app/providers/queries/reserve_fund'

type Wanted = { invoiceId: number; amountMinor: number; executionDate: CalendarDate | null }

/**
 * A draft for (part of) an invoice out of what is set aside for its supplier: it is charged to the account that the fund lies in. Throws
 * E_FUND where the company has none for the supplier, E_AMOUNT above what is free in it, and what `createOrder` refuses.
 */
export function payFromFund(
  { invoiceId, amountMinor, executionDate }: Wanted,
  actor: Actor
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const found = await row<{ virtualAccountId: number; siteId: number }>(
      `select v.id as virtual_account_id, i.site_id from invoices i join providers p on p.id = i.provider_id
         join virtual_accounts v on v.id = p.reserve_virtual_account_id and v.site_id = i.site_id where i.id = :invoiceId for share of i`,
      { invoiceId },
      trx
    )
    if (!found)
      throw new DomainError('E_FUND', 'El proveedor no tiene fondo de reserva en la empresa de la factura.')
    const fund = await lockFund(found.virtualAccountId, trx)
    const freeMinor = fund.balanceMinor - fund.heldMinor
    if (amountMinor > freeMinor)
      throw new DomainError('E_AMOUNT', `En el fondo hay libres ${formatAmount(freeMinor, fund.currency)}.`, {
        field: 'amount',
      })
    return createOrder(
      {
        invoiceId,
        amountMinor,
        executionDate,
        debtorAccountId: fund.bankAccountId,
        debtorVirtualAccountId: fund.virtualAccountId,
      },
      actor,
      trx
    )
  })
}
