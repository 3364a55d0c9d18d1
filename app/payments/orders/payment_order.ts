import { createHash } from 'node:crypto'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { PaymentOrderStatus, SentSubStatus } from '#app/payments/orders/payment_order_workflow'
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
> &
  Partial<
    Pick<
      PaymentOrder,
      'providerBeneficiaryId' | 'quoteId' | 'chargeMinor' | 'chargeCurrency' | 'purpose' | 'isExternalDraft'
    >
  > & { speed?: string }

const RECORD = [
  'id',
  'number',
  'status',
  'holdReason',
  'siteId',
  'payerSiteId',
  'kind',
  'runId',
  'sourceType',
  'sourceId',
  'debtorAccountId',
  'creditorType',
  'creditorId',
  'creditorName',
  'creditorIban',
  'providerBankId',
  'employeeBankId',
  'providerBeneficiaryId',
  'quoteId',
  'chargeMinor',
  'chargeCurrency',
  'amountMinor',
  'currency',
  'executionDate',
  'speed',
  'channel',
  'remittance',
  'endToEndId',
  'transferGroupId',
  'vopResult',
  'vopName',
  'duplicateConfirmed',
  'requiredApprovals',
  'payerRequiredApprovals',
  'reinforcedReasons',
  'fingerprint',
  'createdBy',
  'lastEditedBy',
] as const satisfies (keyof PaymentOrderSchema)[]

/**
 * What the checks and approvals look at in an order. Of thousands it is read as it is: a model of each takes longer than
 * all that is asked about them.
 */
export type OrderRecord = Pick<PaymentOrder, (typeof RECORD)[number]>

/** The columns of an `OrderRecord`. */
export const RECORD_COLUMNS = RECORD.map((field) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
).join(', ')

/** Whether it is charged to the account of another company than that which owes it. */
export const isPaidByOther = ({
  siteId,
  payerSiteId,
}: Pick<OrderRecord, 'siteId' | 'payerSiteId'>): boolean => siteId !== payerSiteId

/** What its account is charged: what its quote says where it has one, else its amount. In the account's currency. */
export const chargedMinor = ({
  chargeMinor,
  amountMinor,
}: Pick<OrderRecord, 'chargeMinor' | 'amountMinor'>): number => chargeMinor ?? amountMinor

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
      // Who approved a transfer that can be called back did not approve one that cannot.
      ...(order.speed === 'instant' ? [order.speed] : []),
      // What only payments by a connection have; of all others the fingerprint is what it was.
      ...(order.providerBeneficiaryId ? ['beneficiary', order.providerBeneficiaryId] : []),
      ...(order.chargeMinor ? ['charge', order.chargeMinor, order.chargeCurrency] : []),
      ...(order.purpose ? ['purpose', order.purpose] : []),
      ...(order.isExternalDraft ? ['draft'] : []),
    ]
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  }
}
