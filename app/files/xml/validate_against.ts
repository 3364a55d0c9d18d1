import { memoryPages, validateXML } from 'xmllint-wasm'

export type XmlValidation = { isValid: boolean; errors: { message: string; line: number | null }[] }

export type SchemaFile = { fileName: string; contents: string }

const memoryMiB = 512
const errorsMax = 50

/**
 * Validates XML against a schema and the files that it imports, without network. The messages are those of the validator, in
 * English.
 */
export async function validateAgainst(
  xml: string,
  schema: SchemaFile,
  imported: readonly SchemaFile[] = []
): Promise<XmlValidation> {
  const result = await validateXML({
    xml: { fileName: 'file.xml', contents: xml },
    schema,
    preload: imported,
    maxMemoryPages: memoryMiB * memoryPages.MiB,
  })
  const errors = result.errors.slice(0, errorsMax).map(({ message, loc }) => ({
    message,
    line: loc?.lineNumber ?? null,
  }))
  return { isValid: result.valid, errors }
}
