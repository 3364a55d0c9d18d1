import type { Actor } from '#app/audit/record_event'
import { findPayeeBank } from '#app/expenses/queries/claimant'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { EXPENSE_NOTE } from '#app/payments/kinds/expense_note/kind'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { placeOrder } from '#app/payments/orders/place_order'

type Wanted = {
  debtorAccountId?: number | null
  executionDate?: CalendarDate | null
  retryOfId?: number | null
}

type Source = {
  siteId: number
  number: string
  title: string
  status: string
  currency: string
  employeeId: number | null
  providerId: number | null
  claimantName: string
  iban: string | null
  restMinor: number
  parts: number
  liveNumber: string | null
  retryOfId: number | null
}

/**
 * A draft order for an approved note, to the payee's verified account. Throws E_LIVE_ORDER where it has one already, what
 * else keeps it from being paid, and what `placeOrder` refuses.
 */
export function orderExpense(
  noteId: number,
  wanted: Wanted,
  actor: Actor,
  outer?: Transaction
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const source = await lockSource(noteId, trx)
    refuseUnpayable(source)
    const bank = await findPayeeBank(source, trx)
    if (!bank)
      throw new DomainError(
        'E_BANK',
        `${source.number}: el solicitante no tiene una cuenta bancaria verificada.`
      )
    const isEmployee = source.employeeId !== null
    return placeOrder(
      {
        kind: 'expense_note',
        siteId: source.siteId,
        sourceType: EXPENSE_NOTE,
        sourceId: noteId,
        sourcePart: source.parts + 1,
        creditorType: isEmployee ? 'employee' : 'provider',
        creditorId: source.employeeId ?? source.providerId,
        creditorName: bank.holderName ?? source.claimantName,
        providerBankId: isEmployee ? null : bank.id,
        employeeBankId: isEmployee ? bank.id : null,
        creditorIban: bank.iban,
        amountMinor: source.restMinor,
        currency: source.currency,
        remittance: `NOTA DE GASTOS ${source.number}`,
        debtorAccountId: wanted.debtorAccountId ?? null,
        wantedOn: wanted.executionDate ?? null,
        retryOfId: wanted.retryOfId ?? source.retryOfId,
      },
      actor,
      trx
    )
  }, outer)
}

/** Locked first and read afterwards: a statement that waits for a lock still sees the payments of before. */
async function lockSource(noteId: number, trx: Transaction): Promise<Source> {
  await execute(`select 1 from expense_notes where id = :noteId for update`, { noteId }, trx)
  const found = await row<Source>(
    `select n.site_id, n.number, n.title, n.status, n.currency, n.employee_id, n.provider_id, n.claimant_name, n.iban,
        n.approved_minor - n.settled_minor - coalesce(live.minor, 0) as rest_minor, coalesce(live.parts, 0)::int as parts, live.number as live_number, again.id as retry_of_id
       from expense_notes n
       left join lateral (select max(o.source_part) as parts, sum(o.amount_minor) filter (where o.status in ('draft', 'buffered', 'approved', 'sent'))::bigint as minor,
           max(o.number) filter (where o.status in ('draft', 'buffered', 'approved', 'sent')) as number
           from payment_orders o where o.source_type = '${EXPENSE_NOTE}' and o.source_id = n.id) live on true
       left join lateral (select o.id from payment_orders o where o.source_type = '${EXPENSE_NOTE}' and o.source_id = n.id and o.status in ('failed', 'returned')
           and not exists (select 1 from payment_orders r where r.retry_of_id = o.id and r.status not in ('cancelled', 'failed', 'returned')) order by o.id desc limit 1) again on true
      where n.id = :noteId`,
    { noteId },
    trx
  )
  if (!found) throw new DomainError('E_NOTE', 'La nota de gastos no existe.')
  return found
}

function refuseUnpayable({ status, number, restMinor, liveNumber }: Source): void {
  if (restMinor <= 0 && liveNumber)
    throw new DomainError('E_LIVE_ORDER', `Ya existe un pago en curso para este documento (${liveNumber}).`)
  if (status === 'paid') throw new DomainError('E_PAID', `${number}: la nota ya está pagada.`)
  if (status !== 'approved' && status !== 'in_payment')
    throw new DomainError('E_NOT_APPROVED', `${number}: la nota de gastos no está aprobada.`)
  if (restMinor <= 0) throw new DomainError('E_PAID', `${number}: la nota ya está pagada.`)
}
