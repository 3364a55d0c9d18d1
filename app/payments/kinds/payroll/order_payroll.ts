import type { Actor } from '#app/audit/record_event'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { PAYROLL, refreshPayroll } from '#app/payments/kinds/payroll/kind'
import { placeOrders } from '#app/payments/kinds/supplier/place_orders'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { type OrderDraft, payerAccount, placeOrder } from '#app/payments/orders/place_order'
import { type PayrollConcept, remittanceOf } from '#app/payroll/payroll_concepts'

type Source = {
  id: number
  siteId: number
  employeeId: number
  name: string
  period: string
  concept: PayrollConcept
  payOn: CalendarDate
  currency: string
  restMinor: number
  status: string
  parts: number
  bankId: number | null
  iban: string | null
  holderName: string | null
  liveNumber: string | null
  retryOfId: number | null
}

/**
 * Locks salaries, and reads to which verified account each goes; afterwards, because a statement that waits for a lock still
 * sees the payments of before.
 */
async function lockPayroll(payrollIds: readonly number[], trx: Transaction): Promise<Source[]> {
  await execute(
    `select 1 from payroll_payments where id = any(:payrollIds::bigint[]) order by id for update`,
    { payrollIds },
    trx
  )
  return rows<Source>(
    `with locked as (select * from payroll_payments where id = any(:payrollIds::bigint[]))
     select p.id, p.site_id, p.employee_id, e.first_name || ' ' || e.last_name as name, p.period, p.concept, p.pay_on, p.currency, p.status,
        p.net_minor - p.settled_minor - coalesce(live.minor, 0) as rest_minor, coalesce(live.parts, 0)::int as parts, live.number as live_number,
        b.id as bank_id, b.iban, b.holder_name, again.id as retry_of_id
       from locked p join employees e on e.id = p.employee_id
       left join lateral (select max(o.source_part) as parts, sum(o.amount_minor) filter (where o.status in ('draft', 'buffered', 'approved', 'sent'))::bigint as minor,
           max(o.number) filter (where o.status in ('draft', 'buffered', 'approved', 'sent')) as number
           from payment_orders o where o.source_type = '${PAYROLL}' and o.source_id = p.id) live on true
       left join lateral (select o.id from payment_orders o where o.source_type = '${PAYROLL}' and o.source_id = p.id and o.status in ('failed', 'returned')
           and not exists (select 1 from payment_orders r where r.retry_of_id = o.id and r.status not in ('cancelled', 'failed', 'returned')) order by o.id desc limit 1) again on true
       left join lateral (select k.* from employee_banks k where k.employee_id = e.id and k.disabled_at is null and k.verification = 'verified' order by k.is_default desc, k.id limit 1) b on true
      order by p.id`,
    { payrollIds },
    trx
  )
}

type Wanted = { debtorAccountId: number | null; wantedOn?: CalendarDate | null; retryOfId?: number | null }

/** A draft order for one salary. Throws at what keeps it from being paid. */
export async function orderPayroll(
  payrollId: number,
  wanted: Wanted,
  actor: Actor,
  trx: Transaction
): Promise<PaymentOrder> {
  const [source] = await lockPayroll([payrollId], trx)
  const problem = source ? hindrance(source) : 'La nómina no existe.'
  if (!source || problem) throw new DomainError('E_PAYROLL', problem ?? 'La nómina no existe.')
  return placeOrder(draftOf(source, wanted), actor, trx)
}

export type Refused = { name: string; reason: string }

/**
 * Draft orders for many salaries of one company. Who cannot be paid stays pending with the reason, the others go on.
 * Throws E_SITE where they are of several companies.
 */
export async function orderPayrolls(
  payrollIds: readonly number[],
  wanted: Wanted,
  actor: Actor,
  trx: Transaction
): Promise<{ orders: PaymentOrder[]; refused: Refused[] }> {
  const sources = await lockPayroll(payrollIds, trx)
  const [first] = sources
  if (!first) return { orders: [], refused: [] }
  if (sources.some(({ siteId }) => siteId !== first.siteId))
    throw new DomainError('E_SITE', 'Las nóminas son de varias empresas: prepare una relación por empresa.')
  const refused = sources.flatMap((source) => {
    const reason = hindrance(source)
    return reason ? [{ name: source.name, reason }] : []
  })
  const sound = sources.filter((source) => hindrance(source) === null)
  const accountId = wanted.debtorAccountId ?? (await payerAccount(first, actor.userId, trx))
  const placed = await placeOrders(
    sound.map((source) => draftOf(source, wanted)),
    accountId,
    actor,
    trx
  )
  await refreshPayroll(
    placed.orders.map(({ sourceId }) => ({ id: sourceId, live: 1 })),
    trx
  )
  return {
    orders: placed.orders,
    refused: [
      ...refused,
      ...placed.refused.map(({ place, reason }) => ({ name: sound[place]?.name ?? '', reason })),
    ],
  }
}

function hindrance(source: Source): string | null {
  if (source.status === 'cancelled') return 'La nómina está cancelada.'
  if (source.restMinor <= 0 && source.liveNumber)
    return `Ya existe un pago en curso para este documento (${source.liveNumber}).`
  if (source.restMinor <= 0) return 'La nómina ya está pagada.'
  return source.iban === null ? 'El empleado no tiene una cuenta bancaria verificada.' : null
}

const draftOf = (source: Source, { debtorAccountId, wantedOn, retryOfId }: Wanted): OrderDraft => ({
  kind: 'payroll',
  siteId: source.siteId,
  sourceType: PAYROLL,
  sourceId: source.id,
  sourcePart: source.parts + 1,
  creditorType: 'employee',
  creditorId: source.employeeId,
  creditorName: source.holderName ?? source.name,
  providerBankId: null,
  employeeBankId: source.bankId,
  creditorIban: source.iban,
  amountMinor: source.restMinor,
  currency: source.currency,
  remittance: remittanceOf(source.concept, source.period),
  debtorAccountId,
  wantedOn: wantedOn ?? source.payOn,
  retryOfId: retryOfId ?? source.retryOfId,
})
