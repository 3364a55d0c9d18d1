import { isInHistory } from '#app/invoices/audit/invoice_facts'
import { findSeriesNeighbours } from '#app/invoices/audit/questions/find_series_neighbours'
import { defineRule } from '#app/invoices/audit/rule'
import { decimal, value } from '#app/invoices/audit/wording'

const HISTORY_MIN = 5
const RUN = 2

export const numbering = defineRule({
  code: 'R5',
  name: 'Hueco de numeración',
  family: 'pattern',
  severity: 'warning',
  explains:
    'Falta un número en la serie de un proveedor que casi solo nos factura a nosotros (informativa), o un proveedor corriente lleva tres números seguidos: parece tener un solo cliente.',
  params: {
    share: {
      kind: 'number',
      label: 'Números seguidos desde el',
      unit: 'percent',
      min: 50,
      max: 100,
      default: 80,
    },
  },
  asks: { place: findSeriesNeighbours },
  concerns: ({ providerId, invoiceNumber }) => providerId !== null && invoiceNumber !== null,
  decide(invoice, { params, told }) {
    const place = told.place
    if (!place || invoice.isGroupProvider) return null
    const known = (invoice.usualInvoices ?? 0) - (isInHistory(invoice) ? 1 : 0)
    const share = (invoice.consecutiveShare ?? 0) * 100
    const gap = place.previousTail === null ? 0 : place.tail - place.previousTail - 1
    if (gap > 0 && known >= HISTORY_MIN && share >= params.share) {
      return {
        message: `Entre ${place.previousNumber ?? 'el anterior del grupo'} y ${invoice.invoiceNumber} ${gap === 1 ? 'falta un número' : `faltan ${gap} números`}; el ${decimal(share)} % de los suyos van seguidos.`,
        key: `gap:${place.series}${place.previousTail}-${place.tail}`,
        severity: 'info',
        evidence: {
          invoiceIds: place.previousId === null ? [] : [place.previousId],
          values: [
            value('Anterior', place.previousNumber ?? 'de otra empresa'),
            value('Este', invoice.invoiceNumber ?? ''),
            value('Seguidos', `${decimal(share)} %`),
          ],
          threshold: `${decimal(params.share)} % de números seguidos`,
        },
      }
    }
    const isOrdinary = invoice.providerKind === 'supplier'
    const isThird = place.previousTail === place.tail - 1 && place.steps === RUN
    if (!isOrdinary || !isThird) return null
    return {
      message: `Tres números seguidos hasta ${invoice.invoiceNumber}: el proveedor parece tener un solo cliente.`,
      key: `run:${place.series}${place.tail}`,
      evidence: {
        invoiceIds: place.previousId === null ? [] : [place.previousId],
        values: [
          value('Anterior', place.previousNumber ?? 'de otra empresa'),
          value('Este', invoice.invoiceNumber ?? ''),
        ],
        threshold: 'Tres números seguidos',
      },
    }
  },
})
