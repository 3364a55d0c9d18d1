import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

/** What other rules tell in a better way: S2, A3, N1, N3, B1. */
const TOLD_ELSEWHERE =
  /^(xml_|signature_|xades_|qr_|verifactu_|provider_tax_id_invalid|customer_tax_id_invalid|provider_iban_unknown)/

export const readerNotice = defineRule({
  code: 'L1',
  name: 'Aviso de la lectura',
  family: 'origin',
  severity: 'warning',
  explains:
    'Lo que la lectura del documento encontró y otra regla no dice: páginas sin leer, un IBAN inválido, importes que no cuadran.',
  params: {},
  decide({ readerAlarms }) {
    return (readerAlarms ?? [])
      .filter(({ code }) => !TOLD_ELSEWHERE.test(code))
      .map(({ code, message }) => ({ message, key: code, evidence: { values: [value('Aviso', code)] } }))
  },
})
