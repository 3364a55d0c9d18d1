import { readXml } from '#app/files/xml/read_xml'
import { childAt, childNames, childrenOf, textAt, textOf, type XmlNode } from '#app/files/xml/xml_node'
import type { GivenRecord } from '#app/issuing/verifactu/rules/given_record'

/** A record as it came. */
export type CameRecord = { kind: 'alta' | 'anulacion'; given: GivenRecord; reference: string | null }

export type Sending = {
  issuer: { name: string; nif: string }
  isIncident: boolean
  records: CameRecord[]
}

/** Reads what was sent; null where it is no sending of records. */
export function readSending(xml: string): Sending | null {
  const { root, problem } = readXml(xml)
  const body = childAt(root, 'Body', 'RegFactuSistemaFacturacion')
  if (problem !== null || body === undefined) return null
  const issuer = childAt(body, 'Cabecera', 'ObligadoEmision')
  return {
    issuer: { name: textAt(issuer, 'NombreRazon') ?? '', nif: textAt(issuer, 'NIF') ?? '' },
    isIncident: textAt(body, 'Cabecera', 'RemisionVoluntaria', 'Incidencia') === 'S',
    records: childrenOf(body, 'RegistroFactura').flatMap(readRecord),
  }
}

function readRecord(record: XmlNode): CameRecord[] {
  const alta = childAt(record, 'RegistroAlta')
  const node = alta ?? childAt(record, 'RegistroAnulacion')
  if (!node) return []
  return [
    {
      kind: alta ? 'alta' : 'anulacion',
      given: asObject(node) as GivenRecord,
      reference: textAt(node, 'RefExterna'),
    },
  ]
}

/** Elements by name: a text, an object, or a list where there are several. */
function asObject(node: XmlNode): unknown {
  const names = childNames(node).filter((name) => name !== '#text')
  if (names.length === 0) return textOf(node) ?? ''
  return Object.fromEntries(
    names.map((name) => {
      const children = childrenOf(node, name).map(asObject)
      return [name, children.length === 1 ? children[0] : children]
    })
  )
}
