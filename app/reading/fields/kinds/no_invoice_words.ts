import { isDraftName } from '#app/reading/fields/kinds/kind_doubts'
import { fold } from '#app/reading/pages/text_forms'

/** What a sentence says of the document: that it is no invoice, perhaps, or nothing. */
export type Disclaimer = 'sure' | 'unsure' | null

const invoice = '(factura|fra|fatura|invoice|bill|rechnung|facture|fattura|factuur|faktura)'
/** What comes behind makes it another thing: "no es factura rectificativa", "keine Rechnungskorrektur". */
const noOther =
  '(?!\\w| (rectificativ|simplificad|electronic|recapitulativ|correctiv|de abono|duplicad|falsa|credit))'
/** "Is not", "does not count as", "is not valid as" an invoice. */
const denials = [
  `no (es|constituye|supone|representa|sustituye|equivale|sirve|vale|tiene|posee|se considera|puede considerarse)( ni)?( a| de| como| la| el| una| legal| fiscal| validez| valor| caracter| consideracion| efectos| valid[oa])* ${invoice}${noOther}`,
  `no (es )?(valid[oa]|valedero) (como|de|a efectos de|para)( una)? ${invoice}${noOther}`,
  `no (es|constitueix|serveix|te)( una| com| com a| validesa| de| a)* ${invoice}${noOther}`,
  `non (e|e'|es|constituye|costituisce|ha valore di|ha validita di|vale come|valid[oa] come|sostituisce|serve como)( una| la| unha)? ${invoice}${noOther}`,
  `nao (e|constitui|serve|substitui|valid[oa]|tem valor)( uma| de| como| a)* ${invoice}${noOther}`,
  `(is|does|shall|should|must|may|can|do) not (be |constitute |serve |represent |replace |a substitute for |valid |considered |used |treat(ed)? )*(as )?(an?|any|the)?( valid| tax| vat| official| commercial)* ?${invoice}${noOther}`,
  `(isn't|not) an? (valid |tax |vat |official )*${invoice}${noOther}`,
  `not (valid|to be used) (as|for) (an? )?(tax |vat )*${invoice}${noOther}`,
  `(ist|stellt|gilt|bildet)( \\w+){0,2} (keine|nicht als)( gultige| steuerliche| ordentliche| ordnungsgemasse)* rechnung(?!s?\\w)`,
  'keine rechnung (im sinne|i\\.? ?s\\.? ?[dv]|nach|gemass)',
  'berechtigt nicht zum vorsteuerabzug',
  `(n'est|ne (constitue|vaut|represente|tient|remplace)) pas( lieu de| comme| une| la)* facture${noOther}`,
  `(is|vormt|geldt) (geen|niet als)( geldige)? factuur${noOther}`,
  '(sin|sense|carece de|sem) (validez|valor|validesa|validade|efectos?)( \\w+)? ?(fiscal(es)?|tributari[oa]s?|contable)',
  'sans valeur (fiscale|comptable)|non valid[oa] ai fini fiscali|ohne steuerliche gultigkeit|no (fiscal|tax) (value|validity)',
  'no (es|tiene)( \\w+)? (documento|validez|valor) fiscal',
]
const denial = new RegExp(`\\b(${denials.join('|')})`)

/** A mail, a slip of another kind: it is of that, not of the page, that the sentence speaks. */
const ofOther =
  /\b(correo|e-?mail|mail|mensaje|message|nachricht|courriel|confidencial|imprimir|adjunt[oa]s?|attached|beigefugt|albaran|presupuesto|pedido|justificante|ticket|recibo|delivery note|quote|order|lieferschein|angebot|devis|bon de|packing|si no|salvo|unless|if not|sofern|wenn|se non|sauf|duplicado|copia|copy|kopie)\b/
/** A condition behind it, or an invoice that is spoken of: whoever reads must judge. */
const conditional =
  /\b(sin (el|la|su|firma|sello|justificante|comprobante)|without|ohne (unterschrift|stempel)|hasta|until|bis|mientras|hasta que|carece de validez .* si)\b/
const proforma = /\bpro[\s_.-]?forma/

/** Judges one sentence of a page or a note. */
export function disclaimerIn(sentence: string): Disclaimer {
  const text = fold(sentence).replace(/[’`´]/g, "'").replace(/\s+/g, ' ').trim()
  if (!denial.test(text)) return null
  if (proforma.test(text) && !/\b(correo|e-?mail|mensaje|message)\b/.test(text)) return 'sure'
  if (ofOther.test(text)) return null
  return conditional.test(text) ? 'unsure' : 'sure'
}

/** Another document that an invoice follows or replaces: "según proforma 12". */
const follows =
  /\b(segun|ref\w*|sustituye|anula|corresponde|correspondiente|nuestra|su|your|our|replaces|per|as per|gemass|laut|zur|unsere|anterior|selon|relativa|previa|de la|vuestra|votre|notre)\W+(\w+\W+){0,2}pro[\s_.-]?forma/

/** Words of the number, the name or the notes of an electronic invoice that say it may be none; null without any. */
export function noInvoiceRemark(
  name: readonly (string | null)[],
  notes: readonly (string | null)[]
): string | null {
  const told = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => (text ? [text.replace(/\s+/g, ' ').trim()] : []))
  const named = told(name).find((text) => proforma.test(fold(text)) || isDraftName(text))
  if (named) return named
  const sentences = told(notes).flatMap((text) => text.split(/[.;!?](?=\s|$)/))
  return (
    (
      sentences.find(
        (one) => disclaimerIn(one) !== null || (proforma.test(fold(one)) && !follows.test(fold(one)))
      ) ?? null
    )?.trim() ?? null
  )
}
