import type { EventOwn, NamedRecord, SystemEventContent } from '#app/issuing/verifactu/event'
import {
  invoiceIdXml,
  partyXml,
  systemXml,
  texts,
  type Writer,
  writer,
} from '#app/issuing/verifactu/xml/elements'
import { declares } from '#app/issuing/verifactu/xml/namespaces'

/**
 * A RegistroEvento, version 1.0. The schema asks for an enveloped signature, which the verifiable mode does without: it is put
 * in where one is given.
 */
export function eventXml(event: SystemEventContent, signature = ''): string {
  const write = writer('sfE')
  const body =
    systemXml(write, event.system) +
    write.around('ObligadoEmision', partyXml(write, event.issuer)) +
    write.text('FechaHoraHusoGenEvento', event.FechaHoraHusoGenEvento) +
    write.text('TipoEvento', event.own.type) +
    write.around('DatosPropiosEvento', ownXml(write, event.own)) +
    write.text('OtrosDatosEvento', event.note) +
    write.around('Encadenamiento', chainXml(write, event.previous)) +
    write.text('TipoHuella', '01') +
    write.text('HuellaEvento', event.HuellaEvento) +
    signature
  return (
    `<sfE:RegistroEvento ${declares('sfE')}>` +
    `${write.text('IDVersion', '1.0')}${write.around('Evento', body)}</sfE:RegistroEvento>`
  )
}

const chainXml = (write: Writer, previous: SystemEventContent['previous']): string =>
  previous === null
    ? write.text('PrimerEvento', 'S')
    : write.around(
        'EventoAnterior',
        texts(write, ['TipoEvento', 'FechaHoraHusoGenEvento', 'HuellaEvento'], previous)
      )

function ownXml(write: Writer, own: EventOwn): string {
  if (own.type === '03')
    return write.around('LanzamientoProcesoDeteccionAnomaliasRegFacturacion', checkXml(write, own.records))
  if (own.type === '04')
    return write.around(
      'DeteccionAnomaliasRegFacturacion',
      write.text('TipoAnomalia', own.anomaly) +
        write.around('RegistroFacturacionAnomalo', invoiceIdXml(write, own.invoice))
    )
  if (own.type === '08') return write.around('ExportacionRegFacturacionPeriodo', exportXml(write, own))
  return ''
}

/** What a check goes over: hashes, chain and hours; there are no signatures. */
function checkXml(write: Writer, records: number): string {
  const count = String(records)
  return (
    write.text('RealizadoProcesoSobreIntegridadHuellasRegFacturacion', 'S') +
    write.text('NumeroDeRegistrosFacturacionProcesadosSobreIntegridadHuellas', count) +
    write.text('RealizadoProcesoSobreIntegridadFirmasRegFacturacion', 'N') +
    write.text('RealizadoProcesoSobreTrazabilidadCadenaRegFacturacion', 'S') +
    write.text('NumeroDeRegistrosFacturacionProcesadosSobreTrazabilidadCadena', count) +
    write.text('RealizadoProcesoSobreTrazabilidadFechasRegFacturacion', 'S') +
    write.text('NumeroDeRegistrosFacturacionProcesadosSobreTrazabilidadFechas', count)
  )
}

function exportXml(write: Writer, own: Extract<EventOwn, { type: '08' }>): string {
  const named = (record: NamedRecord) => invoiceIdXml(write, record) + write.text('Huella', record.Huella)
  return (
    write.text('FechaHoraHusoInicioPeriodoExport', own.from) +
    write.text('FechaHoraHusoFinPeriodoExport', own.to) +
    write.around('RegistroFacturacionInicialPeriodo', named(own.first)) +
    write.around('RegistroFacturacionFinalPeriodo', named(own.last)) +
    write.text('NumeroDeRegistrosFacturacionAltaExportados', String(own.altas)) +
    write.text('SumaCuotaTotalAlta', own.taxTotal) +
    write.text('SumaImporteTotalAlta', own.total) +
    write.text('NumeroDeRegistrosFacturacionAnulacionExportados', String(own.anulaciones)) +
    write.text('RegistrosFacturacionExportadosDejanDeConservarse', 'N')
  )
}
