import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

export const documentMissing = defineRule({
  code: 'P4',
  name: 'Falta el documento',
  family: 'process',
  severity: 'high',
  explains: 'La factura no tiene archivo original y llegó por una vía que trae uno.',
  params: {
    sources: {
      kind: 'list',
      label: 'Orígenes que traen documento',
      options: 'sources',
      default: ['upload', 'public', 'email', 'holded', 'expense_note'],
    },
  },
  decide({ originals, source }, { params }) {
    if (originals > 0 || !params.sources.includes(source)) return null
    return {
      message: 'No hay archivo original de la factura.',
      key: 'missing',
      evidence: { values: [value('Origen', source)] },
    }
  },
})
