import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Block } from '#app/reading/layout/blocks'
import type { Segment } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'
import { registryText } from '#app/reading/parties/registry_text'

const contact =
  /\btel\b|\btlf|\btfno|\btelf|telefon|\bphone\b|\bfax\b|\bmobil|www\.|@|http|e-?mail|iban|bic|swift|bank|\b(\+|00)\d{2} ?\d|·|•|\|/
const postalTown = /^(\p{L}{1,3}[- ])?\d{4,5}([ -]\p{L}{2})?,? +\p{L}{2}|\b\d{4,5} \p{Lu}\p{L}+/u
const linesMin = 3
const linesMax = 7
const heightShareMax = 0.45

/** Who invoices go to in a company, in a line of their own under its name: no supplier writes them of itself. */
const department =
  /^((kreditoren|debitoren|finanz)?buchhaltung|rechnungs(wesen|eingang|prufung)|einkauf|z\.? ?hd?n?\.?\b.*|zu handen .*|abt\. .*|abteilung .*|att?n?\.?:? .*|a la atencion .*|a\/a\.?:? .*|dpto\.? .*|departamento .*|dept\.? .*|contabilidad|comptabilite.*|service (achats|comptab).*|a l[’']attention .*|accounts? payable.*|t\.?a\.?v\.? .*|ter attentie .*|crediteuren.*|ufficio acquisti|c\.a\. .*)$/

/**
 * How much a block looks like the address of a letter, 0 to 1: name, street and town a line each, high on the first page and
 * nothing to call, write or pay to. It is whom the letter goes to.
 */
export function letterAddress(segment: Segment, material: ReadingMaterial): number {
  const block = material.blocks.find((one) => one.segments.includes(segment))
  const size = material.layout.pages[0]
  if (!block || !size || block.page !== 0) return 0
  const { segments } = block
  if (segments.some((one) => department.test(fold(one.text).replace(/^[-–• ]+|[-–• ]+$/g, '')))) return 1
  const isHigh = block.y1 < (heightShareMax * 1000 * size.height) / size.width
  if (!isHigh || segments.length < linesMin || segments.length > linesMax) return 0
  if (segments.indexOf(segment) > 1 || isTopmost(block, material)) return 0
  const text = fold(segments.map((one) => one.text).join('\n'))
  const isBare = !contact.test(text) && !registryText.test(text)
  const hasTown = segments.slice(1).some((one) => postalTown.test(one.text))
  const hasId = material.taxIds.some((id) => segments.some((one) => one.words.includes(id.words[0] as never)))
  return isBare && hasTown && !hasId ? 1 : 0
}

/** Whether a segment begins the invoice, as a letterhead does. */
export function opensPage(segment: Segment, material: ReadingMaterial): boolean {
  const block = material.blocks.find((one) => one.segments[0] === segment)
  return block !== undefined && block.page === 0 && isTopmost(block, material)
}

/** What begins a page is a letterhead. */
function isTopmost(block: Block, { layout }: ReadingMaterial): boolean {
  return !layout.lines.some((line) => line.page === block.page && line.y1 <= block.y0)
}
