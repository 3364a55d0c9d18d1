import { fold, likeness } from '#app/reading/pages/text_forms'

/** From this likeness on two spellings are one name. */
export const sameName = 0.84

const shortNameLetters = 6

/** Alike, or the one is what the other is called for short ("Renting Nazarí" of "Textiles y Renting Nazarí, S.A."). */
export function isSameName(a: string, b: string): boolean {
  const [short, long] = [simple(a), simple(b)].toSorted((one, other) => one.length - other.length)
  if (!short || !long) return false
  return (
    likeness(short, long) >= sameName ||
    (short.length >= shortNameLetters && long.includes(short)) ||
    isCutShort(a, b) ||
    isCutShort(b, a)
  )
}

/** "OWT GmbH" of "OWT Ostsee Wäschereitechnik GmbH": what a company is called for short begins and ends as its whole name. */
export function isCutShort(short: string, long: string): boolean {
  const [few, many] = [short, long].map((text) =>
    fold(text)
      .split(/[^a-z0-9.]+/)
      .filter(Boolean)
  )
  if (!few || !many || few.length < 2 || few.length >= many.length || few[0] !== many[0]) return false
  let at = 0
  for (const word of many) if (word === few[at]) at += 1
  return at === few.length && few.at(-1) === many.at(-1) && (few[0]?.length ?? 0) > 2
}

/** A name as it is compared: its letters and figures alone. */
export function simple(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '')
}
