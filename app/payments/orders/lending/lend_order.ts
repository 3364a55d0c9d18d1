import type { Actor } from '#app/audit/record_event'
import { type Client, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, compareDays, formatDay } from '#app/kernel/time/calendar_date'
import { takeDebt } from '#app/loans/debts/take_debt'
import { chooseLoan, forgetLoan, isAheadOfBank, noteChoice } from '#app/payments/orders/lending/choose_loan'
import { lockOrder } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { isPaidByOther } from '#app/payments/orders/payment_order'

const LENT_STATES: readonly string[] = ['sent', 'paid', 'reconciled']

type Lending = {
  orderId: number
  loanId: number
  /** From which day it carries interest; the day from which it is owed unless told. */
  valueOn: CalendarDate | null
  actor: Actor
}

/** `isTaken`: it stands in the loan; else it goes into it once the bank has the payment. */
export type Lent = { loanNumber: string; isTaken: boolean }

/**
 * «Registrar como préstamo» (area 28 §6): what the debtor owes the company that paid for it goes from their current account into
 * a loan of theirs, in both books; before the bank has the payment the loan is only chosen. Taken back when the payment comes
 * back (`fail_order.ts`). Throws E_PAYER for a payment of one's own, E_NOT_SENT for one that is over, E_VALUE at `value_on` before
 * it was owed, and what the loan refuses.
 */
export function lendOrder({ orderId, loanId, valueOn, actor }: Lending): Promise<Lent> {
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (!isPaidByOther(order))
      throw new DomainError('E_PAYER', 'El pago no se ha hecho por cuenta de otra empresa.')
    const owedOn = await owedSince(order, trx)
    if (owedOn !== null) return take(order, { loanId, valueOn: valueOn ?? owedOn, owedOn, actor }, trx)
    if (!isAheadOfBank(order))
      throw new DomainError('E_NOT_SENT', 'El pago no ha llegado a hacerse, o el banco lo ha devuelto.')
    return { loanNumber: await chooseLoan(order, loanId, actor, trx), isTaken: false }
  })
}

async function take(
  order: PaymentOrder,
  {
    loanId,
    valueOn,
    owedOn,
    actor,
  }: Omit<Lending, 'orderId'> & { valueOn: CalendarDate; owedOn: CalendarDate },
  trx: Transaction
): Promise<Lent> {
  if (compareDays(valueOn, owedOn) < 0)
    throw new DomainError('E_VALUE', `La deuda existe desde el ${formatDay(owedOn)}.`, { field: 'value_on' })
  await forgetLoan(order.id, trx)
  await noteChoice(order, 'lent', order.number, actor, trx)
  const loanNumber = await takeDebt(
    loanId,
    {
      creditorSiteId: order.payerSiteId,
      debtorSiteId: order.siteId,
      amountMinor: order.amountMinor,
      valueOn,
      source: { type: 'payment_order', id: order.id, number: order.number },
      actor,
    },
    trx
  )
  return { loanNumber, isTaken: true }
}

/** The day from which the debtor owes what another company paid; null while, and once again when, it does not. */
export async function owedSince(
  order: Pick<PaymentOrder, 'id' | 'status' | 'siteId' | 'payerSiteId'>,
  client?: Client
): Promise<CalendarDate | null> {
  if (!isPaidByOther(order) || !LENT_STATES.includes(order.status)) return null
  const sent = await row<{ postedOn: CalendarDate }>(
    `select posted_on from journal_entries where idempotency_key = :key`,
    { key: `payment_order:${order.id}:sent:1` },
    client
  )
  return sent?.postedOn ?? null
}
