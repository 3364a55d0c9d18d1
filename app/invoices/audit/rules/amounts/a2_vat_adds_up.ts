import { defineRule } from '#app/invoices/audit/rule'
import { decimal, money, value } from '#app/invoices/audit/wording'
import { Money } from '#app/kernel/money/money'

export const vatAddsUp = defineRule({
  code: 'A2',
  name: 'Aritmética de IVA',
  family: 'amounts',
  severity: 'high',
  explains: 'La cuota de un tipo no es la de su base; se admite un céntimo por línea.',
  params: {
    tolerance: { kind: 'number', label: 'Tolerancia', unit: 'amount', min: 0, max: 1000, default: 2 },
  },
  decide(invoice, { params }) {
    if (invoice.reverseCharge) return null
    return invoice.taxes.flatMap((tax) => {
      // Under reverse charge the supplier charges none, whatever the rate (art. 84.Uno.2.º LIVA).
      const isReverse = tax.kind === 'reverse_charge'
      const due = isReverse ? 0 : Money.of(tax.baseMinor).percent(tax.rateBasisPoints).minor
      if (Math.abs(due - tax.vatMinor) <= Math.max(params.tolerance, tax.lines)) return []
      const rate = `${decimal(tax.rateBasisPoints / 100)} %`
      return {
        message: `La cuota al ${rate} no corresponde a su base: ${money(tax.vatMinor, invoice)} sobre ${money(tax.baseMinor, invoice)}.`,
        key: `${tax.vatCodeId}:${tax.baseMinor}:${tax.vatMinor}`,
        evidence: {
          values: [
            value('Base', money(tax.baseMinor, invoice)),
            value('Cuota', money(tax.vatMinor, invoice)),
            value('Cuota que corresponde', money(due, invoice)),
          ],
          formula: `|base × ${rate} − cuota|`,
          threshold: money(Math.max(params.tolerance, tax.lines), invoice),
        },
      }
    })
  },
})
