import { findCaps } from '#app/invoices/audit/questions/find_contract_terms'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, money, value } from '#app/invoices/audit/wording'

export const contractCap = defineRule({
  code: 'C2',
  name: 'Importe de contrato superado',
  family: 'contract',
  severity: 'high',
  explains: 'Lo facturado en el período del contrato, con esta factura, supera su tope.',
  params: {},
  asks: { caps: findCaps },
  concerns: ({ lines }) => lines.contracted > 0,
  decide(_invoice, { told }) {
    return (told.caps ?? [])
      .filter(({ usedMinor, capMinor }) => usedMinor > capMinor)
      .map((cap) => ({
        message: `El contrato ${cap.reference} tiene un tope de ${money(cap.capMinor, cap)} desde el ${dayText(cap.periodFrom)} y van ${money(cap.usedMinor, cap)}.`,
        key: `${cap.contractId}:${cap.periodFrom}:${cap.capMinor}`,
        evidence: {
          values: [
            value('Contrato', `${cap.reference} · ${cap.title}`),
            value('Período desde', dayText(cap.periodFrom)),
            value('Esta factura, sin IVA', money(cap.invoiceMinor, cap)),
            value('Acumulado', money(cap.usedMinor, cap)),
            value('Tope', money(cap.capMinor, cap)),
          ],
          formula: 'acumulado > tope',
        },
      }))
  },
})
