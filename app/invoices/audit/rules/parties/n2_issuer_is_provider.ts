import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'

export const issuerIsProvider = defineRule({
  code: 'N2',
  name: 'NIF no coincide con proveedor',
  family: 'parties',
  severity: 'high',
  explains: 'El NIF impreso no es el de la ficha del proveedor.',
  params: {},
  decide({ readProviderTaxId: printed, providerTaxId: known }) {
    if (!printed || !known || bare(printed) === bare(known)) return null
    return {
      message: `El NIF impreso (${printed}) no es el del proveedor (${known}).`,
      key: `${printed}:${known}`,
      evidence: { values: [value('Impreso', printed), value('Ficha', known)] },
    }
  },
})

/** "ES B12345678" and "B-12345678" are one. */
const bare = (taxId: string) => normalizeTaxId(taxId).replace(/^ES(?=[A-Z0-9]{9}$)/, '')
