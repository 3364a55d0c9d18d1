import { fold } from '#app/reading/pages/text_forms'

/** What may stand behind a legal form. */
const after = String.raw`(?=$|[\s,;.:()·•\-–|/])`

const formOf = (forms: string[], flags: string, before = String.raw`(^|[\s,])`): RegExp =>
  new RegExp(`${before}(${forms.join('|')})${after}`, flags)

/** With dots any letter size will do; without them capitals must tell "SL" and "KG" from words and kilos. */
const dottedForm = formOf(
  [
    String.raw`s\. ?l\.?( ?[uplnc]\.?)?( ?u\.?)?|s\. ?a\.?( ?[usl]\.?)?( ?u\.?)?|s\. ?l\. ?l\.?|s\. ?l\. ?n\. ?e\.?`,
    String.raw`s\. ?c\.?( ?[apc]\.?){0,2}( ?l\.?)?|c\. ?b\.?|(s|soc|sdad)\. ?coop\.?( [a-z]\.?| ?and\.?| ?mad\.?| ?val\.?| ?ltda?\.?){0,2}|s\. ?koop\.?( ?(elk|txikia|t)\.?){0,2}`,
    String.raw`s\. ?r\. ?l\.?( ?s\.?| ?u\.?)?|s\. ?p\. ?a\.?|s\. ?n\. ?c\.?|s\. ?a\. ?s\.?( ?u\.?)?|a\. ?i\. ?e\.?|u\. ?t\. ?e\.?|s\. ?a\. ?t\.?`,
    String.raw`e\. ?k\.?|e\. ?v\.?|e\. ?kfm\.?|e\. ?kfr\.?|a\. ?g\.?|b\. ?v\.?|n\. ?v\.?|v\. ?o\. ?f\.?|c\. ?v\.|u\. ?a\.`,
    String.raw`l\.l\.c\.|l\.l\.p\.|p\.l\.c\.|s\. ?a ?r\. ?l\.?|s\. ?a\. ?r\. ?l\.?|sp\. ?z ?o\.? ?o\.?( sp\. ?k\.?)?|sp\. ?[kj]\.`,
  ],
  'gi'
)
const capitalForm = formOf(
  [
    'SLU?|SLP|SLL|SAU?|SAL|SLNE|SCP?|SCCL|SCA|CB|SRLS?|SPA|SpA|AIE|UTE|SAT|SCOOP',
    'AG|KG|KGaA|OHG|OG|KEG|e\\.? ?U\\.?|GbR|UG|SE|e\\.? ?G\\.?|eG|eK|eV|VVaG|AöR|AoR|AÖR|AOR|KdöR|KdoR|PartG( ?mbB)?|PartGmbB',
    'BV|NV|VOF|BVBA|VZW|LLC|PLC|LLP|DAC|CLG',
    'SARL|SAS|SASU|EURL|SNC|SELARL|SCI|SPRL|ASBL|EIRL|EI',
    'OY|Oy|Oyj|AB|AS|A/S|ApS',
    'Sl|Slu|Sau|S\\.L|S\\.A',
  ],
  'g'
)
const wordForm = formOf(
  [
    // Insurers carry what they may do in their form (Ley 20/2015, art. 28).
    String.raw`s\. ?a\.?( ?u\.?)?,? (compania |sociedad )?de seguros( y reaseguros)?`,
    'sociedad (limitada|anonima|civil|cooperativa)( unipersonal| profesional| laboral| andaluza)?|comunidad de bienes',
    'societat (limitada|anonima|civil|cooperativa)( unipersonal| professional)?|comunitat de bens',
    String.raw`limited|ltd\.?|inc\.?|corp\.?|corporation|pvt\.? ltd\.?|pty\.? ltd\.?|sarl|lda\.?|unipessoal( lda\.?)?|mbh`,
  ],
  'gi'
)
/** German companies hyphenate theirs: "Verwaltungs-GmbH". */
const germanForm = formOf(
  [String.raw`g?gmbh( ?[&+u]n?d? ?co\.?( ?(kg(aa)?|ohg))?)?|ug ?\(haftungsbeschrankt\)`],
  'gi',
  String.raw`(^|[\s,-])`
)
const forms = [dottedForm, capitalForm, wordForm, germanForm]

/** "AG Hamburg HRB 98 772" is the court that keeps the register (Amtsgericht), no company. */
const court = /(^|[\s,;])AG,? \p{Lu}[\p{L}./-]+( [\p{L}().-]+){0,3},?:? ?(HR ?[AB]|GnR|PR|VR)\b.*$/u

/** Where the legal form of a name ends, null when it has none or begins with it. */
export function endOfLegalForm(text: string): number | null {
  const plain = withoutAccents(text.replace(court, ''))
  const ends = forms.flatMap((form) =>
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
