import { findUncovered } from '#app/invoices/audit/questions/find_contract_terms'
import { defineRule } from '#app/invoices/audit/rule'
import { dayText, value } from '#app/invoices/audit/wording'

const WORDS = {
  unmatched: 'está vigente y la factura no responde a sus precios ni a su importe',
  not_started: 'aún no había empezado',
  suspended: 'estaba suspendido',
  expired: 'estaba vencido',
  terminated: 'estaba rescindido',
}

export const contractMissing = defineRule({
  code: 'C3',
  name: 'Contrato vencido o inexistente',
  family: 'contract',
  severity: 'warning',
  explains: 'El proveedor factura por contrato y ninguno cubre la factura el día de la operación.',
  params: {},
  asks: { uncovered: findUncovered },
  concerns: ({ isContractRequired, lines }) => isContractRequired && lines.contracted === 0,
  decide(_invoice, { told }) {
    return (told.uncovered ?? []).map(({ contractId, reason, reference, title, boundary, day }) => ({
      message: `Ningún contrato cubre la operación del ${dayText(day)}: ${reference} ${WORDS[reason]}.`,
      key: `${contractId}:${reason}`,
      evidence: {
        values: [
          value('Contrato', `${reference} · ${title}`),
          value('Día de la operación', dayText(day)),
          value('Límite del contrato', dayText(boundary)),
        ],
      },
    }))
  },
})
