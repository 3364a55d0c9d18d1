import { escapeXml, tag } from '#app/files/xml/xml_text'
import type { BillingSystem, InvoiceId, OtherId, Party, PreviousRecord } from '#app/issuing/verifactu/record'

/** Writes elements of one schema under one prefix. */
export type Writer = {
  /** An element of a text; nothing where there is none. */
  text: (name: string, value: string | undefined) => string
  /** An element around others that are written already; nothing around nothing. */
  around: (name: string, inside: string) => string
}

export const writer = (prefix: string): Writer => ({
  text: (name, value) =>
    value === undefined || value === '' ? '' : `<${prefix}:${name}>${escapeXml(value)}</${prefix}:${name}>`,
  around: (name, inside) => tag(`${prefix}:${name}`, inside),
})

/** Elements of texts in the order of the schema. */
export const texts = <Name extends string>(
  { text }: Writer,
  names: readonly Name[],
  values: { readonly [name in Name]?: string | undefined }
): string => names.map((name) => text(name, values[name])).join('')

export function partyXml(write: Writer, { NombreRazon, NIF, IDOtro }: Party): string {
  return (
    write.text('NombreRazon', NombreRazon) + (IDOtro ? otherIdXml(write, IDOtro) : write.text('NIF', NIF))
  )
}

const otherIdXml = (write: Writer, id: OtherId): string =>
  write.around('IDOtro', texts(write, ['CodigoPais', 'IDType', 'ID'], id))

const ID_NAMES = ['IDEmisorFactura', 'NumSerieFactura', 'FechaExpedicionFactura'] as const

export const invoiceIdXml = (write: Writer, id: InvoiceId): string => texts(write, ID_NAMES, id)

export function chainXml(write: Writer, previous: PreviousRecord): string {
  return write.around(
    'Encadenamiento',
    previous === null
      ? write.text('PrimerRegistro', 'S')
      : write.around(
          'RegistroAnterior',
          invoiceIdXml(write, previous) + write.text('Huella', previous.Huella)
        )
  )
}

const SYSTEM_NAMES = [
  'NombreSistemaInformatico',
  'IdSistemaInformatico',
  'Version',
  'NumeroInstalacion',
  'TipoUsoPosibleSoloVerifactu',
  'TipoUsoPosibleMultiOT',
  'IndicadorMultiplesOT',
] as const

export const systemXml = (write: Writer, system: BillingSystem): string =>
  write.around('SistemaInformatico', partyXml(write, system) + texts(write, SYSTEM_NAMES, system))
