import { isInHistory } from '#app/invoices/audit/invoice_facts'
import { defineRule } from '#app/invoices/audit/rule'
import { decimal, money, value } from '#app/invoices/audit/wording'

export const roundTotal = defineRule({
  code: 'R1',
  name: 'Importe redondo',
  family: 'pattern',
  severity: 'info',
  explains: 'Un total múltiplo de 100 € de un proveedor que apenas factura importes redondos.',
  params: {
    from: { kind: 'number', label: 'Desde', unit: 'amount', min: 10_000, max: 10_000_000, default: 50_000 },
    share: { kind: 'number', label: 'Menos del', unit: 'percent', min: 1, max: 50, default: 10 },
    history: { kind: 'number', label: 'Facturas anteriores', unit: 'count', min: 3, max: 100, default: 5 },
  },
  decide(invoice, { params }) {
    const { totalMinor } = invoice
    if (totalMinor < params.from || totalMinor % 10_000 !== 0) return null
    const own = isInHistory(invoice) ? 1 : 0
    const known = (invoice.usualInvoices ?? 0) - own
    const share = known > 0 ? (((invoice.roundCount ?? 0) - own) / known) * 100 : 0
    if (known < params.history || share >= params.share) return null
    return {
      message: `Total redondo de ${money(totalMinor, invoice)}: solo el ${decimal(share)} % de las facturas del proveedor lo son.`,
      key: String(totalMinor),
      evidence: {
        values: [
          value('Total', money(totalMinor, invoice)),
          value('Redondas', `${decimal(share)} % de ${known}`),
        ],
        threshold: `Menos del ${decimal(params.share)} %`,
      },
    }
  },
})
