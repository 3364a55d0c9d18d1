import type { DeclaredImport, ImportSource } from '#app/imports/define_import'

/** How many rows an import finds in a file, those that stay out among them. Throws what it refuses of the file as a whole. */
export async function countRows({ open }: DeclaredImport, source: ImportSource): Promise<number> {
  const { rows, leftOut } = await open(source)
  return rows.length + leftOut.length
}
