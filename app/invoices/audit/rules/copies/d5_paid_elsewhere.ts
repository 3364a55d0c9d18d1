import { findPaidElsewhere } from '#app/invoices/audit/questions/find_paid_elsewhere'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, money, value } from '#app/invoices/audit/wording'

export const paidElsewhere = defineRule({
  code: 'D5',
  name: 'Ya pagada de otro modo',
  family: 'duplicates',
  severity: 'high',
  explains:
    'Una nota de gastos, un movimiento de tarjeta o un pago recurrente del mismo importe en días cercanos.',
  params: {
    days: { kind: 'number', label: 'Días antes y después', unit: 'days', min: 0, max: 60, default: 7 },
  },
  asks: { paid: findPaidElsewhere },
  concerns: ({ providerId, totalMinor }) => providerId !== null && totalMinor > 0,
  decide(invoice, { told }) {
    return (told.paid ?? []).map((paid) => ({
      message: `Parece pagada ya: ${paid.source} ${paid.reference} del ${dayText(paid.paidOn)} por ${money(paid.amountMinor, invoice)}.`,
      key: `${paid.source}:${paid.reference}`,
      evidence: {
        values: [
          value('Total', money(invoice.totalMinor, invoice)),
          value(paid.source, money(paid.amountMinor, invoice)),
        ],
      },
    }))
  },
})
