import type { Transfer } from '#app/banking/gateway/transfer_gateway'
import { refusal, Stopped } from '#app/banking/providers/qonto/answers'
import type { PreparedItem } from '#app/banking/providers/qonto/authorisation'
import { payeeFields } from '#app/banking/providers/qonto/payees'
import { decimalText } from '#app/kernel/money/money'

const REFERENCE_MAX = 140
/** Qonto wants a receipt with what is more than this, in cents. */
export const ATTACHMENT_ABOVE_MINOR = 3_000_000

/** Only euros leave through it. Throws Stopped. */
export function refuseOtherCurrency({ currency }: Transfer): void {
  if (currency === 'EUR') return
  throw new Stopped(refusal('currency', `Qonto solo envía euros; la orden es de ${currency}.`))
}

/** What Qonto would refuse is not asked. Throws Stopped. */
export function refuseStrange(transfer: Transfer): void {
  refuseOtherCurrency(transfer)
  if (transfer.amountMinor <= ATTACHMENT_ABOVE_MINOR || transfer.attachments.length > 0) return
  throw new Stopped(
    refusal('attachment_required', 'Adjunte al menos un justificante: obligatorio por encima de 30.000 €.')
  )
}

/** What the payee reads, with the order's number in it: by that the transfer and its movements are known again. */
export function referenceOf({ remittance, orderNumber }: Transfer): string {
  const text = remittance.replaceAll(/\s+/g, ' ').trim()
  if (text.includes(orderNumber)) return text.slice(0, REFERENCE_MAX)
  return `${text.slice(0, REFERENCE_MAX - orderNumber.length - 1)} ${orderNumber}`.trim()
}

/** A transfer in the words of Qonto, always the same for the same transfer and preparation. */
export function transferFields(transfer: Transfer, item: PreparedItem): Record<string, unknown> {
  const { beneficiaryId, attachmentIds, scheduledOn } = item
  return {
    ...payeeFields(transfer, beneficiaryId),
    reference: referenceOf(transfer),
    amount: decimalText(transfer.amountMinor, transfer.currency),
    note: transfer.orderNumber,
    ...(scheduledOn === null ? {} : { scheduled_date: scheduledOn }),
    ...(attachmentIds.length === 0 ? {} : { attachment_ids: attachmentIds }),
  }
}
