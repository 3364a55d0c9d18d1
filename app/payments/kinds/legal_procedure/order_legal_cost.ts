import type { Actor } from '#app/audit/record_event'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, maxDay, today } from '#app/kernel/time/calendar_date'
import { type LockedCost, lockCost } from '#app/legal/actions/lock_cost'
import { LEGAL_COST } from '#app/payments/kinds/legal_procedure/kind'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { NO_IBAN } from '#app/payments/orders/checks/account_without_iban'
import { LIVE } from '#app/payments/orders/checks/live_orders'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { type OrderDraft, placeOrder } from '#app/payments/orders/place_order'

type Wanted = {
  /** Cents; all that is left when absent. */
  amountMinor?: number | null
  debtorAccountId?: number | null
  executionDate?: CalendarDate | null
  retryOfId?: number | null
}

/**
 * A draft order for what is left of a cost. One with an invoice is paid with it: the order is the invoice's. Throws E_COST at
 * what keeps it from being paid, and at `amount` above what is left.
 */
export function orderLegalCost(
  costId: number,
  wanted: Wanted,
  actor: Actor,
  outer?: Transaction
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const invoiceId = await invoiceOf(costId, trx)
    if (invoiceId !== null) return payInvoice(invoiceId, wanted, actor, trx)
    const cost = await lockCost(costId, trx)
    // Somebody has linked it meanwhile: the invoice would have to be locked first.
    if (cost.invoiceId !== null)
      throw new DomainError('E_COST', `${cost.description}: el coste tiene factura, se paga con ella.`)
    const found = await payeeOf(cost, trx)
    const restMinor = cost.totalMinor - cost.paidMinor - found.orderedMinor
    refuseUnpayable(cost, found, restMinor)
    const amountMinor = wanted.amountMinor ?? restMinor
    if (amountMinor <= 0 || amountMinor > restMinor)
      throw new DomainError(
        'E_AMOUNT',
        `El importe supera lo pendiente del coste (${formatAmount(restMinor, 'EUR')}).`,
        {
          field: 'amount',
        }
      )
    return placeOrder(draftOf(cost, found, { ...wanted, amountMinor }), actor, trx)
  }, outer)
}

/** Read before anything is locked: invoices are locked before what follows them. */
async function invoiceOf(costId: number, trx: Transaction): Promise<number | null> {
  const { invoiceId } = await oneRow<{ invoiceId: number | null }>(
    `select case when status <> 'planned' then invoice_id end as invoice_id from legal_procedure_costs where id = :costId`,
    { costId },
    trx
  )
  return invoiceId
}

function payInvoice(
  invoiceId: number,
  { amountMinor, debtorAccountId, executionDate }: Wanted,
  actor: Actor,
  trx: Transaction
): Promise<PaymentOrder> {
  return createOrder(
    {
      invoiceId,
      amountMinor: amountMinor ?? null,
      debtorAccountId: debtorAccountId ?? null,
      executionDate: executionDate ?? null,
    },
    actor,
    trx
  )
}

type Payee = {
  orderedMinor: number
  parts: number
  liveNumber: string | null
  retryOfId: number | null
  bankId: number | null
  iban: string | null
  holderName: string | null
}

/** What live orders take of it, and the account it goes to: the supplier's verified one, or that of the cost. */
function payeeOf({ id, siteId, providerId }: LockedCost, trx: Transaction): Promise<Payee> {
  return oneRow<Payee>(
    `select coalesce(live.minor, 0)::bigint as ordered_minor, coalesce(live.parts, 0)::int as parts, live.number as live_number, again.id as retry_of_id, b.id as bank_id, b.iban, b.holder_name
       from (select 1) one
       left join lateral (select max(o.source_part) as parts, sum(o.amount_minor) filter (where o.status in ${LIVE}) as minor, max(o.number) filter (where o.status in ${LIVE}) as number
           from payment_orders o where o.source_type = '${LEGAL_COST}' and o.source_id = :id) live on true
       left join lateral (select o.id from payment_orders o where o.source_type = '${LEGAL_COST}' and o.source_id = :id and o.status in ('failed', 'returned')
           and not exists (select 1 from payment_orders r where r.retry_of_id = o.id and r.status not in ('cancelled', 'failed', 'returned')) order by o.id desc limit 1) again on true
       left join lateral (select k.* from provider_banks k where k.provider_id = :providerId::bigint and k.disabled_at is null and k.verification = 'verified' and (k.site_id is null or k.site_id = :siteId)
           order by (k.site_id = :siteId) desc nulls last, k.is_default desc, k.id limit 1) b on true`,
    { id, siteId, providerId },
    trx
  )
}

function refuseUnpayable(
  { status, description, providerId }: LockedCost,
  { liveNumber, bankId, iban }: Payee,
  restMinor: number
): void {
  if (status === 'planned') throw new DomainError('E_COST', `${description}: el coste no está aprobado.`)
  if (status === 'cancelled') throw new DomainError('E_COST', `${description}: el coste está anulado.`)
  if (restMinor <= 0 && liveNumber)
    throw new DomainError('E_LIVE_ORDER', `Ya existe un pago en curso para este documento (${liveNumber}).`)
  if (restMinor <= 0) throw new DomainError('E_PAID', `${description}: el coste ya está pagado.`)
  if (providerId !== null && bankId !== null && iban === null)
    throw new DomainError('E_NO_IBAN', `${description}: ${NO_IBAN}.`)
  if (providerId !== null && !iban)
    throw new DomainError('E_BANK', `${description}: el proveedor no tiene una cuenta bancaria verificada.`)
}

function draftOf(cost: LockedCost, payee: Payee, wanted: Wanted & { amountMinor: number }): OrderDraft {
  const isProvider = cost.providerId !== null
  return {
    kind: 'legal_procedure',
    siteId: cost.siteId,
    sourceType: LEGAL_COST,
    sourceId: cost.id,
    sourcePart: payee.parts + 1,
    creditorType: isProvider ? 'provider' : 'other',
    creditorId: cost.providerId,
    creditorName: (isProvider ? (payee.holderName ?? cost.providerName) : cost.payeeName) ?? '',
    providerBankId: isProvider ? payee.bankId : null,
    employeeBankId: null,
    creditorIban: isProvider ? payee.iban : cost.payeeIban,
    amountMinor: wanted.amountMinor,
    currency: 'EUR',
    // What the bank prints is read by more people than a confidential procedure.
    remittance: cost.confidential ? cost.procedureNumber : `${cost.procedureNumber} ${cost.description}`,
    debtorAccountId: wanted.debtorAccountId ?? null,
    wantedOn: wanted.executionDate ?? maxDay(cost.dueOn, today()),
    retryOfId: wanted.retryOfId ?? payee.retryOfId,
  }
}
