import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Place = { page: number; box: number[] }

/** A document with what it holds. `fold` keeps documents of one supplier together in cross-validation. */
export interface TestDocument {
  set: string
  group: string
  file: string
  path: string
  pages: number
  fold: string
  fields: Record<string, unknown>
  boxes: Record<string, Place[]>
  /** The other invoices in the same file. */
  others: Pick<TestDocument, 'fields' | 'boxes'>[]
}

/** The documents of a folder that have their `.expected.json` beside them; none when the folder is not there. */
export function loadDocuments(set: string, folder: string): TestDocument[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.expected.json'))
    .sort()
    .map((name) => {
      const expected = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return {
        set,
        group: expected.group,
        file: expected.file,
        path: join(folder, expected.file),
        pages: expected.pages ?? 1,
        fold: expected.layout ?? expected.supplier ?? expected.file,
        fields: expected.fields,
        boxes: expected.boxes ?? {},
        others: expected.others ?? [],
      }
    })
}
