import { writer } from '#app/issuing/verifactu/xml/elements'
import { declares } from '#app/issuing/verifactu/xml/namespaces'

/** At most so many records in one sending (schema). */
export const RECORDS_MAX = 1000

export type Header = {
  /** Who issues: name and NIF as they stand in the census. */
  issuer: { NombreRazon: string; NIF: string }
  /** Who sends for the company, where another one made the records. */
  representative?: { NombreRazon: string; NIF: string }
  /** Records that are late because something did not work (power, network, system). */
  isIncident: boolean
  /** The last day of the verifiable mode (31-12), where the company leaves it. */
  endsOn?: string
}

/** RegFactuSistemaFacturacion in its SOAP 1.1 envelope, with records that are written already, in the order of their chain. */
export function envelopeXml(header: Header, records: readonly string[]): string {
  const lr = writer('sfLR')
  const body =
    lr.around('Cabecera', headerXml(header)) +
    records.map((xml) => lr.around('RegistroFactura', xml)).join('')
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope ${declares('soapenv')} ${declares('sfLR')} ${declares('sf')}>` +
    `<soapenv:Header/><soapenv:Body>${lr.around('RegFactuSistemaFacturacion', body)}</soapenv:Body></soapenv:Envelope>`
  )
}

function headerXml({ issuer, representative, isIncident, endsOn }: Header): string {
  const write = writer('sf')
  const person = ({ NombreRazon, NIF }: Header['issuer']) =>
    write.text('NombreRazon', NombreRazon) + write.text('NIF', NIF)
  return (
    write.around('ObligadoEmision', person(issuer)) +
    (representative ? write.around('Representante', person(representative)) : '') +
    write.around(
      'RemisionVoluntaria',
      write.text('FechaFinVeriFactu', endsOn) + write.text('Incidencia', isIncident ? 'S' : undefined)
    )
  )
}
