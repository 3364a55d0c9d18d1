import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'

const SPANISH_SHAPE = /^[A-Z0-9]\d{7}[A-Z0-9]$/

export const issuerTaxId = defineRule({
  code: 'N1',
  name: 'NIF emisor inválido',
  family: 'parties',
  severity: 'blocking',
  isLocked: true,
  explains: 'El dígito o la letra de control del NIF impreso no es la suya.',
  params: {},
  decide({ readProviderTaxId: taxId }) {
    if (!taxId || !SPANISH_SHAPE.test(taxId) || isValidSpanishTaxId(taxId)) return null
    return {
      message: `El NIF del emisor (${taxId}) no es válido: la letra o dígito de control no coincide.`,
      key: taxId,
      evidence: { values: [value('NIF impreso', taxId)] },
    }
  },
})
