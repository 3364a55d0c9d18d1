import { findExactCopies } from '#app/invoices/audit/questions/find_exact_copies'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, money, value } from '#app/invoices/audit/wording'

export const exactCopy = defineRule({
  code: 'D1',
  name: 'Duplicada exacta',
  family: 'duplicates',
  severity: 'blocking',
  isLocked: true,
  explains:
    'Otra factura viva del mismo proveedor con la misma serie y número, escritos con cualquier separador, y año en la misma empresa. Se detiene la que llegó después; la primera sigue.',
  params: {},
  asks: { copies: findExactCopies },
  concerns: ({ providerId, invoiceNumber }) => providerId !== null && invoiceNumber !== null,
  decide(invoice, { told }) {
    // Of which company it is may not be known yet: until then it counts as the same.
    const copy = told.copies?.find(
      ({ siteId, isStopped }) =>
        !isStopped && (siteId === invoice.siteId || siteId === null || invoice.siteId === null)
    )
    if (!copy) return null
    return {
      message: `Ya existe la factura ${invoice.invoiceNumber} de este proveedor (${copy.reference}, ${dayText(copy.issuedOn)}, ${money(copy.totalMinor, copy)}). Si es la misma, márquela como duplicada de ${copy.reference}; si no, corrija su número.`,
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
