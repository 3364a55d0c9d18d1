import { readInvoiceNumber } from '#app/reading/fields/numbers/read_number'
import { gatherMaterial, type ReadingMaterial } from '#app/reading/fields/reading_material'
import { buildLayout } from '#app/reading/layout/build_layout'
import type { DocumentLayout } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'

export type InvoicePart = { layout: DocumentLayout; pages: number[] }

/** What a page says of the invoice it belongs to, read as if it were alone. */
type PageSigns = {
  number: string | null
  /** Its place among the pages of its invoice: 1 of "1/2", "Página 1 de 2". */
  place: number | null
  hasHead: boolean
  /** It begins with the sum of the page before ("Suma anterior"). */
  isContinued: boolean
  /** Every word and every few words in a row, letters and digits only. */
  texts: Set<string>
}

const numberConfidenceMin = 0.5
const placePattern =
  /\b(?:pagina|pag|paxina|orria|hoja|full|page|seite|blatt|foglio)\.?\s*:?\s*(?:n[ºo°.]*\s*)?(\d{1,3})(?:\s*(?:\/|de|of|von|di|d')\s*\d{1,3})?\b/
const carriedSum =
  /\b(suma anterior|importe anterior|viene de (la )?(pag|hoja|ante)|ve de la pag|ven da pax|aurreko orri|ubertrag (von|der|aus)|brought forward|report de la page|riporto|transporte anterior)/
const barePlacePattern = /^(\d{1,3})\s?(?:\/|de|of|von|di)\s?(\d{1,3})$/

/**
 * Parts a file that holds several invoices: a new one begins on the page that has a number of its own, which the pages
 * before do not know, beside a supplier and a day or a total, or where the pages are counted from one again. Other pages belong
 * to the invoice before. Whether the sums of every part hold is for the caller to see.
 */
export function splitInvoices(layout: DocumentLayout): InvoicePart[] {
  const allPages = layout.pages.map((_, page) => page)
  const whole = [{ layout, pages: allPages.map((page) => page + 1) }]
  if (allPages.length === 1) return whole
  const signs = allPages.map((page) => signsOf(onlyPages(layout, [page])))
  const starts = [0]
  for (const page of allPages.slice(1)) {
    const own = signs[page]
    const earlier = signs.slice(starts.at(-1), page)
    if (own && beginsAnother(own, earlier)) starts.push(page)
  }
  if (starts.length === 1) return whole
  return starts.map((start, index) => {
    const pages = allPages.filter((page) => page >= start && page < (starts[index + 1] ?? allPages.length))
    return { layout: onlyPages(layout, pages), pages: pages.map((page) => page + 1) }
  })
}

function beginsAnother(own: PageSigns, earlier: PageSigns[]): boolean {
  const current = earlier.find((page) => page.number !== null)?.number ?? null
  if (own.isContinued || own.number === null || current === null || (own.place !== null && own.place > 1))
    return false
  const { number } = own
  // A series printed apart from its number is no run of words: the same number on both pages says enough.
  const isKnown = number === current || earlier.some((page) => holds(page, number)) || holds(own, current)
  return !isKnown && (own.hasHead || own.place === 1)
}

const holds = ({ texts }: PageSigns, number: string) => texts.has(number)

function signsOf(page: DocumentLayout): PageSigns {
  const material = gatherMaterial(page, { ownCompanies: [] })
  const { value, confidence } = readInvoiceNumber(material)
  const number = plain(value ?? '')
  return {
    number: confidence >= numberConfidenceMin && /\d/.test(number) ? number : null,
    place: placeOf(material),
    hasHead:
      material.taxIds.some((id) => id.isValid) &&
      (material.dates.length > 0 || material.labels.some(({ kinds }) => kinds.includes('total'))),
    isContinued: carriedSum.test(material.foldedText),
    texts: textsOf(page),
  }
}

/** Only what says that it counts pages, or stands alone in its column as "1/2" does. */
function placeOf({ layout }: ReadingMaterial): number | null {
  for (const { segments } of layout.lines)
    for (const { words } of segments) {
      const text = fold(words.map((word) => word.text).join(' ')).trim()
      const bare = barePlacePattern.exec(text)
      const place =
        placePattern.exec(text)?.[1] ?? (bare && Number(bare[1]) <= Number(bare[2]) ? bare[1] : null)
      if (place) return Number(place)
    }
  return null
}

const runWordsMax = 4

function textsOf({ lines }: DocumentLayout): Set<string> {
  const texts = new Set<string>()
  for (const { words } of lines)
    for (const start of words.keys()) {
      let run = ''
      for (const { text } of words.slice(start, start + runWordsMax)) {
        run += plain(text)
        texts.add(run)
      }
    }
  return texts
}

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The same words with pages counted anew and their own lines; the sizes of the other pages go. */
function onlyPages(layout: DocumentLayout, pages: number[]): DocumentLayout {
  const words = layout.words
    .filter((word) => pages.includes(word.page))
    .map((word) => ({ ...word, page: pages.indexOf(word.page) }))
  const sizes = pages.flatMap((page) => layout.pages[page] ?? [])
  return buildLayout(words, sizes, layout.source)
}
