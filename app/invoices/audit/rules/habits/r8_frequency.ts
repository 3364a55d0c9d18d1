import { findMonthPlace } from '#app/invoices/audit/questions/find_month_place'
import { defineRule } from '#app/invoices/audit/rule'
import { decimal, value } from '#app/invoices/audit/wording'

/** With fewer months nobody knows what is usual. */
const MONTHS_MIN = 6

export const frequency = defineRule({
  code: 'R8',
  name: 'Frecuencia anómala',
  family: 'pattern',
  severity: 'info',
  explains: 'Más facturas en el mes de las que explica la media del proveedor.',
  params: {
    deviations: { kind: 'number', label: 'Desviaciones', unit: 'ratio', min: 1, max: 10, default: 3 },
    least: { kind: 'number', label: 'Facturas en el mes', unit: 'count', min: 2, max: 100, default: 3 },
  },
  asks: { place: findMonthPlace },
  concerns: ({ months }) => (months ?? 0) >= MONTHS_MIN,
  decide(invoice, { params, told }) {
    const { monthMean: mean, monthSd: sd, months } = invoice
    const place = told.place
    if (place === undefined || mean === null || sd === null || (months ?? 0) < MONTHS_MIN) return null
    const most = Math.max(mean + params.deviations * sd, params.least - 1)
    if (place <= most) return null
    return {
      message: `Es la factura ${place} del mes; lo habitual son ${decimal(mean)} (± ${decimal(sd)}).`,
      key: `${String(invoice.issuedOn).slice(0, 7)}:${place}`,
      evidence: {
        values: [
          value('En el mes', String(place)),
          value('Media', decimal(mean, 2)),
          value('Desviación', decimal(sd, 2)),
        ],
        formula: 'facturas > media + desviaciones × desviación típica',
        threshold: decimal(most, 2),
      },
    }
  },
})
