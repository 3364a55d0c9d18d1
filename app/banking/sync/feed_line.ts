import type { FeedLine } from '#app/accounts/actions/write_feed'
import type { MovementType } from '#app/banking/bank_provider'
import { foldText } from '#app/kernel/text/similarity'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A booked movement that is no line yet. */
export type UnlinedMovement = {
  id: number
  externalId: string
  provider: string
  amountMinor: number
  currency: string
  type: MovementType
  counterpartyName: string | null
  counterpartyIban: string | null
  text: string
  reference: string | null
  endToEndId: string | null
  transferRef: string | null
  orderNumber: string | null
  bookedOn: CalendarDate
  valueOn: CalendarDate | null
  balanceAfterMinor: number | null
  category: string | null
  parentExternalId: string | null
}

/** What reconciliation knows a bank's fee by, whatever the words of the provider. */
const FEE_CODE = 'ACMT/MDOP/CHRG'

/** The identity of its line: the provider's own, so that it holds when a connection is made anew. */
export const lineIdentity = ({ provider, externalId }: Pick<UnlinedMovement, 'provider' | 'externalId'>) =>
  `${provider}:${externalId}`

/** A movement as the statement of its account has it. */
export function feedLine(movement: UnlinedMovement): FeedLine {
  const { type, text, counterpartyName, reference, endToEndId, amountMinor } = movement
  const rawText = text || counterpartyName || reference || ''
  return {
    externalId: lineIdentity(movement),
    bookedOn: movement.bookedOn,
    valueOn: movement.valueOn,
    amountMinor,
    currency: movement.currency,
    balanceAfterMinor: movement.balanceAfterMinor,
    counterpartyName,
    counterpartyIban: movement.counterpartyIban,
    reference,
    endToEndId,
    rawText,
    normText: foldText(
      [rawText, reference, endToEndId, movement.orderNumber, movement.transferRef, counterpartyName]
        .filter(Boolean)
        .join(' ')
    ),
    raw: {
      bankReference: movement.externalId,
      bankTransactionCode: type === 'fee' ? FEE_CODE : null,
      movementType: type,
      category: movement.category,
      isReversal: movement.parentExternalId !== null && type === 'adjustment',
      transferRef: movement.transferRef,
    },
    status: amountMinor === 0 ? 'ignored' : 'pending',
  }
}
