import { compareField } from './compare_fields.js'
import type { TestDocument } from './documents.js'
import type { Reading } from './read_documents.js'
import { CORE } from './score.js'

/** Of files with several invoices: how many were parted right, and the share of core fields right invoice by invoice. */
export function scoreSeveral(
  documents: readonly TestDocument[],
  readings: Map<string, Reading>
): { files: number; parted: number; invoices: number; core: number } {
  let [parted, invoices, fields, right] = [0, 0, 0, 0]
  for (const document of documents) {
    const reading = readings.get(document.file)
    const got = reading ? [reading.fields, ...(reading.others ?? [])] : []
    const wanted = [document, ...document.others]
    if (got.length === wanted.length) parted += 1
    invoices += wanted.length
    for (const [at, { fields: want }] of wanted.entries()) {
      for (const field of CORE.filter((name) => name in want)) {
        fields += 1
        right += compareField(field, want[field], got[at]?.[field]?.value)
      }
    }
  }
  return { files: documents.length, parted, invoices, core: right / fields }
}
