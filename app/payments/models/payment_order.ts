import { createHash } from 'node:crypto'
import type { CalendarDate } from '#app/kernel/calendar_date'
import type { PaymentOrderStatus, SentSubStatus } from '#app/payments/workflows/payment_order_workflow'
import { PaymentOrderSchema } from '#database/schema'

type Approved = Pick<
  PaymentOrder,
  | 'siteId'
  | 'debtorAccountId'
  | 'creditorIban'
  | 'creditorName'
  | 'amountMinor'
  | 'currency'
  | 'executionDate'
  | 'sourceType'
  | 'sourceId'
  | 'sourcePart'
>

/** One payment. Its fingerprint is what the approvers approved; the database freezes those fields once approved. */
export default class PaymentOrder extends PaymentOrderSchema {
  declare status: PaymentOrderStatus
  declare subStatus: SentSubStatus | null
  declare executionDate: CalendarDate
  declare reinforcedReasons: string[]

  static fingerprintOf(order: Approved): string {
    const parts = [
      order.siteId,
      order.debtorAccountId,
      order.creditorIban,
      order.creditorName,
      order.amountMinor,
      order.currency,
      order.executionDate,
      order.sourceType,
      order.sourceId,
      order.sourcePart,
    ]
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  }
}
