import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { addDays, type CalendarDate, compareDays } from '#app/kernel/time/calendar_date'
import { OCCURRENCE } from '#app/payments/kinds/recurring/kind'
import { dueDays, payDay, type Schedule } from '#app/payments/kinds/recurring/schedule'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { NO_IBAN } from '#app/payments/orders/checks/account_without_iban'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { placeOrder } from '#app/payments/orders/place_order'

const CATCH_UP_MAX = 60
/** An invoice is that of an occurrence when it was issued or falls due within these days of it. */
const INVOICE_DAYS = 35

type Template = Schedule & {
  id: number
  siteId: number
  leadDays: number
  holidayRule: 'next' | 'previous'
  amountMinor: number | null
  nextOn: CalendarDate
}

export type Generated = { planned: number; ordered: number; problems: number }

/**
 * What falls due within the lead of each active agreement gets its occurrence, and a draft order where the amount is
 * known (area 28 §10). Daily; after a stop it catches up, one occurrence for a day whatever happens.
 */
export async function orderOccurrences(day: CalendarDate): Promise<Generated> {
  const generated: Generated = { planned: 0, ordered: 0, problems: 0 }
  const due = await rows<{ id: number }>(
    `select id from recurrent_payments where status = 'active' and next_on - lead_days <= :day order by id`,
    { day }
  )
  for (const { id } of due) generated.planned += await planOccurrences(id, day)
  for (const { id } of await plannedOccurrences()) {
    const isOrdered = await tryOrder(id)
    if (isOrdered) generated.ordered++
    else if (isOrdered === null) generated.problems++
  }
  return generated
}

async function planOccurrences(recurrentId: number, day: CalendarDate): Promise<number> {
  return inTransaction(async (trx) => {
    const template = await row<Template>(
      `select id, site_id, frequency, day, start_on, end_on, occurrences, lead_days, holiday_rule, amount_minor, next_on from recurrent_payments
        where id = :recurrentId and status = 'active' and next_on is not null for update`,
      { recurrentId },
      trx
    )
    if (!template) return 0
    const days = dueDays(template, template.nextOn, CATCH_UP_MAX + 1)
    const due = days.filter((dueOn) => compareDays(addDays(dueOn, -template.leadDays), day) <= 0)
    for (const dueOn of due.slice(0, CATCH_UP_MAX)) await plan(template, dueOn, trx)
    const nextOn = days[due.length] ?? null
    await execute(
      `update recurrent_payments set next_on = :nextOn, status = case when :nextOn::date is null then 'ended' else status end where id = :recurrentId`,
      { recurrentId, nextOn },
      trx
    )
    return due.length
  })
}

async function plan(template: Template, dueOn: CalendarDate, trx: Transaction): Promise<void> {
  await execute(
    `insert into recurrent_occurrences (recurrent_payment_id, due_on, pay_on, amount_minor) values (:id, :dueOn, :payOn, :amountMinor) on conflict do nothing`,
    { id: template.id, dueOn, payOn: payDay(dueOn, template.holidayRule), amountMinor: template.amountMinor },
    trx
  )
}

/** What failed or came back is repeated by a person, who knows why (`retryOrder`). */
const plannedOccurrences = () =>
  rows<{ id: number }>(
    `select o.id from recurrent_occurrences o join recurrent_payments r on r.id = o.recurrent_payment_id and r.status <> 'paused'
      where o.status = 'planned' and (r.amount_mode = 'from_invoice' or o.amount_minor is not null)
        and not exists (select 1 from payment_orders x where x.source_type = '${OCCURRENCE}' and x.source_id = o.id and x.status in ('failed', 'returned'))
      order by o.pay_on, o.id`
  )

/** True when it has its order, false while it waits for an invoice, null when it could not be made: the reason stays on it. */
async function tryOrder(occurrenceId: number): Promise<boolean | null> {
  try {
    const order = await inTransaction((trx) => orderOccurrence(occurrenceId, {}, trx))
    return order !== null
  } catch (error) {
    if (isDomainError(error) && error.code === 'E_WAITS') return false
    if (!isDomainError(error)) throw error
    await execute(`update recurrent_occurrences set problem = :problem where id = :occurrenceId`, {
      occurrenceId,
      problem: error.message,
    })
    return null
  }
}

type Occurrence = {
  id: number
  status: string
  dueOn: CalendarDate
  payOn: CalendarDate
  restMinor: number
  parts: number
  recurrentId: number
  siteId: number
  providerId: number
  concept: string
  amountMode: string
  maxMinor: number | null
  currency: string
  debtorAccountId: number | null
  editorId: number | null
  providerBankId: number | null
  iban: string | null
  payee: string
}

type Wanted = { actor?: Actor; retryOfId?: number | null }

/**
 * The draft order of one occurrence, in the name of who last edited the agreement: they have a hand in it. Throws E_WAITS
 * while its invoice is not there, E_BANK without a verified account, E_MAX above the agreement's limit.
 */
export async function orderOccurrence(
  occurrenceId: number,
  { actor, retryOfId = null }: Wanted,
  trx: Transaction
): Promise<PaymentOrder> {
  const occurrence = await lockOccurrence(occurrenceId, trx)
  const maker = actor ?? { userId: occurrence.editorId, kind: 'system' as const }
  if (occurrence.status === 'skipped') throw new DomainError('E_SKIPPED', 'El vencimiento está omitido.')
  if (occurrence.amountMode === 'from_invoice') return payInvoice(occurrence, maker, trx)
  if (occurrence.restMinor <= 0) throw new DomainError('E_PAID', 'El vencimiento no tiene nada pendiente.')
  if (occurrence.maxMinor !== null && occurrence.restMinor > occurrence.maxMinor)
    throw new DomainError('E_MAX', 'El importe supera el máximo del pago recurrente.', { field: 'amount' })
  if (occurrence.providerBankId !== null && occurrence.iban === null)
    throw new DomainError('E_NO_IBAN', `${NO_IBAN}.`)
  if (!occurrence.iban)
    throw new DomainError('E_BANK', 'El proveedor no tiene una cuenta bancaria verificada.')
  const order = await placeOrder(
    {
      kind: 'recurring',
      siteId: occurrence.siteId,
      sourceType: OCCURRENCE,
      sourceId: occurrence.id,
      sourcePart: occurrence.parts + 1,
      creditorType: 'provider',
      creditorId: occurrence.providerId,
      creditorName: occurrence.payee,
      providerBankId: occurrence.providerBankId,
      employeeBankId: null,
      creditorIban: occurrence.iban,
      amountMinor: occurrence.restMinor,
      currency: occurrence.currency,
      remittance: `${occurrence.concept} ${occurrence.dueOn.slice(0, 7)}`,
      debtorAccountId: occurrence.debtorAccountId,
      wantedOn: occurrence.payOn,
      retryOfId,
    },
    maker,
    trx
  )
  await execute(
    `update recurrent_occurrences set problem = null where id = :occurrenceId`,
    { occurrenceId },
    trx
  )
  return order
}

/** Its invoice is paid as any other: the occurrence only says when. */
async function payInvoice(occurrence: Occurrence, actor: Actor, trx: Transaction): Promise<PaymentOrder> {
  const invoice = await row<{ id: number }>(
    `select i.id from invoices i where i.site_id = :siteId and i.provider_id = :providerId and i.status = 'booked' and i.doc_type <> 'credit_note' and i.payable_minor > 0
        and coalesce(i.due_on, i.issued_on) between :dueOn::date - ${INVOICE_DAYS} and :dueOn::date + ${INVOICE_DAYS}
        and not exists (select 1 from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status not in ('cancelled', 'failed', 'returned'))
      order by abs(coalesce(i.due_on, i.issued_on) - :dueOn::date), i.id limit 1`,
    { siteId: occurrence.siteId, providerId: occurrence.providerId, dueOn: occurrence.dueOn },
    trx
  )
  if (!invoice) throw new DomainError('E_WAITS', 'Espera la factura.')
  const order = await createOrder(
    { invoiceId: invoice.id, debtorAccountId: occurrence.debtorAccountId, executionDate: occurrence.payOn },
    actor,
    trx
  )
  if (occurrence.maxMinor !== null && order.amountMinor > occurrence.maxMinor)
    throw new DomainError('E_MAX', 'La factura supera el máximo del pago recurrente.')
  await execute(
    `update recurrent_occurrences set status = 'ordered', problem = null where id = :id`,
    { id: occurrence.id },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'recurrent_payment',
      objectId: occurrence.recurrentId,
      siteId: occurrence.siteId,
      event: 'recurrent_payment.invoice_ordered',
      reason: `${occurrence.dueOn}: ${order.number}`,
    },
    trx
  )
  return order
}

async function lockOccurrence(occurrenceId: number, trx: Transaction): Promise<Occurrence> {
  await rows(
    `select id from recurrent_occurrences where id = :occurrenceId for update`,
    { occurrenceId },
    trx
  )
  return oneRow<Occurrence>(
    `select o.id, o.status, o.due_on, o.pay_on, (coalesce(o.amount_minor, 0) - o.settled_minor)::bigint as rest_minor, r.id as recurrent_id, r.site_id, r.provider_id, r.concept,
        r.amount_mode, r.max_minor, r.currency, r.debtor_account_id, coalesce(r.updated_by, r.created_by) as editor_id, b.id as provider_bank_id, b.iban,
        coalesce(b.holder_name, p.legal_name) as payee,
        (select coalesce(max(x.source_part), 0) from payment_orders x where x.source_type = '${OCCURRENCE}' and x.source_id = o.id) as parts
       from recurrent_occurrences o join recurrent_payments r on r.id = o.recurrent_payment_id join providers p on p.id = r.provider_id
       left join lateral (select b.* from provider_banks b where b.provider_id = p.id and b.disabled_at is null and b.verification = 'verified' and (b.site_id is null or b.site_id = r.site_id)
          order by (b.site_id = r.site_id) desc nulls last, b.is_default desc, b.id limit 1) b on true
      where o.id = :occurrenceId`,
    { occurrenceId },
    trx
  )
}
