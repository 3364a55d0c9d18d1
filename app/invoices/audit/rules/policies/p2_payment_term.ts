import { defineRule } from '#app/invoices/audit/rule'
import { dayText, value } from '#app/invoices/audit/wording'
import { daysBetween } from '#app/kernel/time/calendar_date'

export const paymentTerm = defineRule({
  code: 'P2',
  name: 'Plazo de pago largo',
  family: 'process',
  severity: 'warning',
  explains: 'El vencimiento supera el plazo legal desde la operación (60 días, Ley 15/2010).',
  params: { days: { kind: 'number', label: 'Más de', unit: 'days', min: 15, max: 180, default: 60 } },
  decide({ dueOn, operationOn, issuedOn }, { params }) {
    const from = operationOn ?? issuedOn
    if (!dueOn || !from) return null
    const days = daysBetween(from, dueOn)
    if (days <= params.days) return null
    return {
      message: `Vence a ${days} días de la operación; el plazo legal es de ${params.days}.`,
      key: `${from}:${dueOn}`,
      evidence: {
        values: [
          value('Operación', dayText(from)),
          value('Vencimiento', dayText(dueOn)),
          value('Días', String(days)),
        ],
        threshold: `${params.days} días`,
      },
    }
  },
})
