import type { Actor } from '#app/audit/record_event'
import { changeInvoice } from '#app/invoices/editing/change_invoice'
import { isDuePossible, ROUNDING_MAX_MINOR } from '#app/invoices/editing/due_rules'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type Input = {
  invoiceId: number
  actor: Actor
  lockVersion: number
  /** Cents of the invoice's currency; of a credit note they may be given positive. */
  advanceMinor: number
  prepaidMinor: number
  retainedMinor: number
  roundingMinor: number
  /** When the guarantee is released, where that is agreed. */
  retainedUntil: CalendarDate | null
}

/**
 * Corrects what of the total is not to be paid now, and why: an advance that it deducts, what was paid already, what is retained as a
 * guarantee; and the rounding of what is paid. It is part of what is approved. Throws at `rounding` and at `retained`, `prepaid` or
 * `advance` where together they are more than the total.
 */
export function changeDue({ invoiceId, actor, lockVersion, ...given }: Input): Promise<{ revoked: boolean }> {
  if (Math.abs(given.roundingMinor) > ROUNDING_MAX_MINOR)
    throw new DomainError('E_ROUNDING', 'El redondeo es cuestión de céntimos: como máximo 1,00.', {
      field: 'rounding',
    })
  return changeInvoice({
    invoiceId,
    actor,
    lockVersion,
    action: 'totals_changed',
    edit: (invoice) => {
      const turn = (minor: number) => (invoice.totalMinor < 0 ? 0 - Math.abs(minor) : minor)
      invoice.merge({
        advanceMinor: turn(given.advanceMinor),
        prepaidMinor: turn(given.prepaidMinor),
        retainedMinor: turn(given.retainedMinor),
        roundingMinor: given.roundingMinor,
        retainedUntil: given.retainedMinor === 0 ? null : given.retainedUntil,
      })
      if (isDuePossible(invoice)) return
      const field = given.retainedMinor !== 0 ? 'retained' : given.prepaidMinor !== 0 ? 'prepaid' : 'advance'
      throw new DomainError(
        'E_DUE_PARTS',
        `Lo que no se paga ahora no puede superar el total (${formatAmount(invoice.owedMinor, invoice.currency)}).`,
        { field }
      )
    },
  })
}
