import { isInHistory } from '#app/invoices/audit/invoice_facts'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, value } from '#app/invoices/audit/wording'
import { weekdayOf } from '#app/kernel/time/calendar_date'
import { isSpanishNationalHoliday } from '#app/kernel/time/working_days'

export const freeDay = defineRule({
  code: 'R2',
  name: 'Fin de semana o festivo',
  family: 'pattern',
  severity: 'info',
  explains: 'Emitida en sábado, domingo o festivo por un proveedor que nunca lo ha hecho.',
  params: {
    history: { kind: 'number', label: 'Facturas anteriores', unit: 'count', min: 5, max: 200, default: 10 },
  },
  decide(invoice, { params, context }) {
    const { issuedOn } = invoice
    if (!issuedOn) return null
    const weekday = weekdayOf(issuedOn)
    const isWeekend = weekday === 0 || weekday === 6
    if (!isWeekend && !isSpanishNationalHoliday(issuedOn) && !context.holidays.has(issuedOn)) return null
    const own = isInHistory(invoice) ? 1 : 0
    const known = (invoice.usualInvoices ?? 0) - own
    if (known < params.history || (invoice.freeDayCount ?? 0) - own > 0) return null
    return {
      message: `Emitida el ${dayText(issuedOn)}, ${isWeekend ? 'fin de semana' : 'festivo'}: ninguna de sus ${known} facturas lo fue.`,
      key: issuedOn,
      evidence: { values: [value('Fecha', dayText(issuedOn)), value('Facturas anteriores', String(known))] },
    }
  },
})
