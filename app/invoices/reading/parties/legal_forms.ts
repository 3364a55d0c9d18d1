import { fold } from '#app/invoices/reading/text_forms'

/** With dots any letter size will do; without them capitals must tell "SL" and "KG" from words and kilos. */
const dottedForm =
  /(^|[\s,])(s\. ?l\.?( ?[uplnc]\.?)?( ?u\.?)?|s\. ?a\.?( ?[us]\.?)?|s\. ?l\. ?l\.?|s\. ?c\.?( ?p\.?)?|c\. ?b\.?|s\. ?coop\.?( [a-z]\.?){0,2}|soc\. ?coop\.?|s\. ?r\. ?l\.?|s\. ?p\. ?a\.?|a\. ?i\. ?e\.?|u\. ?t\. ?e\.?|s\. ?a\. ?t\.?|e\. ?k\.?|e\. ?v\.?|a\. ?g\.?|b\. ?v\.?|n\. ?v\.?|l\.l\.c\.|s\. ?a ?r\. ?l\.?|s\. ?a\. ?r\. ?l\.?|sp\. z o\.? ?o\.?)(?=$|[\s,;.:()·•\-–|])/gi
const capitalForm =
  /(^|[\s,])(SLU?|SLP|SLL|SAU?|SLNE|SCP?|CB|SRL|SPA|SpA|AIE|UTE|SAT|AG|KG|KGaA|OHG|GbR|UG|SE|BV|NV|VOF|LLC|PLC|LLP|SARL|SAS|SASU|EURL|SNC|SCOOP|SCA|OY|Oy|AB|AS|A\/S|ApS|Sl|Slu|Sau|S\.L|S\.A)(?=$|[\s,;.:()·•\-–|])/g
const wordForm =
  /(^|[\s,])(sociedad (limitada|anonima|civil|cooperativa)( unipersonal| profesional| laboral)?|comunidad de bienes|gmbh( ?& ?co\.?( ?kg)?)?|limited|ltd\.?|inc\.?|corp\.?|pvt\.? ltd\.?|sarl|lda\.?|unipessoal( lda\.?)?|mbh)(?=$|[\s,;.:()·•\-–|])/gi

/** Where the legal form of a name ends, null when it has none or begins with it. */
export function endOfLegalForm(text: string): number | null {
  const plain = withoutAccents(text)
  const ends = [dottedForm, capitalForm, wordForm].flatMap((form) =>
    [...plain.matchAll(form)].filter((match) => match.index > 0).map((match) => match.index + match[0].length)
  )
  return ends.length > 0 ? Math.max(...ends) : null
}

export function hasLegalForm(text: string): boolean {
  return endOfLegalForm(`x ${text}`) !== null
}

/** Whether a word alone is a legal form ("GmbH", "S.L."). */
export function isLegalForm(word: string): boolean {
  const bare = word.replace(/[,;]$/, '')
  return (
    bare.length > 1 &&
    bare.length <= 8 &&
    fold(bare) !== '' &&
    endOfLegalForm(`x ${bare}`) === bare.length + 2 &&
    !/ /.test(bare)
  )
}

/** The same letters without accents, one for one, so that places in the text stay. */
function withoutAccents(text: string): string {
  return [...text].map((letter) => letter.normalize('NFD').charAt(0)).join('')
}
