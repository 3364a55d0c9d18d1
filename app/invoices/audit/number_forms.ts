const ALIKE: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' }

/** A number with the letters that recognition takes for digits as those digits. */
const likeness = (number: string) => [...number].map((letter) => ALIKE[letter] ?? letter).join('')

/** Whether recognition may have taken one number for the other: 0/O, 1/I/l, 5/S, 8/B, 2/Z, or two neighbours changed over. */
export function areConfusable(a: string, b: string): boolean {
  if (a === b || a.length !== b.length) return false
  return likeness(a) === likeness(b) || isTransposed(a, b)
}

function isTransposed(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return (
    at + 1 < a.length && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  )
}

/** Whether one letter more, less or other turns one number into the other. */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  const at = firstDifference(a, b)
  if (a.length === b.length) return a.slice(at + 1) === b.slice(at + 1)
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.slice(at) === long.slice(at + 1)
}

const CONTAINED_MIN = 3

/** Whether one number stands whole in the other, as when the series was read with one of them only. */
export function containsOther(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= CONTAINED_MIN && short !== long && long.includes(short)
}

/** Whether one key is the other without the series before it, as when the document prints the series apart. */
export function isWithoutSeries(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short !== '' && long.endsWith(`-${short}`)
}

function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let at = 0; at < end; at++) if (a[at] !== b[at]) return at
  return end
}
