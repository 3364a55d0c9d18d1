import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { PaymentBatchSchema } from '#database/schema'

export default class PaymentBatch extends PaymentBatchSchema {
  declare status: 'building' | 'ready' | 'sent' | 'partially_done' | 'done' | 'failed' | 'cancelled'
  declare executionDate: CalendarDate
}
