import { defineRule } from '#app/invoices/audit/rule'
import { decimal, money, value } from '#app/invoices/audit/wording'
import { Money } from '#app/kernel/money/money'

const WITHHOLDING_KINDS = ['professional', 'landlord']

export const withholding = defineRule({
  code: 'A4',
  name: 'Retención incorrecta',
  family: 'amounts',
  severity: 'warning',
  explains:
    'La retención no es la de su base; falta en un profesional o arrendador; o la lleva una sociedad (NIF A o B) que no es arrendadora.',
  params: {
    tolerance: { kind: 'number', label: 'Tolerancia', unit: 'amount', min: 0, max: 1000, default: 2 },
  },
  decide(invoice, { params }) {
    const { providerKind: kind, withholdingMinor, docType } = invoice
    const wrong = invoice.withheld.find(
      ({ baseMinor, rateBasisPoints, withheldMinor }) =>
        Math.abs(Money.of(baseMinor).percent(rateBasisPoints).minor - withheldMinor) > params.tolerance
    )
    if (wrong) {
      const due = Money.of(wrong.baseMinor).percent(wrong.rateBasisPoints).minor
      const rate = `${decimal(wrong.rateBasisPoints / 100)} %`
      return {
        message: `La retención es ${money(wrong.withheldMinor, invoice)} y al ${rate} sobre ${money(wrong.baseMinor, invoice)} serían ${money(due, invoice)}.`,
        key: `amount:${wrong.withheldMinor}:${due}`,
        evidence: {
          values: [
            value('Retención', money(wrong.withheldMinor, invoice)),
            value('Corresponde', money(due, invoice)),
          ],
          formula: `|base × ${rate} − retención|`,
          threshold: money(params.tolerance, invoice),
        },
      }
    }
    if (kind && WITHHOLDING_KINDS.includes(kind) && withholdingMinor === 0 && docType !== 'simplified') {
      return {
        message: 'El proveedor suele llevar retención y la factura no la tiene.',
        key: `missing:${kind}`,
        evidence: {
          values: [value('Tipo de proveedor', kind === 'landlord' ? 'Arrendador' : 'Profesional')],
        },
      }
    }
    const isCompany = /^[AB]\d/i.test(invoice.providerTaxId ?? '')
    if (isCompany && withholdingMinor !== 0 && kind !== 'landlord') {
      return {
        message: `${invoice.providerName} es una sociedad (${invoice.providerTaxId}) y la factura lleva retención.`,
        key: 'company',
        evidence: {
          values: [
            value('NIF', invoice.providerTaxId ?? ''),
            value('Retención', money(withholdingMinor, invoice)),
          ],
        },
      }
    }
    return null
  },
})
