import type { ReadRow } from '#app/imports/read_rows'
import type { FiledProfile } from '#app/profiles/profile_file'

/**
 * One row for each profile of a file: a table has a row for each of its words, of which the first says the rest of it. What is
 * wrong with any of them is wrong with the profile. Rows of a table without a profile are left out.
 */
export function joinParts(read: readonly ReadRow<FiledProfile>[]): ReadRow<FiledProfile>[] {
  const profiles = new Map<string, ReadRow<FiledProfile>>()
  const nameless: ReadRow<FiledProfile>[] = []
  for (const row of read) {
    const { entry, name = '', provider = '' } = row.raw
    if (entry === undefined && name === '') {
      nameless.push({ ...row, value: null, leftOut: 'Sin perfil' })
      continue
    }
    const key = entry ?? JSON.stringify([name, provider])
    const known = profiles.get(key)
    profiles.set(key, known ? withPart(known, row) : row)
  }
  return [...profiles.values(), ...nameless]
}

function withPart(known: ReadRow<FiledProfile>, part: ReadRow<FiledProfile>): ReadRow<FiledProfile> {
  const told = (messages: readonly string[]) => messages.map((message) => `Fila ${part.rowNo}: ${message}`)
  const isSame = HEAD.every((column) => !part.raw[column] || part.raw[column] === known.raw[column])
  return {
    ...known,
    value:
      known.value && part.value
        ? { ...known.value, keywords: [...known.value.keywords, ...part.value.keywords] }
        : null,
    errors: [...known.errors, ...told(part.errors)],
    warnings: [
      ...known.warnings,
      ...told(part.warnings),
      ...(isSame
        ? []
        : [`La fila ${part.rowNo} dice otra cosa del perfil: vale lo que dice la ${known.rowNo}.`]),
    ],
  }
}

/** What a row says of the profile and not of its word; empty it says nothing. */
const HEAD = ['category', 'account', 'vat', 'withholding', 'priority', 'minScore', 'active']
