import { fold } from '#app/invoices/reading/text_forms'

const legalForm =
  /(^|[\s,])(s\.? ?l\.? ?[uplnc]?\.?( ?u\.?)?|s\.? ?a\.? ?[us]?\.?|s\.? ?l\.? ?l\.?|s\.? ?c\.? ?p?\.?|c\.? ?b\.?|s\. ?coop\.?( [a-z]\.?){0,2}|soc\. ?coop\.?|s\.? ?r\.? ?l\.?|s\.? ?p\.? ?a\.?|a\.? ?i\.? ?e\.?|u\.? ?t\.? ?e\.?|s\.? ?a\.? ?t\.?|sociedad (limitada|anonima|civil|cooperativa)( unipersonal| profesional| laboral)?|comunidad de bienes|gmbh( ?& ?co\.?( ?kg)?)?|mbh|ag|kg|kgaa|ohg|gbr|e\. ?k\.?|e\. ?v\.?|a\. ?g\.?|ug|se|b\. ?v\.?|bv|n\. ?v\.?|nv|vof|ltd\.?|limited|llc|l\.l\.c\.|inc\.?|plc|llp|corp\.?|pvt\.? ltd\.?|sarl|s\. ?a ?r\. ?l\.?|s\. ?a\. ?r\. ?l\.?|sas|sasu|eurl|snc|sa|lda\.?|unipessoal( lda\.?)?|oy|ab|as|aps|sp\. z o\.? ?o\.?)(?=$|[\s,;.:()·•\-–|])/i

/** Where the legal form of a folded name ends, null when it has none or begins with it. */
export function endOfLegalForm(folded: string): number | null {
  const match = legalForm.exec(folded)
  return match && match.index > 0 ? match.index + match[0].length : null
}

export function hasLegalForm(text: string): boolean {
  return legalForm.test(fold(text))
}

/** Whether a word alone is a legal form ("GmbH", "S.L."). */
export function isLegalForm(word: string): boolean {
  const match = legalForm.exec(fold(word))
  return match !== null && match[0].trim().length >= fold(word).replace(/[,;]$/, '').length
}
