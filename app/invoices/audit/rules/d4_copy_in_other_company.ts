import { findExactCopies } from '#app/invoices/audit/questions/find_exact_copies'
import { findFuzzyCopies } from '#app/invoices/audit/questions/find_fuzzy_copies'
import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

export const copyInOtherCompany = defineRule({
  code: 'D4',
  name: 'Misma factura en dos empresas',
  family: 'duplicates',
  severity: 'high',
  explains: 'Duplicada exacta o probable de una factura de otra empresa del grupo.',
  params: {
    points: { kind: 'number', label: 'Puntos para probable', unit: 'points', min: 61, max: 100, default: 75 },
  },
  asks: { exact: findExactCopies, fuzzy: findFuzzyCopies },
  concerns: ({ providerId }) => providerId !== null,
  decide(invoice, { params, told }) {
    const exact = told.exact?.find(({ siteId }) => siteId !== invoice.siteId)
    if (exact) {
      return {
        message: `Ya existe la factura ${invoice.invoiceNumber} de este proveedor en otra empresa del grupo.`,
        key: String(exact.id),
        // Only one of two invoices with one number can be booked, so this copy could never be.
        severity: 'blocking',
        evidence: { invoiceIds: [exact.id], values: [value('Número', invoice.invoiceNumber ?? '')] },
      }
    }
    const likely = told.fuzzy?.find(
      ({ siteId, score }) => siteId !== invoice.siteId && score.points >= params.points
    )
    if (!likely) return null
    return {
      message: `Se parece a una factura de otra empresa del grupo: ${likely.score.points} puntos.`,
      key: String(likely.id),
      score: Math.min(100, likely.score.points),
      evidence: {
        invoiceIds: [likely.id],
        values: likely.score.parts.map(({ label, points }) => value(label, String(points))),
        threshold: `${params.points} puntos`,
      },
    }
  },
})
