import type { TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { amountKinds } from '#app/reading/labels/label_kinds'
import type { Block } from '#app/reading/layout/blocks'
import type { Segment, Word } from '#app/reading/layout/layout_types'
import { labelsOfSegment } from '#app/reading/layout/lookup'
import { extentOf } from '#app/reading/layout/page_geometry'
import { type NameCandidate, splitAtSeparators, withoutLabels } from '#app/reading/parties/find_names'
import { endOfLegalForm, hasLegalForm } from '#app/reading/parties/legal_forms'
import { cleanName, isAddressLine, isName, isNoName } from '#app/reading/parties/name_text'
import { partyBlock } from '#app/reading/parties/party_block'
import { roleOfSegment } from '#app/reading/parties/party_roles'

const linesOverMax = 8
const joinedNamesKnown = new WeakMap<ReadingMaterial, NameCandidate[]>()

/** Names the printer broke in two: the upper part has no legal form, the lower ends the name. */
export function joinedNames(material: ReadingMaterial): NameCandidate[] {
  const known = joinedNamesKnown.get(material) ?? joinNames(material)
  joinedNamesKnown.set(material, known)
  return known
}

function joinNames(material: ReadingMaterial): NameCandidate[] {
  const { layout } = material
  const bare = layout.lines.map((line) => line.segments.map((segment) => afterLabel(segment, material)))
  return layout.lines
    .flatMap((line) => line.segments)
    .flatMap((lower) => {
      const from = Math.max(0, lower.line - linesOverMax)
      const over = layout.lines.slice(from, lower.line).flatMap((line) => line.segments)
      const bareOver = bare.slice(from, lower.line).flat()
      const upper = over.find(
        (one, at) => isDirectlyOver(one, lower) || isDirectlyOver(bareOver[at] ?? one, lower)
      )
      const isHalfForm = upper !== undefined && /&$/.test(upper.text) && /^co\b/i.test(lower.text)
      if (!upper || (hasLegalForm(upper.text) && !isHalfForm) || loneWord.test(upper.text)) return []
      const top = over.find((one) => isDirectlyOver(one, upper) && goesOnBelow(one, upper))
      const upperWords = [...(top ? withoutLabels(top, material) : []), ...withoutLabels(upper, material)]
      const text = cleanName(`${upperWords.map((word) => word.text).join(' ')} ${lower.text}`)
      const goesOn =
        /,$|[-&]$|\b(de|del|y|e|i|la|las|los|el)$/i.test(upper.text) ||
        /^(\p{Ll}|S\.?\s?[LA]|(DE|DEL|Y|E|I|&)\s)/u.test(lower.text)
      const isShortTail = endOfName(lower.text) && isName(cleanName(upper.text)) && !/\d/.test(upper.text)
      const isHeadline =
        upper.y1 - upper.y0 > layout.textHeight * 1.25 &&
        Math.abs(upper.y1 - upper.y0 - (lower.y1 - lower.y0)) < 3
      if (
        !(goesOn || isHeadline || isShortTail) ||
        !hasLegalForm(text) ||
        !isName(text, true) ||
        upperWords.length > 10 ||
        isAddressLine(upper.text)
      )
        return []
      const cut = text.replace(/\s+-\s.*$/, '')
      const segment = isDirectlyOver(upper, lower) ? upper : lower
      return [{ text: cut, words: [...upperWords, ...lower.words], segment, hasLegalForm: true }]
    })
}

/** "DE" over "Imprenta Albaicín, S.L.": the heading of an address, no beginning of a name. */
const loneWord = /^(de|del|para|a|from|to|von|an|da|emisor|receptor)[:.]?$/i

/** "Nom Obrador Panadero La Espiga" over "Alta, S.C.": a name goes on under its first word, not under its label. */
function afterLabel(segment: Segment, material: ReadingMaterial): Segment {
  const words = withoutLabels(segment, material)
  return words.length > 0 && words.length < segment.words.length
    ? { ...segment, words, ...extentOf(words) }
    : segment
}

/** "Baja, S.L.", "S.L.": what is left of a name whose beginning stands above. */
function endOfName(text: string): boolean {
  return /^(\p{Lu}[\p{L}.-]*,? )?\S{2,7}\.?( \S{2,6}\.)?$/u.test(text) && hasLegalForm(text)
}

/** "Mudanzas y" over "Portes Vega Baja,": in the same print, and not ended. */
function goesOnBelow(upper: Segment, lower: Segment): boolean {
  const height = lower.y1 - lower.y0
  return (
    Math.abs(upper.y1 - upper.y0 - height) < height * 0.15 &&
    /,$|[-&]$|\b(de|del|y|e|i|la|las|los|el|und|et|and)$/i.test(upper.text)
  )
}

function isDirectlyOver(upper: Segment, lower: Segment): boolean {
  const height = Math.min(upper.y1 - upper.y0, lower.y1 - lower.y0)
  const gap = lower.y0 - upper.y1
  const isAligned =
    Math.abs(upper.x0 - lower.x0) < height ||
    Math.abs(upper.x1 - lower.x1) < height ||
    Math.abs(upper.x0 + upper.x1 - lower.x0 - lower.x1) < height * 2
  return (
    upper.page === lower.page &&
    upper.line < lower.line &&
    gap > -height * 0.7 &&
    gap < height * 0.9 &&
    isAligned
  )
}

/** Names without legal form: the first line of the block of a tax number, and the line under or after a party label. */
export function plainNames(own: TaxIdCandidate[], material: ReadingMaterial): NameCandidate[] {
  const found: NameCandidate[] = []
  for (const block of material.blocks.flatMap((one) => [one, ...partsUnderLabels(one, material)])) {
    const ownId = own.find((id) =>
      block.segments.some((segment) => segment.words.includes(id.words[0] as Word))
    )
    const segments = ownId ? partyBlock(ownId, material) : block.segments
    const hasId = ownId !== undefined
    const usable = segments
      .slice(0, 4)
      .filter((segment) => !isPureLabel(segment, material) && !opensWithAmountLabel(segment, material))
    const opening = usable[0]
    const reach = hasId || (opening && roleOfSegment(opening, material)) ? 3 : 1
    for (const segment of usable.slice(0, reach)) {
      const parts = splitAtSeparators(withoutLabels(segment, material))
      // "NOTARIO – Bartomeu Oliver Sansó – …": the profession before the name is none.
      const words = beforeStreet(parts.find((part) => !isNoName(cleanName(textOf(part)))) ?? [])
      const text = cleanName(textOf(words))
      // Names precede addresses: what stands under a street is a town.
      if (isAddressLine(text) && /\d/.test(text) && words.length > 1) break
      // Under a name with a legal form no other is looked for.
      if (endOfLegalForm(text) !== null) break
      if (words.length > 10 || !isName(text) || isAddressLine(text)) continue
      found.push({ text, words, segment, hasLegalForm: false })
      break
    }
  }
  return found
}

/** "Antonio García Ruiz · 12345678Z": the words before the tax number in its own segment. */
export function namesBesideId(own: TaxIdCandidate[], material: ReadingMaterial): NameCandidate[] {
  return own.flatMap((id) => {
    const segment = material.layout.lines[id.line]?.segments.find((one) =>
      one.words.includes(id.words[0] as Word)
    )
    if (!segment) return []
    const line = material.layout.lines[id.line]
    const previous = line?.segments[line.segments.indexOf(segment) - 1]
    const at = segment.words.indexOf(id.words[0] as Word)
    const own = withoutLabels(segment, material).filter((word) => segment.words.indexOf(word) < at)
    // "Antonio García Ruiz      12345678Z": the name may stand in the column before.
    const before = own.length > 0 || !previous ? own : withoutLabels(previous, material)
    const labelled = new Set(
      material.labels
        .filter((label) => label.segment === segment && label.kinds.includes('taxId'))
        .flatMap((label) => label.words)
    )
    // "Menuiserie Durand – SIRET 732 829 320 00074 – TVA FR…": the nearest part before the number that is a name.
    return splitAtSeparators(before.filter((word) => !labelled.has(word)))
      .toReversed()
      .map((words) => ({ text: cleanName(textOf(words)), words, segment, hasLegalForm: false }))
      .filter(
        ({ text, words }) =>
          words.length >= 2 &&
          words.length <= 8 &&
          isName(text) &&
          !isAddressLine(text) &&
          !hasLegalForm(text)
      )
      .slice(0, 1)
  })
}

const textOf = (words: Word[]): string => words.map((word) => word.text).join(' ')

/** "Leverancier" / "Staffing Company" in the middle of a column: what stands under a label of a party begins anew. */
function partsUnderLabels(block: Block, material: ReadingMaterial): { segments: Segment[] }[] {
  return block.segments.flatMap((segment, index) => {
    const isLabel =
      index > 0 &&
      isPureLabel(segment, material) &&
      labelsOfSegment(material.labels, segment).some((label) =>
        label.kinds.some((kind) => kind === 'customer' || kind === 'provider')
      )
    return isLabel ? [{ segments: block.segments.slice(index + 1) }] : []
  })
}

const street =
  /^(\p{Lu}[\p{L}-]*(straße|strasse|str\.|weg|platz|allee|gasse)|(Hauptstraße|Calle|C\/|Avda\.?|Avenida|Plaza|Rue|Via|Rua|Kerkstraat)|\p{Lu}[\p{L}]+(straat|laan|gatan|vägen))$/u

/** "Handwerker-Service Müller Hauptstraße 12, 12345 Berlin": name and address in one line. */
function beforeStreet(words: Word[]): Word[] {
  const at = words.findIndex((word, index) => index > 0 && street.test(word.text))
  return at > 0 && words.slice(at).some((word) => /\d/.test(word.text)) ? words.slice(0, at) : words
}

/** "Umsatzsteuer 0 % …": a line of the sums is no name. */
function opensWithAmountLabel(segment: Segment, material: ReadingMaterial): boolean {
  return labelsOfSegment(material.labels, segment).some(
    (label) => label.words[0] === segment.words[0] && label.kinds.some((kind) => amountKinds.includes(kind))
  )
}

function isPureLabel(segment: Segment, material: ReadingMaterial): boolean {
  const labelled = material.labels
    .filter((label) => label.segment === segment)
    .reduce((count, label) => count + label.words.length, 0)
  return labelled >= segment.words.length
}
