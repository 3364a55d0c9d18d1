import { defineRule } from '#app/invoices/audit/rule'
import { money, value } from '#app/invoices/audit/wording'

const WITHOUT_VAT = ['intra_eu', 'reverse_charge']
const REGIMES: Record<string, string> = {
  intra_eu: 'intracomunitario',
  reverse_charge: 'de inversión del sujeto pasivo',
  general: 'general',
}
const SAYS_WHY = ['exempt', 'not_subject', 'reverse_charge']

export const vatOfExempt = defineRule({
  code: 'V2',
  name: 'IVA en operación exenta o con inversión',
  family: 'tax',
  severity: 'high',
  explains:
    'Cuota de IVA de un proveedor intracomunitario o con inversión del sujeto pasivo, o ninguna de uno del régimen general sin tipo exento que lo explique.',
  params: {},
  decide(invoice) {
    const { providerVatRegime: regime, vatMinor, baseMinor } = invoice
    if (!regime) return null
    const isCharged = WITHOUT_VAT.includes(regime) && vatMinor !== 0 && !invoice.reverseCharge
    const isMissing =
      regime === 'general' &&
      vatMinor === 0 &&
      baseMinor !== 0 &&
      !invoice.reverseCharge &&
      invoice.docType !== 'proforma' &&
      !invoice.taxes.some(({ kind }) => SAYS_WHY.includes(kind))
    if (!isCharged && !isMissing) return null
    return {
      message: isCharged
        ? `El proveedor es ${REGIMES[regime]} y la factura repercute ${money(vatMinor, invoice)} de IVA.`
        : 'El proveedor es del régimen general y la factura no lleva IVA.',
      key: isCharged ? `charged:${vatMinor}` : 'missing',
      evidence: {
        values: [value('Régimen', REGIMES[regime] ?? regime), value('IVA', money(vatMinor, invoice))],
      },
    }
  },
})
