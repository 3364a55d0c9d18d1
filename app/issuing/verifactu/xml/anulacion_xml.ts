import type { AnulacionContent, Chained } from '#app/issuing/verifactu/record'
import { chainXml, partyXml, systemXml, texts, writer } from '#app/issuing/verifactu/xml/elements'
import { declares } from '#app/issuing/verifactu/xml/namespaces'

/** A RegistroAnulacion, version 1.0, with its namespace: as it is kept and as it is sent. */
export function anulacionXml(anulacion: AnulacionContent, chained: Chained): string {
  const write = writer('sf')
  const { IDEmisorFactura, NumSerieFactura, FechaExpedicionFactura } = anulacion.IDFactura
  const id =
    write.text('IDEmisorFacturaAnulada', IDEmisorFactura) +
    write.text('NumSerieFacturaAnulada', NumSerieFactura) +
    write.text('FechaExpedicionFacturaAnulada', FechaExpedicionFactura)
  const body =
    write.text('IDVersion', '1.0') +
    write.around('IDFactura', id) +
    texts(write, ['RefExterna', 'SinRegistroPrevio', 'RechazoPrevio', 'GeneradoPor'], anulacion) +
    write.around('Generador', anulacion.Generador ? partyXml(write, anulacion.Generador) : '') +
    chainXml(write, chained.previous) +
    systemXml(write, chained.system) +
    write.text('FechaHoraHusoGenRegistro', chained.FechaHoraHusoGenRegistro) +
    write.text('TipoHuella', '01') +
    write.text('Huella', chained.Huella)
  return `<sf:RegistroAnulacion ${declares('sf')}>${body}</sf:RegistroAnulacion>`
}
