import { defineRule } from '#app/invoices/audit/rule'
import { dayText, value } from '#app/invoices/audit/wording'
import { daysBetween } from '#app/kernel/time/calendar_date'

export const lateBooking = defineRule({
  code: 'P3',
  name: 'Retraso de contabilización',
  family: 'process',
  severity: 'info',
  explains: 'Recibida hace días y sin contabilizar.',
  params: { days: { kind: 'number', label: 'Más de', unit: 'days', min: 1, max: 90, default: 15 } },
  decide({ receivedOn, status }, { params, context }) {
    if (status === 'booked' || status === 'disputed' || daysBetween(receivedOn, context.day) <= params.days)
      return null
    return {
      message: `Recibida el ${dayText(receivedOn)} y sin contabilizar en más de ${params.days} días.`,
      key: receivedOn,
      evidence: { values: [value('Recepción', dayText(receivedOn))], threshold: `${params.days} días` },
    }
  },
})
