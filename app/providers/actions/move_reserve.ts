import { randomUUID } from 'node:crypto'
import { virtualTransferPosting } from '#app/accounts/virtual_transfer'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { holdReserve } from '#app/providers/actions/hold_reserve'
import { lockFund, type ReserveFund } from '#app/providers/queries/reserve_fund'

export const RESERVE_KINDS = {
  contribution: 'Aportación',
  release: 'Liberación',
  payment: 'Pago',
  adjustment: 'Ajuste',
} as const
export type ReserveKind = keyof typeof RESERVE_KINDS

type Movement = {
  providerId: number
  kind: ReserveKind
  /** Into the fund, in cents; negative out of it. */
  amountMinor: number
  on: CalendarDate
  period?: string | null
  paymentOrderId?: number | null
  note: string | null
  idempotencyKey: string
}

type ByHand = { kind: 'contribution' | 'release'; amountMinor: number; note: string }

/**
 * Money set aside by hand, or given back. Throws at `amount` above what the account has available, or what is free in the
 * fund.
 */
export function moveReserve(
  providerId: number,
  { kind, amountMinor, note }: ByHand,
  actor: Actor
): Promise<void> {
  return inTransaction(async (trx) => {
    const { virtualAccountId } = await oneRow<{ virtualAccountId: number | null }>(
      `select reserve_virtual_account_id as virtual_account_id from providers where id = :providerId for no key update`,
      { providerId },
      trx
    )
    if (virtualAccountId === null)
      throw new DomainError('E_NO_FUND', 'El proveedor no tiene fondo de reserva: configúrelo antes.')
    const fund = await lockFund(virtualAccountId, trx)
    if (amountMinor <= 0)
      throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field: 'amount' })
    const mostMinor = kind === 'contribution' ? fund.availableMinor : fund.balanceMinor - fund.heldMinor
    if (amountMinor > mostMinor)
      throw new DomainError(
        'E_AMOUNT',
        kind === 'contribution'
          ? `La cuenta «${fund.account}» tiene disponibles ${formatAmount(Math.max(mostMinor, 0), fund.currency)}.`
          : `En el fondo hay libres ${formatAmount(mostMinor, fund.currency)}.`,
        { field: 'amount' }
      )
    await postReserve(
      fund,
      {
        providerId,
        kind,
        amountMinor: kind === 'contribution' ? amountMinor : -amountMinor,
        on: today(),
        note,
        idempotencyKey: `provider:${providerId}:reserve:${randomUUID()}`,
      },
      actor,
      trx
    )
  })
}

/** Posts a movement of a locked fund, keeps it and tells the supplier's history. The same key moves nothing again. */
export async function postReserve(
  fund: ReserveFund,
  { providerId, kind, amountMinor, on, period = null, paymentOrderId = null, note, idempotencyKey }: Movement,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const isInto = amountMinor > 0
  const { entryId, repeated } = await postEntry(
    virtualTransferPosting({
      siteId: fund.siteId,
      on,
      fromAccountId: isInto ? fund.mainAccountId : fund.ledgerAccountId,
      toAccountId: isInto ? fund.ledgerAccountId : fund.mainAccountId,
      amountMinor: Math.abs(amountMinor),
      currency: fund.currency,
      description: `${RESERVE_KINDS[kind]} del fondo de reserva${note ? `: ${note}` : ''}`,
      idempotencyKey,
      sourceType: 'provider',
      sourceId: providerId,
      createdBy: actor.userId,
    }),
    trx
  )
  if (repeated) return
  await execute(
    `insert into provider_reserve_movements (provider_id, site_id, virtual_account_id, kind, amount_minor, on_date, period, payment_order_id, journal_entry_id, note, created_by)
     values (:providerId, :siteId, :virtualAccountId, :kind, :amountMinor, :on, :period, :paymentOrderId, :entryId, :note, :userId)`,
    {
      providerId,
      siteId: fund.siteId,
      virtualAccountId: fund.virtualAccountId,
      kind,
      amountMinor,
      on,
      period,
      paymentOrderId,
      entryId,
      note,
      userId: actor.userId,
    },
    trx
  )
  await holdReserve(fund.virtualAccountId, trx)
  await recordEvent(
    {
      actor,
      objectType: 'provider',
      objectId: providerId,
      siteId: fund.siteId,
      event: 'provider.reserve_moved',
      reason: `${RESERVE_KINDS[kind]} de ${formatAmount(Math.abs(amountMinor), fund.currency)}${note ? `. ${note}` : ''}`,
    },
    trx
  )
}
