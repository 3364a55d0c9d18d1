import { passesMore } from '#app/invoices/audit/approval_bands'
import { findSplitPartners } from '#app/invoices/audit/questions/find_split_partners'
import { defineRule } from '#app/invoices/audit/rule'
import { inBooks, money, value } from '#app/invoices/audit/wording'

export const splitPurchase = defineRule({
  code: 'R4',
  name: 'Fraccionada',
  family: 'pattern',
  severity: 'high',
  isLocked: true,
  explains:
    'Facturas cercanas del mismo proveedor, empresa y concepto que por separado piden menos aprobaciones que juntas.',
  params: {
    days: { kind: 'number', label: 'En', unit: 'days', min: 1, max: 60, default: 10 },
    similarity: {
      kind: 'number',
      label: 'Parecido del concepto (0 a 1)',
      unit: 'ratio',
      min: 0.3,
      max: 1,
      default: 0.5,
    },
  },
  asks: { partners: findSplitPartners },
  concerns: ({ providerId }) => providerId !== null,
  decide(found, { params, told, context }) {
    const invoice = inBooks(found)
    const partners = told.partners ?? []
    if (partners.length === 0 || invoice.isGroupProvider) return null
    const { siteId } = invoice
    const sum = partners.reduce((total, { totalMinor }) => total + totalMinor, invoice.totalMinor)
    const alone = Math.max(invoice.totalMinor, ...partners.map(({ totalMinor }) => totalMinor))
    if (!passesMore({ siteId, minor: sum }, { siteId, minor: alone }, context)) return null
    return {
      message: `Con ${partners.map(({ reference }) => reference).join(', ')} suma ${money(sum, invoice)} en ${params.days} días: juntas piden más aprobación que cada una.`,
      key: partners.map(({ id }) => id).join(','),
      evidence: {
        invoiceIds: partners.map(({ id }) => id),
        values: [
          value('Esta factura', money(invoice.totalMinor, invoice)),
          ...partners.map((one) => value(one.reference, money(one.totalMinor, invoice))),
          value('Suma', money(sum, invoice)),
        ],
        formula: 'aprobaciones de la suma > aprobaciones de la mayor',
        threshold: `${params.days} días, parecido ${params.similarity}`,
      },
    }
  },
})
