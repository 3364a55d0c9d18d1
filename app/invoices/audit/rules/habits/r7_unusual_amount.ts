import { isInHistory } from '#app/invoices/audit/invoice_facts'
import { defineRule } from '#app/invoices/audit/rule'
import { decimal, inBooks, money, value } from '#app/invoices/audit/wording'

/** Makes the median absolute deviation of a normal distribution its standard deviation. */
const NORMAL = 0.6745

export const unusualAmount = defineRule({
  code: 'R7',
  name: 'Importe atípico',
  family: 'pattern',
  severity: 'warning',
  explains:
    'Muy por encima de la mediana del proveedor, medido en desviaciones robustas, o más de tres veces lo facturado el mismo mes del año anterior.',
  params: {
    z: { kind: 'number', label: 'Desviaciones (z)', unit: 'ratio', min: 2, max: 20, default: 4 },
    history: { kind: 'number', label: 'Facturas anteriores', unit: 'count', min: 5, max: 200, default: 8 },
    spread: {
      kind: 'number',
      label: 'Dispersión mínima sobre la mediana',
      unit: 'percent',
      min: 1,
      max: 50,
      default: 5,
    },
    times: {
      kind: 'number',
      label: 'Veces el mismo mes del año anterior',
      unit: 'ratio',
      min: 1.5,
      max: 20,
      default: 3,
    },
  },
  decide(found, { params }) {
    const invoice = inBooks(found)
    const { totalMinor, medianMinor, madMinor, lastYearMonthMinor } = invoice
    const known = (invoice.usualInvoices ?? 0) - (isInHistory(invoice) ? 1 : 0)
    if (totalMinor <= 0 || medianMinor === null || known < params.history) return null
    const deviation = Math.max(madMinor ?? 0, (Math.abs(medianMinor) * params.spread) / 100, 1)
    const z = (NORMAL * (totalMinor - medianMinor)) / deviation
    if (z > params.z) {
      return {
        message: `${money(totalMinor, invoice)} es atípico: lo habitual son ${money(medianMinor, invoice)} (z = ${decimal(z)}, ${known} facturas).`,
        key: `z:${totalMinor}`,
        evidence: {
          values: [
            value('Total', money(totalMinor, invoice)),
            value('Mediana', money(medianMinor, invoice)),
            value('Desviación mediana', money(Math.round(deviation), invoice)),
            value('z', decimal(z, 2)),
          ],
          formula: '0,6745 × (total − mediana) / desviación',
          threshold: `z > ${decimal(params.z)}`,
        },
      }
    }
    if (!lastYearMonthMinor || lastYearMonthMinor <= 0 || totalMinor <= lastYearMonthMinor * params.times)
      return null
    return {
      message: `${money(totalMinor, invoice)} es ${decimal(totalMinor / lastYearMonthMinor)} veces lo facturado el mismo mes del año anterior.`,
      key: `year:${totalMinor}`,
      evidence: {
        values: [
          value('Total', money(totalMinor, invoice)),
          value('Mismo mes, año anterior', money(lastYearMonthMinor, invoice)),
        ],
        threshold: `${decimal(params.times)} veces`,
      },
    }
  },
})
