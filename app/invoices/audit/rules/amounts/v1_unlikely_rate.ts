import { isInHistory } from '#app/invoices/audit/invoice_facts'
import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

export const unlikelyRate = defineRule({
  code: 'V1',
  name: 'Tipo de IVA improbable',
  family: 'tax',
  severity: 'high',
  explains:
    'Un tipo que no rige en la fecha (alta), o que el proveedor nunca ha usado y no es el de la categoría (aviso).',
  params: {
    history: { kind: 'number', label: 'Facturas anteriores', unit: 'count', min: 3, max: 100, default: 5 },
  },
  decide(invoice, { params }) {
    const own = isInHistory(invoice) ? 1 : 0
    const known = (invoice.usualInvoices ?? 0) - own
    return invoice.taxes.flatMap((tax) => {
      if (!tax.isValidThen) {
        return {
          message: `El tipo ${tax.code} no rige en la fecha de la operación.`,
          key: `date:${tax.vatCodeId}`,
          evidence: { values: [value('Tipo', tax.code)] },
        }
      }
      const used = (invoice.usualRates?.[tax.vatCodeId] ?? 0) - own
      if (known < params.history || used > 0 || invoice.lines.defaultVatCodeIds.includes(tax.vatCodeId))
        return []
      return {
        message: `El proveedor nunca ha facturado con ${tax.code} (${known} facturas) y no es el tipo de la categoría.`,
        key: `unused:${tax.vatCodeId}`,
        severity: 'warning' as const,
        evidence: {
          values: [
            value('Tipo', tax.code),
            value('Facturas anteriores', String(known)),
            value('Con este tipo', '0'),
          ],
          threshold: `${params.history} facturas anteriores`,
        },
      }
    })
  },
})
