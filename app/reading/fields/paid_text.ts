import type { Line } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'

const unticked = /☐|□|▢|⬜|◻|\[ ?\]|\( ?\)/u
const ticked = /☑|☒|✓|✔|✅|🗹|\[ ?[xX] ?\]|\( ?[xX] ?\)/u
const boxes = new RegExp(`(?=${unticked.source}|${ticked.source})`, 'u')
/** "Pagado ☐  Pendiente ☒": the boxes stand behind their choices. */
const endsInBox = new RegExp(`(${unticked.source}|${ticked.source})$`, 'u')
const afterBoxes = new RegExp(`(?<=${unticked.source}|${ticked.source})`, 'u')

/** Whether a text offers choices that nobody ticked. */
export const hasUnticked = (text: string): boolean => unticked.test(text)

/** What is said by a text as a reader takes it: without the choices that are not ticked, "P A G A D O" as one word. */
export const saidOf = (text: string): string =>
  (unticked.test(text)
    ? text
        .split(endsInBox.test(text.trim()) ? afterBoxes : boxes)
        .filter((choice) => !unticked.test(choice))
        .join(' ')
    : text
  )
    .replace(new RegExp(ticked.source, 'gu'), ' ')
    .replace(/(?<![\p{L}\d])(\p{L} ){3,}\p{L}(?![\p{L}\d])/gu, (letters) => letters.replaceAll(' ', ''))
    .trim()

const openEnd =
  /(:|(?<!\p{L})(el|la|día|dia|de|del|am|den|vom|le|du|on|by|il|op|em|por))[\s_.…:-]*$|(?<!\p{L})(paid by|pagad[oa] por|cobrad[oa] por)\s*:\s*(bank|wire|transfer|direct|cheque|check|domicili|recibo|giro)/iu
/** "Pagado el ____ de ______", "Bezahlt am:", "Paid by: bank transfer": a form that nobody filled in, or that names only the way. */
export const isLeftBlank = (printed: string): boolean => openEnd.test(printed.trim())

/** Folding takes the accents that tell "se pagó" from "pago", "soldé" from "solde" and "esté" from "este": what they say is kept in words. */
export const plainOf = (text: string): string =>
  fold(
    text
      .toLowerCase()
      .normalize('NFC')
      .replace(/(?<!\p{L})estén?(?!\p{L})/gu, 'subjuntivo')
      .replace(/(?<!\p{L})soldé(e?)(?!\p{L})/gu, 'saldat')
      .replace(/(?<!\p{L})(pag|cobr|carg|abon|liquid|ingres|sald)ó(?!\p{L})/gu, 'ha $1ado')
      .replace(/(?<!\p{L})va (pag|cobr|abon)ar(?!\p{L})/gu, 'ha $1at')
  )
    .replace(/[_«»"“”'’()[\]!¡|:;,·–—€…]+|\*+(?=\p{L})|(?<=\p{L})\*+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const wordsOf = (text: string): string[] =>
  text
    .split(' ')
    .map((word) => word.replace(/(?<=[a-z])\.+$/, '').replace(/^-+|-+$/g, ''))
    .filter((word) => word !== '')

/** Sentences, and what a dash parts: "Forma de pago: al contado – pagado". */
export const clausesOf = (text: string): string[] => {
  const parts = text.split(clauseEnd).filter((part) => part.trim() !== '')
  return parts.length > 1 ? parts : [text]
}
const clauseEnd = /[;!?]+(?=\s|$)|(?<=\p{L}{3}|\d)\.+\s+(?=[\p{Lu}¡¿«"])|\.+$|\s[–—-]\s/u

/** Sentences run over lines: each line without a sum, with the next of that kind, cut at full stops. */
export function joined(lines: readonly Line[], summed: ReadonlySet<number>): string[] {
  return lines.flatMap(({ text, page, index }, at) => {
    const next = lines[at + 1]
    if (summed.has(index)) return []
    return next && next.page === page && !summed.has(next.index)
      ? `${text} ${next.text}`.split(/[.;!?](?=\s|$)/)
      : [text]
  })
}

const numberOfDocument =
  /\b(factura|fra|recibo|invoice|bill|rechnung|facture|fattura|fatura|factuur|faktura) (n\S{0,6} )?([a-z]{0,5}[-/.]?\d[\w/.-]*)/

/** "Su factura O-6 está pagada" on another invoice: its number stands nowhere else. */
export function isNumberedOtherwise(text: string, pageText: string): boolean {
  const code = numberOfDocument.exec(text)?.[3]
  return code !== undefined && pageText.split(code).length < 3
}
