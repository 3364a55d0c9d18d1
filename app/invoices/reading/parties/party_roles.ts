import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { LabelHit } from '#app/invoices/reading/labels/find_labels'
import type { Block } from '#app/invoices/reading/layout/blocks'
import type { Segment } from '#app/invoices/reading/layout/layout_types'
import { overlapOf } from '#app/invoices/reading/layout/page_geometry'
import { isLegalForm } from '#app/invoices/reading/parties/legal_forms'

export type PartyRole = 'provider' | 'customer' | 'other'

const reachHeights = 4.5
const addressLinesMax = 7
/** Words that are as often part of a company's name: they need a colon or a line of their own to be labels. */
const weakOpeners =
  /^(distribuidora|comercializadora|suministrador|profesional|lieferant|fabricante|plataforma|transportes?|agente|gestor|administrador|propietari[oa]|establecimiento|sr|sres|att|atn|guest|kunde|gestor|client|data|from|client|seller|vendor|supplier|mittente|garante|corredor|mediador|abonado|deudor|librado|aan|an|a|to|para)$/

/** "01/05/2026 a 31/05/2026": words as short are labels only right over or before an address. */
const shortWords = /^(a|an|aan|to|para|from)$/
const shortReachHeights = 6

function isNearEnough(label: LabelHit, segment: Segment, material: ReadingMaterial): boolean {
  if (!shortWords.test(label.text)) return true
  // What recognition makes of a logo is often a letter with an accent.
  const isPlain = /^[A-Za-z]+:?$/.test(label.words[0]?.text ?? '')
  return isPlain && Math.abs(label.x0 - segment.x0) < shortReachHeights * material.layout.textHeight
}

/** Which party a segment belongs to by the label before it, inside its block or over it; null when none says. */
export function roleOfSegment(
  segment: Segment,
  material: ReadingMaterial
): { role: PartyRole; label: LabelHit; strength: number } | null {
  const partyHits = material.labels.filter(
    (label) =>
      label.page === segment.page &&
      roleOf(label) !== null &&
      governs(label) &&
      isNearEnough(label, segment, material)
  )
  const within = partyHits.filter((label) => label.segment === segment).at(-1)
  if (within) return found(within, 1)
  const inline = partyHits.filter((label) => isInline(label, segment, material)).at(-1)
  if (inline) return found(inline, 1)
  const block = material.blocks.find((one) => one.segments.includes(segment))
  if (!block) return null
  const inBlock = partyHits
    .filter(
      (label) =>
        block.segments.includes(label.segment) &&
        label.y0 < segment.y0 + 1 &&
        !isSpent(label, segment, material)
    )
    .at(-1)
  if (inBlock) return found(inBlock, 1)
  const beside = partyHits
    .filter((label) => isBeside(label, block, material) && !isSpent(label, segment, material))
    .toSorted((a, b) => b.x1 - a.x1)[0]
  const above = partyHits
    .filter((label) => isOver(label, block, material) && !isSpent(label, segment, material))
    .toSorted((a, b) => b.y1 - a.y1)[0]
  const best = above ?? beside
  return best ? found(best, 0.85) : null
}

/** "Cliente: Hoteles Mar, S.L.      NIF: B…": the number at the end of the line belongs to the name before it. */
function isInline(label: LabelHit, segment: Segment, material: ReadingMaterial): boolean {
  if (label.line !== segment.line || label.x1 > segment.x0) return false
  const startsWithTaxLabel = material.labels.some(
    (one) => one.segment === segment && one.words[0] === segment.words[0] && one.kinds.includes('taxId')
  )
  const reach = label.y1 + reachHeights * material.layout.textHeight
  // The name may stand in a column of its own after the label, and its number under it.
  const segments = material.layout.lines[label.line]?.segments ?? []
  const name = segments[segments.indexOf(label.segment) + 1]
  const right = name && name !== segment ? name.x1 : label.segment.x1
  const hasOwnId = material.taxIds.some(
    (id) =>
      id.page === label.page &&
      id.line > label.line &&
      id.y0 < reach &&
      overlapOf([id.x0, id.x1], [label.segment.x0, right]) > 0
  )
  if (hasOwnId) return false
  return (
    startsWithTaxLabel &&
    !material.taxIds.some((id) => id.line === label.line && id.x0 > label.x1 && id.x1 < segment.x0)
  )
}

/** A label stops speaking once the tax number of its party has come, or after an address has had time to end. */
function isSpent(label: LabelHit, segment: Segment, material: ReadingMaterial): boolean {
  if (segment.line - label.line > addressLinesMax) return true
  return material.taxIds.some(
    (id) =>
      id.isValid &&
      id.line >= label.line &&
      id.line < segment.line &&
      overlapOf([id.x0, id.x1], [label.x0, Math.max(label.segment.x1, segment.x1)]) > 0
  )
}

function found(label: LabelHit, strength: number) {
  const role = roleOf(label)
  return role ? { role, label, strength } : null
}

function roleOf(label: LabelHit): PartyRole | null {
  if (label.kinds.includes('customer')) return 'customer'
  if (label.kinds.includes('provider')) return 'provider'
  return label.kinds.includes('otherParty') ? 'other' : null
}

/** A party label opens its segment or ends in a colon; inside a name ("Comercializadora, S.A.") it is only a word. */
export function governs(label: LabelHit): boolean {
  const opens = label.segment.words[0] === label.words[0]
  const last = label.words.at(-1)?.text ?? ''
  const follows = label.segment.words[label.words.length]?.text ?? ''
  if (/^[,;]|,$/.test(last) || /^[,&]/.test(follows) || isLegalForm(follows)) return false
  const isStacked = label.words.some((word) => !label.segment.words.includes(word))
  const isClosed =
    isStacked || last.endsWith(':') || follows === ':' || label.segment.words.length === label.words.length
  return isClosed || (opens && !weakOpeners.test(label.text))
}

function isOver(label: LabelHit, block: Block, material: ReadingMaterial): boolean {
  const gap = block.y0 - label.y1
  if (
    label.page !== block.page ||
    gap < -material.layout.textHeight * 0.5 ||
    gap > reachHeights * material.layout.textHeight
  )
    return false
  const aligned = Math.abs(label.x0 - block.x0) < material.layout.textHeight * 2.5
  const centred = Math.abs(label.x0 + label.x1 - block.x0 - block.x1) < material.layout.textHeight * 4
  return (
    aligned || centred || overlapOf([label.x0, label.x1], [block.x0, block.x1]) > 0.7 * (label.x1 - label.x0)
  )
}

/** "Verkäufer   Name: …": the label stands alone in a column left of the block. */
function isBeside(label: LabelHit, block: Block, material: ReadingMaterial): boolean {
  const gap = block.x0 - label.x1
  const isAlone = label.segment.words.length <= label.words.length + 1
  const isLevel =
    label.y0 > block.y0 - material.layout.textHeight * 1.2 &&
    label.y0 < block.y0 + material.layout.textHeight * 1.2
  // "Datos del cliente" over "Hoteles Mar, S.L.": what stands beside the label then is the other party's.
  const hasOwnBlock = material.blocks.some(
    (one) =>
      one !== block &&
      one.page === label.page &&
      Math.abs(one.x0 - label.x0) < material.layout.textHeight * 0.5 &&
      one.y1 > label.y1 &&
      one.y0 - label.y1 < material.layout.textHeight * 1.5 &&
      one.segments.some((segment) => segment.y0 > label.y1 - 1 && /\p{L}{3}/u.test(segment.text))
  )
  return !hasOwnBlock && isAlone && isLevel && gap > 0 && gap < material.layout.textHeight * 14
}
