import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { isAloneInSegment, type LabelHit } from '#app/reading/labels/find_labels'
import { exactLabelKinds } from '#app/reading/labels/label_index'
import type { Block } from '#app/reading/layout/blocks'
import type { Segment, Word } from '#app/reading/layout/layout_types'
import { overlapOf } from '#app/reading/layout/page_geometry'
import { fold } from '#app/reading/pages/text_forms'
import { isBeside, isFieldOf, isInline, isOver, isSectionOf } from '#app/reading/parties/label_reach'
import { isLegalForm } from '#app/reading/parties/legal_forms'

export type PartyRole = 'provider' | 'customer' | 'other'

const addressLinesMax = 7
/** Words that are as often part of a company's name: they need a colon or a line of their own to be labels. */
const weakOpeners =
  /^(distribuidora|comercializadora|suministrador|profess?ional(es|s)?|lieferant|fabricante|plataforma|transportes?|agente|gestor|administrador|propietari[oa]|establecimiento|sr|sres|att|atn|guest|kunde|gestor|client|data|frau|familie|herr|provider|issuer|remitente|gast|patient|paciente|alumno|merchant|besteller|aussteller|absender|beneficiario|bailleur|locatore|senhorio|from|client|seller|vendor|supplier|mittente|garante|corredor|mediador|abonado|deudor|librado|aan|an|a|to|para)$/

/** "01/05/2026 a 31/05/2026": words as short are labels only right over or before an address. */
const shortWords = /^(a|an|aan|to|para|from)$/
const shortReachHeights = 6

function isNearEnough(label: LabelHit, segment: Segment, material: ReadingMaterial): boolean {
  if (!shortWords.test(label.text)) return true
  // What recognition makes of a logo is often a letter with an accent.
  const isPlain = /^[A-Za-z]+:?$/.test(label.words[0]?.text ?? '')
  const gap = label.line === segment.line ? segment.x0 - label.x1 : label.x0 - segment.x0
  return isPlain && Math.abs(gap) < shortReachHeights * material.layout.textHeight
}

/** Which party a segment, or a word in it, belongs to by the label before it, inside its block or over it; null when none says. */
export function roleOfSegment(
  segment: Segment,
  material: ReadingMaterial,
  word?: Word
): { role: PartyRole; strength: number } | null {
  if (intermediary.test(fold(segment.text))) return { role: 'other', strength: 1 }
  const role = labelledRole(segment, material, word)
  if (role) return role
  // "Informationen zum Verkäufer" over "Firmenname:   Lift GmbH": a value is of the party of the word before it.
  const segments = material.layout.lines[segment.line]?.segments ?? []
  const before = segments[segments.indexOf(segment) - 1]
  return before && nameField.test(fold(before.text)) ? labelledRole(before, material) : null
}

function labelledRole(
  segment: Segment,
  material: ReadingMaterial,
  word?: Word
): { role: PartyRole; strength: number } | null {
  const found = (label: LabelHit, strength: number) => {
    const role = roleOf(label, material)
    return role ? { role, strength } : null
  }
  const partyHits = material.labels.filter(
    (label) =>
      label.page === segment.page &&
      roleOf(label, material) !== null &&
      speaks(label, material) &&
      isNearEnough(label, segment, material)
  )
  const place = word ? segment.words.indexOf(word) : segment.words.length
  const within = partyHits
    .filter((label) => label.segment === segment && segment.words.indexOf(label.words[0] as Word) <= place)
    .at(-1)
  if (within) return found(within, 1)
  const field = partyHits.find((label) => isFieldOf(label, segment, material))
  if (field) return found(field, 1)
  const inline = partyHits.filter((label) => isInline(label, segment, material)).at(-1)
  if (inline) return found(inline, 1)
  const section = partyHits.findLast((label) => isSectionOf(label, segment, material))
  if (section) return found(section, 1)
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
  if (inBlock) return found(inBlock, isSharedHeading(inBlock, block, material) ? sharedStrength : 1)
  const beside = partyHits
    .filter((label) => isBeside(label, block, material) && !isSpent(label, segment, material))
    .toSorted((a, b) => b.x1 - a.x1)[0]
  const above = partyHits
    .filter((label) => isOver(label, block, material) && !isSpent(label, segment, material))
    .toSorted((a, b) => b.y1 - a.y1)[0]
  const best = above ?? beside
  return best ? found(best, 0.85) : null
}

const generalHeading = /^(datos|dades|dados)(de)?(la)?(facturacion|facturacio|fiscales|fiscals)$/
const sharedStrength = 0.5

/** "Datos de facturación" over both parties says little of either. */
function isSharedHeading(label: LabelHit, block: Block, { taxIds }: ReadingMaterial): boolean {
  if (!generalHeading.test(label.text)) return false
  const words = new Set(block.segments.flatMap((segment) => segment.words))
  return new Set(taxIds.filter((id) => words.has(id.words[0] as Word)).map((id) => id.id)).size > 1
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

/** Of a let the owner bills, of building work the owner is billed. */
const ownerWords = /^(la)?propie(dad|tari[oa]|tat)$/
const letWords =
  /arrend|inquilin|llogat|lloguer|\brenta (de|del|mes|mensual)\b|alquiler (de |del )?(mes|mensual|local|nave|oficina|piso|vivienda|plaza|garaje)|contrato de alquiler/

function roleOf(label: LabelHit, material: ReadingMaterial): PartyRole | null {
  if (ownerWords.test(label.text)) return letWords.test(material.foldedText) ? 'provider' : 'customer'
  if (label.kinds.includes('customer') || isForClient(label)) return 'customer'
  if (label.kinds.includes('provider')) return 'provider'
  return label.kinds.includes('otherParty') ? 'other' : null
}

/** "… por su intervención en nombre de Explotaciones Sa Ribera, S.A.": who acts for another bills that other. */
function isForClient({ text, words, segment }: LabelHit): boolean {
  const before = segment.words.slice(0, segment.words.indexOf(words[0] as Word))
  return (
    /^(en)?(nombre|cuenta|representacion)/.test(text) &&
    /\b(interven|actua|represent|defensa|gestion)/.test(fold(before.map((word) => word.text).join(' ')))
  )
}

/** What stands before a name in a column of fields. */
const nameField =
  /^(.*\b)?(name|nombre|nom|nome|naam|izena|firma|firmenname|unternehmen|empresa|entreprise|company|azienda|bedrijf|razon social|ragione sociale|raison sociale|denominacion?|denominazione|denomination|seller|buyer|supplier|customer)( \/ .*)?:$/

/** "…, que actúa como intermediario": who only lends its name or its platform. */
const intermediary =
  /(actua|actuando|interviene) (como|en calidad de) (mer[oa] )?(intermediari|agente|mandatari|plataforma)|acting as (an )?(agent|intermediary)|als vermittler|en qualite d.intermediaire|agissant en qualite de mandataire|in qualita di intermediario/

/**
 * "Expedida en Girona a nombre de Càmpings del Ter, S.L.": in a sentence, words that end in a preposition speak for the name
 * after them; so does a lone "a" that begins a line with a name and its number.
 */
function leadsSentence(label: LabelHit, material: ReadingMaterial): boolean {
  const { segment, words } = label
  if (exactLabelKinds(label.text).length === 0) return false
  const next = segment.words[segment.words.indexOf(words[0] as Word) + words.length]
  if (!/^["«“]?\p{Lu}/u.test(next?.text ?? '')) return false
  const last = words.at(-1)?.text ?? ''
  if (words.length > 1)
    return /^(a|de|del|al|por|to|by|for|an|von|fur|für|par|pour|à|da|aan|door|voor)$/i.test(last)
  return (
    /^(a|to|an|aan|à)$/.test(last) &&
    segment.words[0] === words[0] &&
    material.taxIds.some((id) => id.isValid && segment.words.includes(id.words[0] as Word))
  )
}

/** Whether a label says whose the words after it are: by its place, or by its words in a sentence. */
export function speaks(label: LabelHit, material: ReadingMaterial): boolean {
  return governs(label) || leadsSentence(label, material)
}

/** A party label opens its segment or ends in a colon; inside a name ("Comercializadora, S.A.") it is only a word. */
function governs(label: LabelHit): boolean {
  const opens = label.segment.words[0] === label.words[0]
  const last = label.words.at(-1)?.text ?? ''
  const follows = label.segment.words[label.words.length]?.text ?? ''
  if (/^[,;]|,$/.test(last) || /^[,&]/.test(follows) || isLegalForm(follows)) return false
  const isStacked = label.words.some((word) => !label.segment.words.includes(word))
  const isClosed = isStacked || last.endsWith(':') || follows === ':' || isAloneInSegment(label)
  return isClosed || (opens && !weakOpeners.test(label.text))
}
