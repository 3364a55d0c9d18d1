import { findReferenceRates } from '#app/invoices/audit/questions/find_reference_rates'
import { defineRule } from '#app/invoices/audit/rule'
import { decimal, value } from '#app/invoices/audit/wording'

export const exchangeRate = defineRule({
  code: 'X1',
  name: 'Divisa y cambio',
  family: 'tax',
  severity: 'warning',
  explains: 'El cambio de la factura se aparta del de referencia de su día.',
  params: { percent: { kind: 'number', label: 'Más del', unit: 'percent', min: 0.1, max: 20, default: 2 } },
  asks: { reference: findReferenceRates },
  concerns: ({ fxRate, currency }) => fxRate !== null && currency !== 'EUR',
  decide({ fxRate, currency }, { params, told }) {
    const { reference } = told
    if (!fxRate || reference === undefined) return null
    const apart = Math.abs(fxRate / reference - 1) * 100
    if (apart <= params.percent) return null
    return {
      message: `El cambio ${decimal(fxRate, 6)} ${currency}/EUR se aparta un ${decimal(apart)} % del de referencia (${decimal(reference, 6)}).`,
      key: `${fxRate}:${reference}`,
      evidence: {
        values: [
          value('Cambio', decimal(fxRate, 6)),
          value('Referencia', decimal(reference, 6)),
          value('Diferencia', `${decimal(apart, 2)} %`),
        ],
        threshold: `${decimal(params.percent)} %`,
      },
    }
  },
})
