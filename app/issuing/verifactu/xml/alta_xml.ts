import type { AltaContent, Chained, Detail } from '#app/issuing/verifactu/record'
import {
  chainXml,
  invoiceIdXml,
  partyXml,
  systemXml,
  texts,
  type Writer,
  writer,
} from '#app/issuing/verifactu/xml/elements'
import { declares } from '#app/issuing/verifactu/xml/namespaces'

const DETAIL_NAMES = [
  'Impuesto',
  'ClaveRegimen',
  'CalificacionOperacion',
  'OperacionExenta',
  'TipoImpositivo',
  'BaseImponibleOimporteNoSujeto',
  'BaseImponibleACoste',
  'CuotaRepercutida',
  'TipoRecargoEquivalencia',
  'CuotaRecargoEquivalencia',
] as const satisfies readonly (keyof Detail)[]

/** A RegistroAlta, version 1.0, with its namespace: as it is kept and as it is sent. */
export function altaXml(alta: AltaContent, chained: Chained): string {
  const write = writer('sf')
  const body =
    write.text('IDVersion', '1.0') +
    write.around('IDFactura', invoiceIdXml(write, alta.IDFactura)) +
    texts(
      write,
      ['RefExterna', 'NombreRazonEmisor', 'Subsanacion', 'RechazoPrevio', 'TipoFactura', 'TipoRectificativa'],
      alta
    ) +
    correctedXml(write, alta) +
    texts(
      write,
      [
        'FechaOperacion',
        'DescripcionOperacion',
        'FacturaSimplificadaArt7273',
        'FacturaSinIdentifDestinatarioArt61d',
        'Macrodato',
        'EmitidaPorTerceroODestinatario',
      ],
      alta
    ) +
    write.around('Tercero', alta.Tercero ? partyXml(write, alta.Tercero) : '') +
    write.around('Destinatarios', recipientsXml(write, alta)) +
    write.text('Cupon', alta.Cupon) +
    write.around('Desglose', detailsXml(write, alta.Desglose)) +
    texts(write, ['CuotaTotal', 'ImporteTotal'], alta) +
    chainXml(write, chained.previous) +
    systemXml(write, chained.system) +
    write.text('FechaHoraHusoGenRegistro', chained.FechaHoraHusoGenRegistro) +
    texts(write, ['NumRegistroAcuerdoFacturacion', 'IdAcuerdoSistemaInformatico'], alta) +
    write.text('TipoHuella', '01') +
    write.text('Huella', chained.Huella)
  return `<sf:RegistroAlta ${declares('sf')}>${body}</sf:RegistroAlta>`
}

/** The invoices that it rectifies or takes the place of, and what of them it takes the place of. */
function correctedXml(
  write: Writer,
  { FacturasRectificadas = [], FacturasSustituidas = [], ImporteRectificacion }: AltaContent
): string {
  const listed = (name: string, ids: typeof FacturasRectificadas) =>
    ids.map((id) => write.around(name, invoiceIdXml(write, id))).join('')
  return (
    write.around('FacturasRectificadas', listed('IDFacturaRectificada', FacturasRectificadas)) +
    write.around('FacturasSustituidas', listed('IDFacturaSustituida', FacturasSustituidas)) +
    write.around(
      'ImporteRectificacion',
      ImporteRectificacion
        ? texts(
            write,
            ['BaseRectificada', 'CuotaRectificada', 'CuotaRecargoRectificado'],
            ImporteRectificacion
          )
        : ''
    )
  )
}

const recipientsXml = (write: Writer, { Destinatarios = [] }: AltaContent): string =>
  Destinatarios.map((party) => write.around('IDDestinatario', partyXml(write, party))).join('')

const detailsXml = (write: Writer, details: readonly Detail[]): string =>
  details.map((detail) => write.around('DetalleDesglose', texts(write, DETAIL_NAMES, detail))).join('')
