import { defineRule } from '#app/invoices/audit/rule'
import { money, value } from '#app/invoices/audit/wording'

export const totalAddsUp = defineRule({
  code: 'A3',
  name: 'Total no cuadra',
  family: 'amounts',
  severity: 'blocking',
  isLocked: true,
  explains:
    'El total no es base + IVA + recargo − retención + suplidos. No se envía a aprobación lo que no cuadra al céntimo.',
  params: {},
  decide(invoice) {
    const { baseMinor, vatMinor, surchargeMinor, withholdingMinor, suppliedMinor, totalMinor } = invoice
    const computed = baseMinor + vatMinor + surchargeMinor - withholdingMinor + suppliedMinor
    if (computed === totalMinor) return null
    return {
      message: `El total no coincide: base + IVA − retención = ${money(computed, invoice)}, indicado ${money(totalMinor, invoice)}.`,
      key: `${computed}:${totalMinor}`,
      evidence: {
        values: [
          value('Base', money(baseMinor, invoice)),
          value('IVA', money(vatMinor, invoice)),
          value('Recargo', money(surchargeMinor, invoice)),
          value('Retención', money(-withholdingMinor, invoice)),
          value('Suplidos', money(suppliedMinor, invoice)),
          value('Suma', money(computed, invoice)),
          value('Total indicado', money(totalMinor, invoice)),
        ],
        formula: 'base + IVA + recargo − retención + suplidos',
      },
    }
  },
})
