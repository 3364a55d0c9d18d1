import { DateTime } from 'luxon'
import type { Actor } from '#app/audit/record_event'
import type Invoice from '#app/invoices/models/invoice'
import type { InvoiceTransition } from '#app/invoices/workflows/invoice_workflow'

/** Transitions by which somebody gives an invoice back to those who review it, or refuses it. */
export type TurnDown = 'return' | 'reject' | 'unbook'

/** What stands beside the state of an invoice that was turned down. */
export const TURN_DOWN_LABELS: Readonly<Record<TurnDown, string>> = {
  return: 'Devuelta',
  reject: 'Rechazada',
  unbook: 'Descontabilizada',
}

/** Somebody has acted on what was said: it went on its way again, or is put aside. */
const ANSWERS: readonly InvoiceTransition[] = ['submit', 'book_directly', 'mark_duplicate', 'cancel']

const isTurnDown = (transition: InvoiceTransition): transition is TurnDown => transition in TURN_DOWN_LABELS

type Said = { transition: InvoiceTransition; actor: Actor; reason: string | null }

/** Keeps with an invoice who turned it down and why, until it is sent again or put aside. The caller saves. */
export function keepTurnDown(invoice: Invoice, { transition, actor, reason }: Said): void {
  if (isTurnDown(transition))
    invoice.merge({
      turnedDownHow: transition,
      turnedDownBy: actor.userId,
      turnedDownAt: DateTime.now(),
      turnedDownReason: reason,
    })
  else if (ANSWERS.includes(transition))
    invoice.merge({ turnedDownHow: null, turnedDownBy: null, turnedDownAt: null, turnedDownReason: null })
}
