import { findExactCopies } from '#app/invoices/audit/questions/find_exact_copies'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, money, value } from '#app/invoices/audit/wording'

export const exactCopy = defineRule({
  code: 'D1',
  name: 'Duplicada exacta',
  family: 'duplicates',
  severity: 'blocking',
  isLocked: true,
  explains: 'Otra factura viva del mismo proveedor con el mismo número y año en la misma empresa.',
  params: {},
  asks: { copies: findExactCopies },
  concerns: ({ providerId, invoiceNumber }) => providerId !== null && invoiceNumber !== null,
  decide(invoice, { told }) {
    const copy = told.copies?.find(({ siteId }) => siteId === invoice.siteId)
    if (!copy) return null
    return {
      message: `Ya existe la factura ${invoice.invoiceNumber} de este proveedor (${copy.reference}, ${dayText(copy.issuedOn)}, ${money(copy.totalMinor, copy)}).`,
      key: String(copy.id),
      evidence: {
        invoiceIds: [copy.id],
        values: [
          value('Número', invoice.invoiceNumber ?? ''),
          value('Año', String(copy.issuedOn).slice(0, 4)),
        ],
      },
    }
  },
})
