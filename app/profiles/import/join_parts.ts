import type { ReadRow } from '#app/imports/read_rows'
import { counted } from '#app/kernel/text/counted'
import type { FiledProfile } from '#app/profiles/profile_file'

/** So many things are said of one profile; a file may be wrong in every row. */
const TOLD_MAX = 5

/** What a row says of the profile and not of its word; empty it says nothing. */
const HEAD = ['category', 'account', 'vat', 'withholding', 'priority', 'minScore', 'active']

type Part = ReadRow<FiledProfile>

/**
 * One row for each profile of a file: a table has a row for each of its words, of which the first says the rest of it. What is
 * wrong with any of them is wrong with the profile. Rows of a table without a profile are left out.
 */
export function joinParts(read: readonly Part[]): Part[] {
  const profiles = new Map<string, [Part, ...Part[]]>()
  const nameless: Part[] = []
  for (const row of read) {
    const { entry, name = '', provider = '' } = row.raw
    if (entry === undefined && name === '') {
      nameless.push({ ...row, value: null, leftOut: 'Sin perfil' })
      continue
    }
    const key = entry ?? JSON.stringify([name, provider])
    const known = profiles.get(key)
    if (known) known.push(row)
    else profiles.set(key, [row])
  }
  return [...[...profiles.values()].map(joined), ...nameless]
}

function joined([first, ...others]: [Part, ...Part[]]): Part {
  if (others.length === 0) return first
  const parts = [first, ...others]
  const values = parts.flatMap(({ value }) => (value ? [value] : []))
  const told = (messagesOf: (part: Part) => readonly string[]) =>
    firstOf([
      ...messagesOf(first),
      ...others.flatMap((part) => messagesOf(part).map((message) => `Fila ${part.rowNo}: ${message}`)),
    ])
  return {
    ...first,
    value:
      first.value && values.length === parts.length
        ? { ...first.value, keywords: values.flatMap(({ keywords }) => keywords) }
        : null,
    errors: told(({ errors }) => errors),
    warnings: [
      ...told(({ warnings }) => warnings),
      ...firstOf(
        others
          .filter((part) => saysOther(part, first))
          .map(
            ({ rowNo }) => `La fila ${rowNo} dice otra cosa del perfil: vale lo que dice la ${first.rowNo}.`
          )
      ),
    ],
  }
}

const saysOther = (part: Part, first: Part): boolean =>
  HEAD.some((column) => part.raw[column] && part.raw[column] !== first.raw[column])

const firstOf = (messages: readonly string[]): string[] =>
  messages.length > TOLD_MAX
    ? [...messages.slice(0, TOLD_MAX), `Y ${counted(messages.length - TOLD_MAX, 'cosa', 'cosas')} más.`]
    : [...messages]
