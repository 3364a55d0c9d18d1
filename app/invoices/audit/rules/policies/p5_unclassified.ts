import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

export const unclassified = defineRule({
  code: 'P5',
  name: 'Concepto sin clasificar',
  family: 'process',
  severity: 'warning',
  explains: 'Alguna línea no tiene categoría o cuenta.',
  params: {},
  decide({ lines }) {
    if (lines.unclassified === 0) return null
    return {
      message:
        lines.unclassified === 1
          ? 'Falta por clasificar una línea.'
          : `Faltan por clasificar ${lines.unclassified} líneas.`,
      key: String(lines.unclassified),
      evidence: { values: [value('Líneas', String(lines.unclassified))] },
    }
  },
})
