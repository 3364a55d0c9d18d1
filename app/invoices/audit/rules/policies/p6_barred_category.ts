import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

export const barredCategory = defineRule({
  code: 'P6',
  name: 'Categoría prohibida para la empresa',
  family: 'process',
  severity: 'high',
  explains: 'Una línea es de una categoría que la política no admite en esta empresa.',
  params: {
    barred: { kind: 'list', label: 'Categorías no admitidas', options: 'site_categories', default: [] },
  },
  decide({ lines, siteId, siteName }, { params }) {
    const barred = lines.categoryIds.filter(
      (id) => params.barred.includes(`0:${id}`) || params.barred.includes(`${siteId}:${id}`)
    )
    if (barred.length === 0) return null
    return {
      message: `La política no admite ${barred.length === 1 ? 'una categoría' : `${barred.length} categorías`} de esta factura en ${siteName ?? 'la empresa'}.`,
      key: barred.join(','),
      evidence: { values: [value('Categorías', barred.join(', '))] },
    }
  },
})
