import { defineRule } from '#app/invoices/audit/rule'
import { money, value } from '#app/invoices/audit/wording'

export const linesAddUp = defineRule({
  code: 'A1',
  name: 'Aritmética de líneas',
  family: 'amounts',
  severity: 'high',
  explains: 'La suma de las líneas no es la base.',
  params: {
    tolerance: { kind: 'number', label: 'Tolerancia', unit: 'amount', min: 0, max: 1000, default: 2 },
  },
  decide(invoice, { params }) {
    const { sumMinor, count } = invoice.lines
    if (count === 0 || Math.abs(sumMinor - invoice.baseMinor) <= params.tolerance) return null
    return {
      message: `Las líneas suman ${money(sumMinor, invoice)} y la base es ${money(invoice.baseMinor, invoice)}.`,
      key: `${sumMinor}:${invoice.baseMinor}`,
      evidence: {
        values: [
          value('Suma de líneas', money(sumMinor, invoice)),
          value('Base', money(invoice.baseMinor, invoice)),
          value('Diferencia', money(sumMinor - invoice.baseMinor, invoice)),
        ],
        formula: '|Σ líneas − base|',
        threshold: money(params.tolerance, invoice),
      },
    }
  },
})
