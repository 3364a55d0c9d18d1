/** Codes of a closed list by the Spanish names they have for people; some names come with more. */
export type Labels<Code extends string> = Readonly<Record<Code, string | { label: string }>>

/** The codes of a list, for a validator. */
export const keysOf = <Code extends string>(labels: Readonly<Record<Code, unknown>>) =>
  Object.keys(labels) as Code[]

/** A list as a choice field takes it. */
export const optionsOf = <Code extends string>(labels: Labels<Code>): { value: Code; label: string }[] =>
  keysOf(labels).map((value) => {
    const found = labels[value]
    return { value, label: typeof found === 'string' ? found : found.label }
  })

/** The name of a code; the code itself when the list has none for it. */
export const labelOf = (labels: Readonly<Record<string, string>>, code: string): string =>
  labels[code] ?? code
