import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import { ibanCountry, maskIban } from '#app/kernel/identifiers/iban'

export const accountCountry = defineRule({
  code: 'B4',
  name: 'País de IBAN inesperado',
  family: 'bank',
  severity: 'high',
  explains: 'El IBAN es de un país que no es el del proveedor ni aparece en sus facturas anteriores.',
  params: {},
  decide({ ibanDetected, providerCountry, usualIbanCountries }) {
    if (!ibanDetected || !providerCountry) return null
    const country = ibanCountry(ibanDetected)
    if (country === providerCountry || usualIbanCountries?.includes(country)) return null
    return {
      message: `El IBAN es de ${country} y el proveedor, de ${providerCountry}; nunca había cobrado allí.`,
      key: `${country}:${providerCountry}`,
      evidence: {
        values: [
          value('IBAN', maskIban(ibanDetected)),
          value('País del proveedor', providerCountry),
          value('Países anteriores', usualIbanCountries?.join(', ') || '—'),
        ],
      },
    }
  },
})
