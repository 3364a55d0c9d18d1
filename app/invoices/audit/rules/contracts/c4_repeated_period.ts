import { findRepeated } from '#app/invoices/audit/questions/find_contract_terms'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, value } from '#app/invoices/audit/wording'

export const repeatedPeriod = defineRule({
  code: 'C4',
  name: 'Doble período',
  family: 'contract',
  severity: 'high',
  explains: 'La misma partida de contrato se ha facturado ya por días de este período.',
  params: {},
  asks: { repeated: findRepeated },
  concerns: ({ lines }) => lines.contracted > 0 && lines.dated > 0,
  decide(_invoice, { told }) {
    return (told.repeated ?? []).map((other) => ({
      message: `«${other.description}» ya se facturó del ${dayText(other.periodFrom)} al ${dayText(other.periodTo)} en ${other.otherReference}.`,
      key: `${other.otherInvoiceId}:${other.lineId}`,
      evidence: {
        invoiceIds: [other.otherInvoiceId],
        values: [
          value('Contrato', other.reference),
          value('Partida', `${other.code} · ${other.description}`),
          value('Días en común', `${dayText(other.periodFrom)} – ${dayText(other.periodTo)}`),
        ],
      },
    }))
  },
})
