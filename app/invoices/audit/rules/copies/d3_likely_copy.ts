import { findFuzzyCopies } from '#app/invoices/audit/questions/find_fuzzy_copies'
import { defineRule } from '#app/invoices/audit/rule'
import { nameOf, value } from '#app/invoices/audit/wording'

export const likelyCopy = defineRule({
  code: 'D3',
  name: 'Duplicada probable',
  family: 'duplicates',
  severity: 'high',
  explains:
    'Puntos por número, total, fecha, proveedor y líneas; las cuotas mensuales de igual importe restan. Desde el mínimo es probable; desde 60, posible (informativa).',
  params: {
    points: { kind: 'number', label: 'Puntos para probable', unit: 'points', min: 61, max: 100, default: 75 },
  },
  asks: { copies: findFuzzyCopies },
  concerns: ({ providerId }) => providerId !== null,
  decide(invoice, { params, told }) {
    const copies = (told.copies ?? []).filter(({ siteId }) => siteId === invoice.siteId)
    const likely = copies.filter(({ score }) => score.points >= params.points)
    return (likely.length > 0 ? likely : copies.slice(0, 1)).map((copy) => {
      const isLikely = copy.score.points >= params.points
      return {
        message: `${isLikely ? 'Probable' : 'Posible'} duplicada de ${nameOf(copy, invoice)}: ${copy.score.points} puntos (${copy.score.parts.map(({ label }) => label.toLowerCase()).join(', ')}).`,
        key: `${copy.id}:${isLikely ? 'likely' : 'possible'}`,
        severity: isLikely ? ('high' as const) : ('info' as const),
        score: Math.min(100, copy.score.points),
        evidence: {
          invoiceIds: [copy.id],
          values: copy.score.parts.map(({ label, points }) => value(label, String(points))),
          formula: 'Suma de puntos',
          threshold: `${params.points} puntos`,
        },
      }
    })
  },
})
