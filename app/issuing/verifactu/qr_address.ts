import { trimmed } from '#app/issuing/verifactu/canonical_hash'

/** Where the QR of an invoice leads (AEAT, characteristics of the QR 0.4.7). */
const ADDRESSES = {
  production: 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR',
  test: 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR',
  production_not_verifiable: 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu',
  test_not_verifiable: 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu',
} as const

export type QrPlace = keyof typeof ADDRESSES

export type QrFields = {
  IDEmisorFactura: string
  NumSerieFactura: string
  FechaExpedicionFactura: string
  ImporteTotal: string
}

/** The address that the QR of an invoice holds; its values are those of the record, a blank is %20. */
export function qrAddress(invoice: QrFields, place: QrPlace): string {
  const parameters = {
    nif: invoice.IDEmisorFactura,
    numserie: invoice.NumSerieFactura,
    fecha: invoice.FechaExpedicionFactura,
    importe: invoice.ImporteTotal,
  }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encoded(trimmed(value))}`)
  return `${ADDRESSES[place]}?${query.join('&')}`
}

/** All four addresses of an invoice. */
export const qrAddresses = (invoice: QrFields): Record<QrPlace, string> => ({
  production: qrAddress(invoice, 'production'),
  test: qrAddress(invoice, 'test'),
  production_not_verifiable: qrAddress(invoice, 'production_not_verifiable'),
  test_not_verifiable: qrAddress(invoice, 'test_not_verifiable'),
})

/** Everything but letters, digits and `-_.~` (RFC 3986): what JavaScript leaves alone beyond that, some readers do not. */
const encoded = (value: string): string =>
  encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  )
