import type { FeedAccount, FeedMovement } from '#app/banking/bank_provider'
import { instantOf, minorOf } from '#app/banking/providers/wise/amounts'
import { movement, plainText } from '#app/banking/providers/wise/movement'
import { orderNumberIn, referenceOf } from '#app/banking/providers/wise/transform'
import type { WiseActivity, WisePayment, WiseTransfer } from '#app/banking/providers/wise/words'
import { NoAnswer } from '#app/connectors/client/provider_client'

/**
 * A transfer of ours as movements of the balance that paid it: what was converted or sent, the fee, and what came back when it
 * could not be delivered (Wise gives all of it back). Nothing while nobody has funded it: the balance has not moved.
 */
export function transferMovements(
  {
    transfer,
    payments,
    activity,
  }: { transfer: WiseTransfer; payments: readonly WisePayment[]; activity: WiseActivity | null },
  account: FeedAccount
): FeedMovement[] {
  const { currency } = account
  const paid = payments.filter((one) => one.method === 'BALANCE' && one.currency === currency)
  const [first] = paid
  if (!first || transfer.sourceCurrency !== currency) return []
  const charged = paid.reduce((sum, { amount }) => sum + minorOf(amount, currency), 0)
  const sent = sentMinor(transfer, charged)
  const occurredAt = instantOf(first.timeCreated)
  if (!occurredAt) throw new NoAnswer('Wise habla de un cargo sin su momento')
  const { id, status = '', targetCurrency = currency, targetValue } = transfer
  const reference = referenceOf(transfer) || null
  const shared = { providerStatus: status, occurredAt, raw: { transfer, payments, activity } }
  const common = {
    reference,
    orderNumber: reference && orderNumberIn(reference),
    counterpartyName: activity ? plainText(activity.title) : null,
    text: [reference, plainText(activity?.title)].filter(Boolean).join(' · '),
    local:
      targetCurrency === currency
        ? null
        : { minor: -minorOf(targetValue, targetCurrency), currency: targetCurrency },
    transferRef: String(id),
  }
  const key = `TRANSFER-${id}`
  const main = movement(
    account,
    key,
    { ...shared, status: 'booked', amountMinor: -sent, type: 'transfer' },
    common
  )
  const movements: FeedMovement[] = [main]
  if (charged > sent)
    movements.push(
      movement(
        account,
        `FEE-${key}`,
        { ...shared, status: 'booked', amountMinor: sent - charged, type: 'fee' },
        {
          parentExternalId: main.externalId,
          text: `Comisión de Wise · ${common.text}`,
        }
      )
    )
  const backAt = status === 'funds_refunded' || status === 'cancelled' ? instantOf(activity?.updatedOn) : null
  if (backAt)
    movements.push(
      movement(
        account,
        `REFUND-${key}`,
        { ...shared, status: 'booked', amountMinor: charged, type: 'refund', occurredAt: backAt },
        { ...common, transferRef: null, local: null, text: `Devolución de Wise · ${common.text}` }
      )
    )
  return movements
}

/** Of what the balance was charged, what was not the fee. */
function sentMinor(
  { sourceCurrency, sourceValue, targetCurrency, targetValue }: WiseTransfer,
  charged: number
) {
  if (!sourceCurrency) return charged
  const told =
    sourceCurrency === targetCurrency
      ? minorOf(targetValue, sourceCurrency)
      : minorOf(sourceValue ?? 0, sourceCurrency)
  return told > 0 && told <= charged ? told : charged
}
