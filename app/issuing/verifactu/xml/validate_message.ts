import { readFile } from 'node:fs/promises'
import { type SchemaFile, validateAgainst, type XmlValidation } from '#app/files/xml/validate_against'

const IMPORTED = [
  'SuministroInformacion.xsd',
  'SuministroLR.xsd',
  'RespuestaSuministro.xsd',
  'EventosSIF.xsd',
  'soap-envelope.xsd',
  'xmldsig-core-schema.xsd',
]

let loading: Promise<SchemaFile[]> | null = null

/**
 * Validates a record, an event, a sending or an answer against AEAT's schemas. Form only: what AEAT refuses beyond that is in
 * `rules/`.
 */
export async function validateMessage(xml: string): Promise<XmlValidation> {
  loading ??= Promise.all(['all.xsd', ...IMPORTED].map(load))
  const [schema, ...imported] = await loading
  if (schema === undefined) throw new Error('The schemas of VERI*FACTU are missing')
  return validateAgainst(xml, schema, imported)
}

async function load(fileName: string): Promise<SchemaFile> {
  const file = new URL(`../../../../resources/xsd/verifactu/${fileName}`, import.meta.url)
  return { fileName, contents: await readFile(file, 'utf8') }
}
