import { limitsOf } from '#app/invoices/audit/approval_bands'
import { findCaps } from '#app/invoices/audit/questions/find_contract_terms'
import { defineRule } from '#app/invoices/audit/rule'
import { decimal, inBooks, money, value } from '#app/invoices/audit/wording'

export const underTheLimit = defineRule({
  code: 'R3',
  name: 'Justo bajo el límite',
  family: 'pattern',
  severity: 'warning',
  explains: 'El total queda justo por debajo de un límite de aprobación o del tope de un contrato.',
  params: { from: { kind: 'number', label: 'Desde el', unit: 'percent', min: 80, max: 99, default: 95 } },
  asks: { caps: findCaps },
  concerns: ({ lines }) => lines.contracted > 0,
  decide(found, { params, told, context }) {
    const invoice = inBooks(found)
    if (invoice.totalMinor <= 0 || invoice.isGroupProvider) return null
    const cap = (told.caps ?? []).find(({ usedMinor, capMinor }) =>
      isJustUnder(usedMinor, capMinor, params.from)
    )
    if (cap) {
      return {
        message: `Con esta factura se ha gastado el ${decimal((cap.usedMinor / cap.capMinor) * 100)} % del tope del contrato ${cap.reference}.`,
        key: `cap:${cap.contractId}:${cap.periodFrom}`,
        evidence: {
          values: [value('Acumulado', money(cap.usedMinor, cap)), value('Tope', money(cap.capMinor, cap))],
          threshold: `Del ${decimal(params.from)} % al 100 %`,
        },
      }
    }
    const limit = limitsOf(invoice.siteId, context).find((end) =>
      isJustUnder(invoice.totalMinor, end, params.from)
    )
    if (limit === undefined) return null
    return {
      message: `El total es el ${decimal((invoice.totalMinor / limit) * 100)} % del límite de ${money(limit, { currency: 'EUR' })}.`,
      key: `${invoice.totalMinor}:${limit}`,
      evidence: {
        values: [
          value('Total', money(invoice.totalMinor, invoice)),
          value('Límite', money(limit, { currency: 'EUR' })),
        ],
        threshold: `Del ${decimal(params.from)} % al 100 %`,
      },
    }
  },
})

const isJustUnder = (minor: number, limit: number, percent: number) =>
  minor * 100 >= limit * percent && minor <= limit
