import { readFile } from 'node:fs/promises'
import { validateAgainst, type XmlValidation } from '#app/files/xml/validate_against'

/** The schemas in `resources/xsd`, by their name. */
export type XmlSchema =
  | 'pain.001.001.03'
  | 'pain.001.001.09'
  | 'pain.002.001.10'
  | `camt.052.001.${'01' | '02' | '04' | '06' | '08'}`
  | `camt.053.001.${'02' | '03' | '04' | '08'}`
  | `camt.054.001.${'02' | '04' | '08'}`

/**
 * Validates XML against an official schema, without network or other files. The messages are those of the validator, in
 * English: of a file we send any of them stops it, of a file we receive they are warnings.
 */
export async function validateXml(xml: string, schema: XmlSchema): Promise<XmlValidation> {
  return validateAgainst(xml, { fileName: `${schema}.xsd`, contents: await loadSchema(schema) })
}

const schemas = new Map<XmlSchema, Promise<string>>()

/** The text of a schema, read once. */
export function loadSchema(schema: XmlSchema): Promise<string> {
  const loading =
    schemas.get(schema) ?? readFile(new URL(`../../../resources/xsd/${schema}.xsd`, import.meta.url), 'utf8')
  schemas.set(schema, loading)
  return loading
}
