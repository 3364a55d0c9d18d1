import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { DocumentLayout, Segment } from '#app/reading/layout/layout_types'
import { fold, isWithinEdits } from '#app/reading/pages/text_forms'
import { registryText } from '#app/reading/parties/registry_text'

const openingMin = 14
const wrongShareMax = 0.25
const lettersOf = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '')

/** The name of who bills is printed again in the small print; the customer's is not. */
export function namedInFooter(segments: Segment[], material: ReadingMaterial): number {
  const first = segments[0]
  if (!first) return 0
  const registry = registryLines(material.layout)
  const names = segments
    .slice(0, 2)
    .map((one) => lettersOf(one.text))
    .filter((name) => name.length > 7)
  return names.some((name) => registry.some((text) => text.includes(name)) || opensFoot(name, material))
    ? 1.4
    : 0
}

/** In a picture small print is hardly legible: a name counts there that opens it with a quarter of its letters wrong. */
function opensFoot(name: string, { layout, amounts }: ReadingMaterial): boolean {
  if (layout.source !== 'recognised') return false
  const lastAmount = Math.max(-1, ...amounts.map((amount) => amount.line))
  return layout.lines.slice(lastAmount + 1).some(({ text }) => {
    const letters = lettersOf(text)
    const length = Math.min(name.length, letters.length)
    const limit = Math.floor(length * wrongShareMax)
    return length >= openingMin && isWithinEdits(name.slice(0, length), letters.slice(0, length), limit)
  })
}

const registryLinesKnown = new WeakMap<DocumentLayout, string[]>()

/** The letters and digits of the lines of small print that state a registration. */
function registryLines(layout: DocumentLayout): string[] {
  const known = registryLinesKnown.get(layout)
  if (known) return known
  const lines = layout.lines
    .filter((line) => registryText.test(fold(line.text)))
    .map((line) => lettersOf(line.text))
  registryLinesKnown.set(layout, lines)
  return lines
}
