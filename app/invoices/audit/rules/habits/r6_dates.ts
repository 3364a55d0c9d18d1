import { findSeriesNeighbours } from '#app/invoices/audit/questions/find_series_neighbours'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, value } from '#app/invoices/audit/wording'
import { addMonths, compareDays } from '#app/kernel/time/calendar_date'

const VAT_MONTHS = 48

export const dates = defineRule({
  code: 'R6',
  name: 'Fechas incoherentes',
  family: 'pattern',
  severity: 'warning',
  explains:
    'Un número mayor con fecha anterior, una emisión posterior a la llegada, o más antigua de lo admitido (con más de cuatro años, el IVA no se deduce: bloqueante).',
  params: {
    months: { kind: 'number', label: 'Meses de antigüedad', unit: 'count', min: 3, max: 47, default: 12 },
  },
  asks: { place: findSeriesNeighbours },
  concerns: ({ providerId, invoiceNumber }) => providerId !== null && invoiceNumber !== null,
  decide(invoice, { params, told }) {
    const { issuedOn, receivedOn } = invoice
    if (!issuedOn) return null
    const found = []
    const base = [value('Emisión', dayText(issuedOn)), value('Recepción', dayText(receivedOn))]
    if (compareDays(issuedOn, receivedOn) > 0) {
      const message = `Emitida el ${dayText(issuedOn)}, después de recibirse el ${dayText(receivedOn)}.`
      found.push({ message, key: `future:${issuedOn}`, evidence: { values: base } })
    }
    if (compareDays(issuedOn, addMonths(receivedOn, -VAT_MONTHS)) < 0) {
      const message = `Emitida el ${dayText(issuedOn)}: han pasado más de cuatro años y su IVA ya no se puede deducir.`
      found.push({
        message,
        key: `expired:${issuedOn}`,
        severity: 'blocking' as const,
        evidence: { values: base },
      })
    } else if (compareDays(issuedOn, addMonths(receivedOn, -params.months)) < 0) {
      const message = `Emitida el ${dayText(issuedOn)}, más de ${params.months} meses antes de recibirse.`
      found.push({
        message,
        key: `old:${issuedOn}`,
        evidence: { values: base, threshold: `${params.months} meses` },
      })
    }
    const place = told.place
    if (place?.previousOn && compareDays(place.previousOn, issuedOn) > 0) {
      found.push({
        message: `El número ${place.previousNumber ?? 'de otra empresa del grupo'}, anterior, es del ${dayText(place.previousOn)}; este, del ${dayText(issuedOn)}.`,
        key: `order:${place.previousId}:${issuedOn}`,
        evidence: {
          invoiceIds: place.previousId === null ? [] : [place.previousId],
          values: [
            value(place.previousNumber ?? 'Anterior', dayText(place.previousOn)),
            value(invoice.invoiceNumber ?? '', dayText(issuedOn)),
          ],
        },
      })
    }
    return found
  },
})
