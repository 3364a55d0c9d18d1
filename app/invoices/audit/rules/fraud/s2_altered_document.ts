import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import type { ReadAlarm } from '#app/reading/reading_types'

/** What the reader tells when the data and the page, the signature or the QR code do not say the same. */
const ALTERED = /^(xml_|signature_|xades_|qr_|verifactu_)/

export const alteredDocument = defineRule({
  code: 'S2',
  name: 'Factura electrónica alterada',
  family: 'origin',
  severity: 'blocking',
  isLocked: true,
  explains: 'La firma no es válida, o el XML o el código QR no dicen lo que está impreso.',
  params: {},
  decide({ readerAlarms }) {
    return (readerAlarms ?? [])
      .filter(({ code }) => ALTERED.test(code))
      .map(({ code, message, evidence }) => ({
        message,
        key: code,
        evidence: { values: [value('Comprobación', code), ...differences(evidence)] },
      }))
  },
})

/** What is printed beside what the other source states, field by field, where the reading compared them. */
function differences(evidence: ReadAlarm['evidence']) {
  const found = (evidence?.differences ?? []) as { label: string; printed: string; stated: string }[]
  return found.map(({ label, printed, stated }) =>
    value(`${label.charAt(0).toUpperCase()}${label.slice(1)}`, `impreso ${printed}; declarado ${stated}`)
  )
}
