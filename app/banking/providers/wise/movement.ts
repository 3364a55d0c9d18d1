import type { FeedAccount, FeedMovement } from '#app/banking/bank_provider'
import { dayOfInstant } from '#app/kernel/time/calendar_date'

type Basis = Pick<FeedMovement, 'amountMinor' | 'type' | 'status' | 'providerStatus' | 'occurredAt' | 'raw'>

/** What all movements have in common; both sides of an exchange carry one reference, so the key names the balance too. */
export function movement(
  account: FeedAccount,
  reference: string,
  basis: Basis,
  more: Partial<FeedMovement> = {}
) {
  const day = dayOfInstant(basis.occurredAt)
  const isBooked = basis.status === 'booked' || basis.status === 'reversed'
  return {
    externalId: `${reference}@${account.externalId}`,
    accountExternalId: account.externalId,
    currency: account.currency,
    local: null,
    counterpartyName: null,
    counterpartyIban: null,
    text: '',
    reference: null,
    endToEndId: null,
    transferRef: null,
    parentExternalId: null,
    orderNumber: null,
    bookedOn: isBooked ? day : null,
    valueOn: isBooked ? day : null,
    balanceAfterMinor: null,
    category: null,
    attachments: [],
    ...basis,
    ...more,
  } satisfies FeedMovement
}

/** A text of Wise without its marks (`<strong>`). */
export const plainText = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
