import type { Actor } from '#app/audit/record_event'
import { cancelGroupInvoice } from '#app/invoices/group/book_group_invoice'
import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import { type Charge, lockCharge } from '#app/rebilling/charges/charge'
import { moveCharge } from '#app/rebilling/charges/move_charge'

/**
 * The document of a charge was annulled, because it should never have been: both books are taken back, the invoice of the other
 * company goes, and the costs are free again. Throws E_ANNUL for what was paid, rectifies or is rectified.
 */
export async function annulCharge(
  { chargeId, reason, actor }: { chargeId: number; reason: string; actor: Actor },
  trx: Transaction
): Promise<void> {
  const charge = await lockCharge(chargeId, trx)
  await refuseTied(charge, trx)
  if (charge.groupKey === null) throw new Error(`Charge ${chargeId} was issued without its books`)
  await moveCharge(
    charge,
    {
      transition: 'annul',
      actor,
      reason,
      also: 'discard_reason = :reason, settled_minor = 0',
      values: { reason: `Documento ${charge.invoiceNumber} anulado: ${reason}` },
    },
    trx
  )
  if (charge.targetInvoiceId !== null)
    await cancelGroupInvoice({ invoiceId: charge.targetInvoiceId, reason, actor }, trx)
  await reverseBooks({ groupKey: charge.groupKey, reason, createdBy: actor.userId }, trx)
}

async function refuseTied(charge: Charge, trx: Transaction): Promise<void> {
  const refuse = (message: string) => new DomainError('E_ANNUL', message)
  if (charge.reversesId !== null || charge.correctsId !== null)
    throw refuse('Una rectificación no se anula: emita otra refacturación.')
  if (charge.settlement !== 'current_account' && (charge.settledMinor !== 0 || charge.status === 'settling'))
    throw refuse('La refacturación está pagada o en pago: rectifíquela.')
  const other = await row<{ number: string }>(
    `select number from rebilling_transactions where (reverses_id = :id or corrects_id = :id) and status not in ('discarded') limit 1`,
    { id: charge.id },
    trx
  )
  if (other) throw refuse(`La refacturación tiene la rectificación ${other.number}: descártela antes.`)
  const chained = await row<{ number: string }>(
    `select t.number from invoice_lines l join rebilling_sources x on x.source_type = 'invoice_line' and x.source_id = l.id
       join rebilling_transactions t on t.id = x.transaction_id and t.status not in ('discarded', 'rectified') where l.invoice_id = :invoiceId limit 1`,
    { invoiceId: charge.targetInvoiceId },
    trx
  )
  if (chained) throw refuse(`La empresa de destino la ha refacturado a su vez con ${chained.number}.`)
}
