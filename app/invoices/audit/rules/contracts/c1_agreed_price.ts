import { findAgreedPrices } from '#app/invoices/audit/questions/find_contract_terms'
import { defineRule } from '#app/invoices/audit/rule'
import { decimal, money, value } from '#app/invoices/audit/wording'

export const agreedPrice = defineRule({
  code: 'C1',
  name: 'Precio de contrato superado',
  family: 'contract',
  severity: 'high',
  explains: 'El precio de una línea supera el pactado para su cantidad y fecha, indexación incluida.',
  params: { tolerance: { kind: 'number', label: 'Tolerancia', unit: 'count', min: 0, max: 50, default: 0 } },
  asks: { prices: findAgreedPrices },
  concerns: ({ lines }) => lines.contracted > 0,
  decide(_invoice, { params, told }) {
    return (told.prices ?? []).map((line) => {
      const price = (minor4: number) => `${decimal(minor4 / 10_000, 4)} ${line.currency}/${line.unit}`
      const over = decimal(line.percentBasisPoints / 100)
      return {
        message: `Precio pactado ${price(line.agreedMinor4)}, facturado ${price(line.billedMinor4)} (+${over} %), exceso ${money(line.excessMinor, line)}.`,
        key: `${line.lineId}:${line.billedMinor4}:${line.agreedMinor4}`,
        evidence: {
          values: [
            value('Contrato', line.reference),
            value('Partida', `${line.code} · ${line.description}`),
            value('Cantidad', line.quantity),
            value('Pactado', price(line.agreedMinor4)),
            value('Facturado', price(line.billedMinor4)),
            value('Exceso', money(line.excessMinor, line)),
          ],
          formula: 'facturado > pactado × (1 + tolerancia)',
          threshold: `${params.tolerance} %`,
        },
      }
    })
  },
})
