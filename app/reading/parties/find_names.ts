import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Segment, Word } from '#app/reading/layout/layout_types'
import { labelsOfSegment } from '#app/reading/layout/lookup'
import { fold } from '#app/reading/pages/text_forms'
import { endOfLegalForm, isLegalForm } from '#app/reading/parties/legal_forms'
import { cleanName, isName, isNoName } from '#app/reading/parties/name_text'
import { speaks } from '#app/reading/parties/party_roles'
import { isInPrintedDomain } from '#app/reading/parties/printed_domains'

export type NameCandidate = { text: string; words: Word[]; segment: Segment; hasLegalForm: boolean }

const nameWordsMax = 12

/** Names in the document: what ends in a legal form, cut at labels before and at dashes after it. */
export function findLegalNames(material: ReadingMaterial): NameCandidate[] {
  return material.layout.lines.flatMap((line) =>
    line.segments.flatMap((segment, at) => namesIn(withForm(segment, line.segments[at + 1]), material))
  )
}

const formGapHeights = 2.5

/** "RENTING TEXTIL DUERO,   S.L.": in a picture the blank before a legal form may look like one between columns. */
function withForm(segment: Segment, next: Segment | undefined): Segment {
  const last = segment.words.at(-1)
  const isForm = next !== undefined && next.words.length <= 2 && isLegalForm(next.text)
  const isNear = next !== undefined && next.x0 - segment.x1 < formGapHeights * (segment.y1 - segment.y0)
  if (!isForm || !isNear || !/\p{L},?$/u.test(last?.text ?? '') || endOfLegalForm(segment.text) !== null)
    return segment
  const words = [...segment.words, ...next.words]
  return { ...segment, words, text: words.map((word) => word.text).join(' '), x1: next.x1 }
}

function namesIn(segment: Segment, material: ReadingMaterial): NameCandidate[] {
  const bare = withoutLabels(segment, material)
  const parts = isPortugueseName(bare) ? [bare] : splitAtSeparators(bare)
  return parts.flatMap((words) => {
    const own = behindBrand(words)
    const cut = cutAtLegalForm(own) ?? cutAfterLeadingForm(own)
    if (!cut || cut.length > nameWordsMax) return []
    const isSmall = isBrand(cut[0], segment, material) || cut.slice(1).every(({ text }) => isLegalForm(text))
    const text = cleanName(cut.map((word) => word.text).join(' '), isSmall)
    return isName(text, true) ? [{ text, words: cut, segment, hasLegalForm: true }] : []
  })
}

const brandOf =
  /\b((ist|is|es|est) (ein|eine|an?|una?|une) .{2,30} (der|des|von|of|de|du)|trading (name|style) of|trading as|t\/as?|brand of|(marke|geschaftsbereich|niederlassung|zweigniederlassung) (der|des|von)|marque (commerciale )?de|marca (comercial |registrada )?(de|da|di)|nombre comercial de|nom comercial de|division of|un servicio de|a service of|ein service der|opera(do|da)? por|operated by)$/

/** "A trading name of Harrowgate Linen Supplies Ltd": the company that the words in front lead to. */
function behindBrand(words: Word[]): Word[] {
  for (let count = 2; count <= Math.min(8, words.length - 1); count += 1) {
    const lead = fold(
      words
        .slice(0, count)
        .map((word) => word.text)
        .join(' ')
    )
    if (brandOf.test(lead)) return words.slice(count)
  }
  return words
}

/** "fonova Deutschland GmbH": a small letter belongs to a name that other lines or an address of the web begin with too. */
function isBrand(word: Word | undefined, segment: Segment, material: ReadingMaterial): boolean {
  if (word !== segment.words[0] || !/^\p{Ll}[\p{L}\d]{2,}$/u.test(word?.text ?? '')) return false
  const openings = material.layout.lines
    .flatMap((line) => line.segments)
    .filter((one) => one.words[0]?.text === word?.text && /^\p{Lu}/u.test(one.words[1]?.text ?? 'X'))
  return openings.length > 1 || isInPrintedDomain(word?.text ?? '', material)
}

/** The words of a segment after the label that opens it ("Cliente:", "Vendido por", "Name:"). */
export function withoutLabels(segment: Segment, material: ReadingMaterial): Word[] {
  const opening = labelsOfSegment(material.labels, segment)
    .filter((label) => label.kinds.some((kind) => ['customer', 'provider', 'otherParty'].includes(kind)))
    .filter((label) => speaks(label, material))
    .at(-1)
  const start =
    opening && !/,$/.test(opening.words.at(-1)?.text ?? '')
      ? segment.words.indexOf(opening.words.at(-1) ?? (opening.segment.words[0] as Word)) + 1
      : 0
  const rest = segment.words.slice(start)
  const named = rest.findIndex(
    (word, index) =>
      index < 4 &&
      /^(name|nombre|nom|nome|naam|izena|razon social|social|sociale|empresa|firma|firmenname|unternehmen|bedrijfsnaam|bedrijf|denominazione|denominacio|denominacion|denomination|designacao|kontoinhaber|company|entreprise|titular|titulaire|intestatario|holder|nazwa):?$/i.test(
        fold(word.text)
      ) &&
      (/:$/.test(word.text) || /^:/.test(rest[index + 1]?.text ?? ''))
  )
  const kept = named >= 0 ? rest.slice(named + 1) : rest
  // "Nom Obrador Panadero La Espiga": the heading of a row without a colon.
  const isHeaded =
    kept === rest && kept.length > 2 && /^(nom|nome|nombre|name|naam|izena)$/.test(fold(kept[0]?.text ?? ''))
  const opener = /^(razon|nombre|denominacion) (social|fiscal|comercial):? /.exec(
    `${fold(kept.map((word) => word.text).join(' '))} `
  )
  const bare = opener ? kept.slice(2) : isHeaded ? kept.slice(1) : kept
  const field = bare.slice(0, 2).findLastIndex((word) => /^\p{L}{3,}:$/u.test(word.text))
  // "Transportör: DHL Express AB": the name of a field, whatever it is.
  return (bare.length > field + 1 ? bare.slice(field + 1) : bare).filter(
    (word, index) => !(index === 0 && /^[:.\-–#]+$/.test(word.text))
  )
}

/**
 * "Carmen Ibarrola Sanchís. Domicilio social Camino Viejo…", "Huber Bau GmbH Sitz Bonn GF: Rosa Huber": what follows a
 * name in the small print is no name, and officers are not who bills.
 */
const addressOpener =
  /^(domicilio|domiciliad[oa]|inscrit[ao]|insc\.?|registro|sitz|hauptsitz|firmensitz|gesellschaftssitz|siege|sede|registergericht|amtsgericht|handelsregister|gf|geschaftsfuhr(er|ung|erin|ender)|geschaftsleitung|vorstand(svorsitzender?)?|aufsichtsrat(svorsitzender?)?|vorsitz(ender?)?|inh|inhaber(in)?|pers|personlich|komplementar(in)?|prokurist|gerant[e]?|directeur|directrice|director|directora|gerente|consejero|apoderado|representad[oa]|vertreten|sachbearbeiter(in)?|ansprechpartner(in)?|bearbeiter(in)?)[.:]*$/

export function splitAtSeparators(words: Word[]): Word[][] {
  const parts: Word[][] = [[]]
  let isInAddress = false
  for (const word of words) {
    if (/^[-–—·•|●/]$/.test(word.text)) {
      parts.push([])
      isInAddress = false
    } else if (!addressOpener.test(fold(word.text)) && !isInAddress) parts.at(-1)?.push(word)
    else isInAddress = true
    // A sentence that ends ("Régimen general. VIAJES…") is no part of the name after it.
    if (/^\p{Ll}{4,}\.$/u.test(word.text)) parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}

/** "Adega Rio Torto – Comércio de Vinhos, Lda.": what a Portuguese company does is the second half of its name. */
function isPortugueseName(words: Word[]): boolean {
  const text = words.map((word) => word.text).join(' ')
  return /^\p{Lu}[^,:–-]* [-–] \p{Lu}[^:–-]*,? ((Unipessoal,? )?L(da|DA|\.da|imitada)|S\.? ?A)\.?$/u.test(
    text
  )
}

const leadingForm =
  /^(SARL|SAS|SASU|EURL|SCI|SCP|SNC|SELARL|SCEA|EARL|GAEC|SCOP|Stichting|UAB|OÜ|SIA|Sdad\.?|Soc\.?)$/

/** "SARL Le Goff Thermique au capital de …", "Stichting Natuurhuis": the form may lead the name, which goes on in capitals. */
function cutAfterLeadingForm(words: Word[]): Word[] | null {
  if (!leadingForm.test(words[0]?.text ?? '')) return null
  const isOfName = (word: Word) =>
    /^[\p{Lu}&]/u.test(word.text) ||
    /^(de|du|des|la|le|les|et|van|der|voor|en|d’\p{L}+|d'\p{L}+)$/u.test(word.text)
  const end = words.findIndex((word, index) => index > 0 && !isOfName(word))
  const name = end < 0 ? words : words.slice(0, end)
  const comma = name.findIndex((word) => /[,.;:]$/.test(word.text))
  const kept = comma < 0 ? name : name.slice(0, comma + 1)
  return kept.length > 1 ? kept : null
}

/** "Hartwell Ames Advisory LLP is a limited liability partnership": what a sentence says of a company is no part of its name. */
function beforeVerb(words: Word[]): Word[] {
  const at = words.findIndex(
    ({ text }, index) =>
      index > 1 &&
      /^(is|ist|es|est|è)$/.test(text) &&
      /^(an?|ein|eine|una?|une)$/.test(words[index + 1]?.text ?? '')
  )
  return at < 0 ? words : words.slice(0, at)
}

function cutAtLegalForm(all: Word[]): Word[] | null {
  const words = beforeVerb(all)
  const texts = words.map((word) => word.text)
  const joined = texts.join(' ')
  const end = endOfLegalForm(joined)
  if (end === null) return null
  let length = -1
  const count = texts.findIndex((text) => {
    length += text.length + 1
    return length >= end - 1
  })
  const kept = words.slice(0, count < 0 ? words.length : count + 1)
  const rest = words.slice(kept.length)
  // "Rohstoff AG Salzgitter": a word or two after the legal form still belong to the name.
  const isPartOfName =
    rest.length > 0 &&
    !isNoName(rest.map((word) => word.text).join(' ')) &&
    rest.length <= 2 &&
    !/[,.;:]$/.test(kept.at(-1)?.text ?? '') &&
    rest.every((word) => /^(&|\p{Lu}[\p{L}.]*)$/u.test(word.text))
  return isPartOfName ? words : kept.length > 0 ? kept : null
}
