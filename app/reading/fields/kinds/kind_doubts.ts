import { saidOf } from '#app/reading/fields/paid_text'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { fold } from '#app/reading/pages/text_forms'

const invoice =
  '(facturas?|fras?\\.?|faturas?|invoices?|bills?|rechnung(en)?|factures?|fatture?|fatturas?|factu(u)?r(en)?|faktura)'
const unpaid =
  '(pendientes?|vencid[ao]s?|impagad[ao]s?|no (pagad|abonad)[ao]s?|en atraso|em atraso|unpaid|overdue|outstanding|past due|offene?|fallige?|uberfallige?|unbezahlte?|impayee?s?|non pagat[ae]|scadut[ae]|insolut[ae]|pendents?|openstaande?)'
const reminders =
  '(recordatorio|recordatori|aviso de (factura|vencid\\w*|pago|impago|deuda)|reclamacio(n)? (de (pago|deuda|cantidad|facturas?)|extrajudicial)|requerimiento (de|previo)|lembrete|lembranza|oroigarri\\w*|reminder|overdue (account|notice|reminder|payment)|final demand|zahlungserinnerung|erinnerung|mahnung|mahnverfahren|mahnbescheid|letzte zahlungsaufforderung|relance|rappel de (paiement|facture)|mise en demeure|sollecito|herinnering|aanmaning)'
const subject = '(asunto|assumpte|assunto|gaia|subject|re|betreff|betr\\.?|objet|oggetto|onderwerp)'
const drafts =
  '(borrador|esborrany|rascunho|bozza|brouillon|entwurf|draft|zirriborroa?|pro[ -]?forma|provisional|simulacion|presupuesto|previsualizacion|preview)'
const kindLabel =
  '(estado|estat|egoera|status|stato|statut|tipo|tipus|type|mota|typ|clase|n|no|n[.ºo°]+|num\\.?|numero|number|nr\\.?|zk\\.?|factura n\\S*|factura|serie|series|documento?|tax invoice|rechnungs-?nr\\.?)( (de|del|of|du|der))?( (documento?|document|factura|invoice|doc|factura n\\S*))?'

/** A letter that asks for what was billed before, by its subject or its heading. */
const reminding = new RegExp(
  `^\\W*(${subject} ?[:.-].*\\b(${reminders}|${invoice}\\b.*\\b${unpaid}|${unpaid}\\b.*\\b${invoice})\\b|(carta (de )?|(primer|segundo|tercer|ultimo|[123]\\S{0,2}|premier|dernier|primo|secondo|friendly|second|final|erste|zweite|letzte) )?(${reminders}|reclamacion?$)\\b|(aviso de |avis de )${invoice} ${unpaid}\\b|overdue account)`
)
/** Its number, state or kind says that it is none yet. */
const unfinished = new RegExp(
  `^\\W*${kindLabel} ?[:#-]+ ?([a-z]{0,3}[-/]?)?${drafts}\\b|^\\W*(estado|status|stato|statut) ${drafts}\\b|\\b${invoice} ?(n\\S* ?)?(\\S*\\d\\S* ?)?[(–—:-]+ ?${drafts}\\b|\\b${invoice} (orientativa|informativa|estimative|provisional|a titulo informativo)\\b|^rechnungs(vorschlag|ubersicht)\\b|^${invoice} (preview|statement|estimate|reminder)\\b`
)
/** It was taken back, or is not to be booked. */
const voided = new RegExp(
  `^\\W*(${invoice} )?(\\S*\\d\\S* )?(anulad[ao]|anul·lad[ao]|anullad[ao]|void|voided|cancelled|canceled|storniert|annulee?|annullat[ao]|geannuleerd|baliogabetua)\\W*$|\\bno (contabilizar|vale|valid[ao] (como|para) pago)\\b|\\b(do not book|nicht buchen|not for payment|a ne pas comptabiliser|non contabilizzare)\\b|^\\W*${invoice} ?[(–—:-]+ ?sin valor`
)
/** What is billed by nobody: wages, orders to banks, papers of carriage, debts told. */
const otherPapers =
  /^\W*(recibo de (nomina|salarios?|prestamo|liquidacion de cuotas|vencimento)|recibo bancario|rebut de nomina|full de salari|gehaltsabrechnung|lohnabrechnung|entgeltabrechnung|verdienstabrechnung|payslip|pay slip|bulletin de (paie|salaire)|fiche de paie|busta paga|cedolino|loonstrook|orden de transferencia|ordre de (virement|transferencia)|notificacion de cesion|bill of lading|carta de porte|conocimiento de embarque|konnossement|connaissement|polizza di carico|liquidacion de (deuda|gastos)|hoja de gastos|carta de pago pendiente|albaran-factura|presupuesto-factura|ticket (de pedido|regalo))\b/
/** Names of papers that are a way of paying too: as a large heading only. */
const papersOfPaying =
  /^\W*(nomina|adeudo (por )?domiciliacion|aviso de (adeudo|cargo)|cargo en cuenta|comunicacion de (cargo|adeudo)|confirming|orden de (pago|domiciliacion)|zahlungsplan)\b/
/** A credit note by another name, though its sums have no minus. */
const givingBack = new RegExp(
  `^\\W*(${invoice} ?(d'|de |di |of )?(negativ\\w*|retrocessio|aboament\\w*|annulation|storno|minoracion|cargo negativo|reversal)|minderungsrechnung|retourfactuur|nota de devol\\w*|(reversal|return|refund|cancellation) invoice|ordainketa-itzulketa faktura)\\b`
)
const wordsMax = 9
const largeShare = 1.25
const upperShare = 0.6

/** Words of a short line that say the document may be another thing than an invoice to pay, or than the credit note it is read as; null without any. */
export function toldOtherwise({ layout, foldedText }: ReadingMaterial, isCredit: boolean): string | null {
  const size = layout.pages[0]
  const upper = size ? upperShare * ((1000 * size.height) / size.width) : Number.POSITIVE_INFINITY
  const isWithSums = (text: string) => /\d[.,]\d{2}(?!\d)/.test(text)
  for (const line of layout.lines) {
    const isUpper = line.page === 0 && line.y0 < upper
    for (const { text, words } of [line, ...line.segments]) {
      const plain = fold(text).replace(/\s+/g, ' ').trim()
      if (words.length > wordsMax || isWithSums(plain)) continue
      const isLarge = Math.max(...words.map((word) => word.y1 - word.y0)) > largeShare * layout.textHeight
      if (isUpper && isLarge && papersOfPaying.test(plain)) return text.trim()
      if (voided.test(plain) || (isUpper && (isAnother(plain) || (!isCredit && givingBack.test(plain)))))
        return text.trim()
    }
    if (isUpper && isTickedOtherwise(line.text)) return line.text.trim()
  }
  return isCredit ? null : (creditBySuffix.exec(foldedText)?.[0].trim() ?? null)
}

const isAnother = (plain: string): boolean =>
  reminding.test(plain) || unfinished.test(plain) || otherPapers.test(plain)

/** "Total 121,00 H": what stands in the credit of an account. */
const creditBySuffix = /\btotal\b[^\n]*\d[.,]\d{2} ?(a|h|cr|ab)\s*(\n|$)/

/** "☐ Factura ☒ Presupuesto": of the kinds on offer another is ticked. */
function isTickedOtherwise(text: string): boolean {
  const said = saidOf(text)
  if (said === text.trim()) return false
  const named = new RegExp(`\\b${invoice}\\b`)
  return (
    named.test(fold(text)) &&
    !named.test(fold(said)) &&
    /presupuesto|pressupost|proforma|pro-forma|albaran|albara|pedido|oferta|quote|estimate|angebot|lieferschein|devis|preventivo|orcamento|order/.test(
      fold(said)
    )
  )
}

const draftName = new RegExp(`^\\W*${drafts}\\b`)
/** Whether the number of an electronic invoice says that it is a draft: "BORRADOR", "DRAFT-1". */
export const isDraftName = (name: string): boolean => draftName.test(fold(name))
