import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

export const editedPdf = defineRule({
  code: 'S3',
  name: 'PDF editado',
  family: 'origin',
  severity: 'warning',
  explains:
    'Una actualización del PDF toca un importe o el IBAN, lo volvió a guardar otro programa, o el IBAN mezcla tipos de letra.',
  params: {},
  decide({ pdfTraces }) {
    const signs = pdfTraces?.signs ?? []
    if (signs.length === 0) return null
    return {
      message: `El PDF parece editado: ${signs.join('; ')}.`,
      key: signs.join('|'),
      evidence: { values: signs.map((sign) => value('Indicio', sign)) },
    }
  },
})
