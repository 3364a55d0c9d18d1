import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { ReadField } from '#app/reading/reading_types'

/** Wordings by which the customer owes the tax, or a delivery within the Union is free of it, by language. */
const phrases = [
  /inversion del? sujeto pasivo|inversio del subjecte passiu|subxecto pasivo|subjektu pasiboaren/,
  /sujeto pasivo (es |sera )?(el )?destinatario|\bi\.?s\.?p\.? (segun|conforme|art)/,
  /art(iculo|\.)? ?84\.?[ ,]*(apartado )?(uno|1)[.,º]*[ ,]*(num(ero)?\.? ?)?2/,
  /(entrega|prestacion|operacion|servicio|lliurament|entrega de bienes)s? (exenta )?intra-?comunitari/,
  /exent[oa][^.\n]{0,30} art(iculo|\.)? ?25\b|art(iculo|\.)? ?25 (de la )?(liva|ley)/,
  /reverse[ -]?charge|vat shifted|customer to account for vat|(recipient|customer) (is )?(liable|to account) for/,
  /intra-?community (supply|delivery)|art(icle|\.)? ?(138|194|196)\b/,
  /steuerschuldnerschaft|steuerschuldner ist der (leistungs)?empf|steuerschuld (geht|liegt)|umkehr der steuerschuld|§ ?13 ?b\b/,
  /innergemeinschaftliche[rn]? (lieferung|leistung|dienstleistung)|§ ?6 ?a ustg|§ ?4 nr\.? ?1 ?(lit\. ?)?b/,
  /autoliquidation|livraison intra-?communautaire|intra-?communautaire exoneree|due par le preneur|art(icle|\.)? ?(262 ?ter|283)/,
  /btw verlegd|verleggingsregeling|verlegging van (de )?btw|btw naar u verlegd|intracommunautaire levering/,
  /inversione contabile|cessione intracomunitaria|art(icolo|\.)? ?17,? (comma|c\.) ?6|art(icolo|\.)? ?41,? (del )?d\.?l\.? ?331/,
  /autoliquidacao|iva devido pelo adquirente|transmissao intracomunitaria|\briti\b|odwrotne obciazenie/,
]
/** "… payable under reverse charge: No", "Inversión del sujeto pasivo: NO". */
const denied = /^[^.\n]{0,20}[:\-–?] ?(no|nein|non|n|nee|nao)\b|^ \(?no\)?$/
const denying = /(not|nicht|no (se )?aplica|sin) [^.\n]{0,20}$/

/** Whether the customer owes the tax: only a phrase that says so counts, and only on an invoice without tax. */
export function readReverseCharge(material: ReadingMaterial, taxTotal: number | null): ReadField<boolean> {
  const text = material.foldedText.replace(/[^\S\n]+/g, ' ')
  const isStated = (taxTotal ?? 0) === 0 && phrases.some((phrase) => says(text, phrase))
  return { value: isStated, confidence: isStated ? 0.97 : 0.95, method: 'phrase', boxes: [] }
}

function says(text: string, phrase: RegExp): boolean {
  const unbroken = text.replace(/\n/g, ' ')
  return [...unbroken.matchAll(new RegExp(phrase, 'g'))].some((match) => {
    const end = match.index + match[0].length
    const lineEnd = text.indexOf('\n', end)
    return (
      !denied.test(text.slice(end, lineEnd < 0 ? end + 40 : lineEnd)) &&
      !denying.test(unbroken.slice(Math.max(0, match.index - 40), match.index))
    )
  })
}
