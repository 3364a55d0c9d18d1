import type { Actor } from '#app/audit/record_event'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { settleLoanPayment } from '#app/loans/payments/settle_payment'
import type { Sides } from '#app/loans/payments/settlement_accounts'
import { bankProof } from '#app/loans/ports'
import { bankLine } from '#app/loans/postings/cash_lines'

/** The movement of the payer’s bank that proves a payment. */
export type PaidAlready = { statementLineId: number }

type Proving = PaidAlready & {
  paymentId: number
  sides: Pick<Sides, 'payerSiteId'>
  cashMinor: number
  actor: Actor
}

type BankMovement = {
  id: number
  bankAccountId: number
  siteId: number
  amountMinor: number
  currency: string
  bookedOn: CalendarDate
  status: string
}

/**
 * «Pago ya realizado»: the payment is settled with what the bank has charged, and the movement is matched with its line.
 * Throws at `statement_line_id` for a movement of another company, of another amount, or one that is matched already.
 */
export async function proveByMovement(
  { paymentId, statementLineId, sides, cashMinor, actor }: Proving,
  trx: Transaction
): Promise<void> {
  const movement = await movementOf(statementLineId, sides.payerSiteId, trx)
  refuseOther(movement, -cashMinor)
  const payer = await bankLine(movement.bankAccountId, trx)
  const { entries } = await settleLoanPayment(
    { paymentId, movedOn: movement.bookedOn, payer, statementLineId, actor },
    trx
  )
  const entry = entries.find(({ siteId }) => siteId === sides.payerSiteId)
  const { id } = await oneRow<{ id: number }>(
    `select id from journal_lines where entry_id = :entryId and account_id = :accountId`,
    { entryId: entry?.entryId ?? null, accountId: payer.accountId },
    trx
  )
  const proven = { lineId: statementLineId, journalLineId: id, amountMinor: movement.amountMinor }
  await bankProof.one().match(proven, actor, trx)
}

const at = (message: string) => new DomainError('E_MOVEMENT', message, { field: 'statement_line_id' })

export async function movementOf(
  statementLineId: number,
  siteId: number,
  trx: Transaction
): Promise<BankMovement> {
  const found = await row<BankMovement>(
    `select l.id, l.bank_account_id, b.site_id, l.amount_minor, l.currency, l.booked_on, l.status from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id
      where l.id = :statementLineId and b.site_id = :siteId`,
    { statementLineId, siteId },
    trx
  )
  if (!found) throw at('El movimiento no es de una cuenta de la empresa que paga.')
  return found
}

/** Throws where a movement is of another amount or does not wait for anybody. */
export function refuseOther({ amountMinor, currency, status }: BankMovement, wantedMinor: number): void {
  if (!['pending', 'suggested'].includes(status)) throw at('Este movimiento ya está conciliado.')
  if (amountMinor !== wantedMinor)
    throw at(
      `El movimiento es de ${formatAmount(Math.abs(amountMinor), currency)}: el importe debe ser el mismo.`
    )
}
