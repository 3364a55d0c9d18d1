import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

export const notDeductible = defineRule({
  code: 'V3',
  name: 'IVA no deducible deducido',
  family: 'tax',
  severity: 'warning',
  explains:
    'Se deduce más de lo que admite la categoría, o se deduce en una simplificada sin el NIF de la empresa.',
  params: {},
  decide({ lines, docType, readCustomerTaxId: printed, siteTaxId }) {
    if (lines.overDeducted > 0) {
      return {
        message: `${lines.overDeducted === 1 ? 'Una línea deduce' : `${lines.overDeducted} líneas deducen`} más IVA del que admite su categoría.`,
        key: `category:${lines.overDeducted}`,
        evidence: { values: [value('Líneas', String(lines.overDeducted))] },
      }
    }
    const isOurs = printed !== null && printed.toUpperCase() === siteTaxId?.toUpperCase()
    if (docType !== 'simplified' || lines.deducting === 0 || isOurs) return null
    return {
      message:
        'Es una factura simplificada sin el NIF de la empresa: su IVA no es deducible y hay líneas que lo deducen.',
      key: `simplified:${lines.deducting}`,
      evidence: { values: [value('Líneas que deducen', String(lines.deducting))] },
    }
  },
})
