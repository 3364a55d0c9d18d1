import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'

export const addressee = defineRule({
  code: 'N3',
  name: 'NIF receptor de otra empresa',
  family: 'parties',
  severity: 'high',
  explains: 'La factura va dirigida a otro NIF que el de la empresa: su IVA no sería deducible.',
  params: {},
  decide({ readCustomerTaxId: printed, siteTaxId: own }) {
    if (!printed || !own || bare(printed) === bare(own)) return null
    return {
      message: `La factura va dirigida al NIF ${printed} y la empresa tiene el ${own}: el IVA no sería deducible.`,
      key: `${printed}:${own}`,
      evidence: { values: [value('Impreso', printed), value('Empresa', own)] },
    }
  },
})

const bare = (taxId: string) => normalizeTaxId(taxId).replace(/^ES(?=[A-Z0-9]{9}$)/, '')
