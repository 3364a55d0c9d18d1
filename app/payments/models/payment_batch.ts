import type { CalendarDate } from '#app/kernel/calendar_date'
import { PaymentBatchSchema } from '#database/schema'

export default class PaymentBatch extends PaymentBatchSchema {
  declare status: 'building' | 'ready' | 'sent' | 'partially_done' | 'done' | 'cancelled'
  declare executionDate: CalendarDate
}
