import type { DayWording } from '#app/reading/fields/day_wording'
import { dayKinds } from '#app/reading/fields/labels_of_days'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import { fold } from '#app/reading/pages/text_forms'

/** Words that stand between a day and what it is the day of: "vom", "de fecha", "dated", "le", "entro il". */
const joint =
  /(?:^|\s)(?:vom|von|am|den|dem|zum|de|del|d'|da|do|em|el|la|al|a|of|on|the|dated|du|le|les|van|op|per|il|li|con|en|in|data|fecha|dia|datum|date|dd|:|[-–]|\()\s*$/
const invoiceNoun =
  /^\W*(?:\S*(?:rechnung|rechnungsnr|rechnungsnummer|gutschrift|faktura|rechnungskorrektur)|facturas?|fra|fact|ftra|invoices?|invoiceno|factures?|avoir|fattura|ft|fatura|factuur|creditnota|minuta|abono|rebut|recibo|ticket|beleg|faktuur|credit note|nota|memo|simplificada|rectificativa|ordinaria|proforma|comercial|electronica|\S*liquidacion)\W*$/
/** Before an invoice they say that another one is meant: "la factura", "unsere Rechnung", "s/ factura", "zu Rechnung". */
const otherwise =
  /^\W*(?:la|las|esta|nuestra|su|s|sus|n|ntra|vuestra|dicha|citada|referida|anterior|original|the|our|your|unsere[rn]?|ihre[rn]?|der|die|zur?|zu|auf|aus|notre|votre|cette|de|del|a|to|for|of|sobre|contra|sulla?|nostra|vostra|onze|uw|op|van|per|bezug|storno|corrige|rectifica|anula|sustituye|abona|pendiente|originale?|ursprungliche[rn]?|alte)\W*$/
const issueVerb =
  /\b(?:emitid[ao]|expedid[ao]|extendid[ao]|ausgestellt|erstellt|issued|raised|created|emise?|etablie?|emessa|emesso|emesa|opgemaakt|uitgegeven|fait|fatto|dad[ao]|emitido|firmo en|facturee|exped[ií]t)\b[^.;:\d]{0,60}$/
const weekday =
  /^(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|lunedi|martedi|mercoledi|giovedi|venerdi|dilluns|dimarts|dimecres|dijous|divendres)[,.]?$/

const pay =
  /(?:zahl|^plazo:? |\bplazo de pago|begleich|gleichen?\b|(?:haga|hagan|hacer) efectiv|uberweis|entricht|anweis|ausgleich|fallig|eingang|uberwies|pag(?:o|ar|uen?|ara|aran|aren|adero|ament|amento|ueu|are)\b|abon[aeo]|ingres|satisf|liquid[ae]|transfer|\bpay|payment|settle|remit|\bdue\b|regl(?:e|er|ement)|paie|versement|verser|acquitt|betal|overma(?:ak|ken)|over te maken|voldo|voldaan|stort|versa(?:re|mento)|salda|bonific|corrispost|ordain|zap.?at|p.?atn|vencim|scaden|echeance|vervalt|venc|virement|bankgiro|\bnett?o\b)/
const limit =
  /(?:\bbis\b(?: spatestens)?(?: zum| am)?|omstreeks|\brond|\baround|\bum den|\bspatestens\b(?: am| zum| bis(?: zum)?)?|\bvor dem|antes del?(?: dia)?|hasta(?: el)?(?: dia)?|a mas tardar(?: el)?(?: dia)?|como maximo(?: el)?|con (?:fecha )?valor(?: de)?|con vencimiento(?: el| a)?|con fecha|no (?:later than|mas tarde del?)|\bby\b|\bbefore\b|\buntil\b|\bon or before\b|avant(?: le)?|jusqu'au|au plus tard(?: le)?|pour le|\bentro(?: il| e non oltre il)?|\bprima del|\bvoor\b|uiterlijk(?: op)?|tegen|\btot\b|\bate\b(?: ao| a| o| ao dia)?|antes do(?: dia)?|abans del?(?: dia)?|fins a?l?(?: dia)?|\bdo(?: dnia)?|\btermin|\bper\b|\bam\b|\bzum\b|\bon\b|\bel(?: dia)?|\ble\b|\bil\b|\bop\b|\bem\b)[:,]?\s*$/
/** "121.00 EUR due April 30, 2026", "… vence el". */
const owed =
  /\b(?:due|fallig|payable|vence|vto|vcto|venc|vencim|vencimiento|venciment|zahlbar|pagadero|exigible)(?: (?:on|by|am|el|le|il))?[.:,]*\s*$/
/** These are said of payments alone. */
const firmLimit =
  /(?:\bbis\b|spatestens|antes d|hasta|mas tardar|maximo|\bby\b|before|later|avant|jusqu|plus tard|entro|prima del|voor|uiterlijk|\bate\b|abans|fins)/
const debit =
  /\b(?:se (?:lo |le )?carg|cargar(?:emos|a|an)|cargo en|cargo a su|adeud|domicili[ae]|girar|girad|cobrar|se cobr|abgebucht|abbuch|eingezogen|einziehen|einzug|ziehen wir|lastschrift|belastet|belasten|preleve|prelevement|debited|debit(?:eren)?|collected|taken from|incasso|incasseren|afgeschreven|afschrij|addebit|debitad|carregar|carrec|kobratuko|zordun|wir buchen|buchen wir)/
const debitLater =
  /^[^.;]{0,60}\b(?:abgebucht|eingezogen|abbuchen|einziehen|belastet|fallig|zur zahlung|zu zahlen|zu uberweisen|due\b|debited|preleve|sera debite|afgeschreven|geincasseerd|addebitat|cargar|cobrar|adeudar|vence\b)/
const mandate = /\b(?:mandat|firmad|firma|unterschr|erteilt|signed|suscrit|contrat|vertrag|alta)/
const settled =
  /\b(?:pagad[oa]s?|abonad[oa]s?|cobrad[oa]s?|recibid[oa]s?|recibi|ingresad[oa]s?|entregad[oa]s?|satisfech[oa]s?|tarjeta|card|visa|(?<!(?:haga|hagan|hacer|hagan?lo) )efectivo|contado|cash|paid|received|bezahlt|gezahlt|erhalten|anzahlung|paypal|paye[e]?|reglee?|acquittee?|recu|acompte|betaald|ontvangen|pagato|ricevut|acconto|anticipo|a cuenta|provision|fianza|deposit|dankend)\b/
const discount =
  /(?:\b(?:bar|sofort|zahlungs)?skonto|pronto pago|descuento|dto\b|escompte|discount|sconto|korting|descompte|desconto|abzug(?!lich)|abzgl)/
const net =
  /(?:ohne|kein|pas d|geen|nessun|no se (?:concede|aplica)|sin|sans|senza|zonder|sense|netto|net\b|neto)/
const terms = /\b\d{1,3}\s*(?:dias?|days?|tagen?|jours?|dagen|giorni|gg|dies|egun|d)\b[^;]{0,40}$/
const range =
  /(?:^|[^\w/.-])\d{1,2}(?:[./-]\d{1,2}(?:[./-](?:\d{4}|\d{2})?)?)?\s*(?:[-–—]|al?|bis(?: zum)?|to|au|tot(?: en met)?|t\/m|hasta(?: el)?|until|through|al|ao?|e|y|i|und|and|et)\s*$/
const rangeGoesOn =
  /^\s*(?:[-–—]|al?|bis(?: zum)?|to|au|tot(?: en met)?|t\/m|hasta(?: el)?|until|through|ao?)\s*(?:el |den |the )?\d{1,2}(?:[./-]\d|\.? (?:de )?\p{L}{3})/u
const lawWords =
  /\b(reglamento|ley( organica)?|directiva|real decreto|r\.? ?d\.?|orden (eha|hac|hfp|min)|rgpd|lopd|verordnung \(|regulation|directive|decreto|d\. ?lgs)\b.{0,40}$/

/** "Reglamento (UE) 2016/679 de 27 de abril de 2016": the day of a law is no day of the invoice. */
export function isOfLaw({ before }: DayWording): boolean {
  return lawWords.test(before)
}

const corrected =
  /\b(?:rectifica|rectificad[ao]s?|rectificar|anula|anulad[ao]|abonad[ao]|corrige|corregid[ao]|sustituye|sustituid[ao]|(?:factura|fra|documento|invoice|rechnung|facture|fattura|factuur) (?:original|origen|d'origine)\w*|ursprung\w*|bezug|corrected|credited|oorspronkelijke)\b[^.;]*\d/

/** "Documento que se rectifica: R-26914 Fecha: 29-12-25": under its own label, but of the other invoice. */
export function isOfCorrected({ words }: DayWording): boolean {
  return corrected.test(fold(words.before.map((word) => word.text).join(' ')))
}

/** "del 1 al 31 de octubre de 2026", "01/04/26 – 30/04/26": a period. */
export function isOfPeriod({ before, after }: DayWording): boolean {
  return range.test(before) || rangeGoesOn.test(after)
}

/**
 * How far the sentence of a day says that the invoice is to be paid on it: a word for paying and one for a limit right
 * before the day ("Bitte begleichen Sie den Restbetrag bis 10. Januar 2024"), the terms worked out ("30 days (4 April
 * 2026)"), a debit ("se cargará el …", "… von Ihrem Konto abgebucht"). What was paid, and days of discounts, are none.
 */
export function dueByWording(wording: DayWording): number {
  const { before, clause, after, above } = wording
  if (isOfDiscount(wording) || isOfPeriod(wording)) return 0
  const isSettled = settled.test(clause)
  if (!isSettled && limit.test(before) && pay.test(`${before} # ${after}`))
    return firmLimit.test(limit.exec(before)?.[0] ?? '') ? 0.8 : 0.6
  if (!isSettled && owed.test(before)) return 0.75
  // "TOTALE DA PAGARE" over "entro il 28/05/2025".
  if (isBareLimit(before) && pay.test(above)) return 0.6
  if (!isSettled && limit.test(before) && debitLater.test(after)) return 0.75
  if (debit.test(before) && !mandate.test(before)) return 0.6
  if (!isSettled && terms.test(clause) && !/(?:fecha|datum|date|data)[^:]{0,20}:\s*$/.test(before)) return 0.6
  return 0
}

const isBareLimit = (before: string) => firmLimit.test(before) && before.replace(limit, '').trim() === ''

/** "2 % Skonto bis 20.03.2024": a day of less to pay is not the day by which all is. */
export function isOfDiscount({ clause, after, isClosed }: DayWording): boolean {
  const following = isClosed ? '' : (after.split(/[,;]|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}/)[0] ?? '')
  const near = `${clause} # ${following.split(' ').slice(0, 6).join(' ')}`
  return discount.test(near) && !net.test(following) && !net.test(clause)
}

/** Whose day it is by the words before it: this invoice's own, that of another thing, of a place ("Zamora, 3 de julio"). */
export type Governor = 'own' | 'mention' | 'place' | 'none'

/** What governs a day that follows other words in its own column. */
export function governorOf(
  wording: DayWording,
  invoiceNumber: string | null,
  labels: readonly LabelHit[]
): { governor: Governor; isJoined: boolean } {
  const texts = wording.words.before.map((word) => word.text)
  const last = wording.words.before.findLast((word) => /\p{L}/u.test(word.text))
  const isLabelled = labels.some((label) => last && isOfDay(label) && label.words.includes(last))
  if (texts.length === 0 || isLabelled) return { governor: 'none', isJoined: false }
  if (isPlace(wording)) return { governor: 'place', isJoined: false }
  const isJoined = joint.test(` ${wording.before}`)
  if (issueVerb.test(wording.before) && isJoined) return { governor: 'own', isJoined }
  const rest = withoutJoints(texts)
  const noun = rest.at(-1)
  const codes = texts.slice(rest.length).filter((text) => /\d/.test(text))
  if (noun === undefined) return { governor: 'none', isJoined }
  const nounWord = wording.words.before[rest.length - 1]
  const isOfInvoice =
    invoiceNoun.test(fold(noun)) ||
    labels.some(
      (label) =>
        nounWord !== undefined &&
        label.words.includes(nounWord) &&
        label.kinds.some((kind) => numberKinds.includes(kind))
    )
  // "se compensará con la fra. FV-26/03702, 31/8/2026": a number that is not this invoice's names another one.
  if (isOfInvoice && rest.length > 1 && namesAnother(codes, invoiceNumber))
    return { governor: 'mention', isJoined: true }
  if (isOfInvoice) return { governor: isAnother(rest) ? 'mention' : 'own', isJoined }
  if (isJoined && isNumber(codes, invoiceNumber)) return { governor: 'own', isJoined }
  const isHeading = /[:|·•/]$/.test(noun) && (codes.length === 0 || !isJoined)
  if (isHeading || !/\p{L}{3}/u.test(noun) || weekday.test(fold(noun))) return { governor: 'none', isJoined }
  return { governor: 'mention', isJoined }
}

const numberKinds: readonly LabelKind[] = ['invoiceNumber', 'title', 'creditTitle', 'simplifiedTitle']
const isOfDay = ({ kinds }: LabelHit) => kinds.some((kind) => dayKinds.includes(kind))

const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
const codeDigitsMin = 4

/** Whether a number of some length stands there that shares nothing with that of this invoice. */
function namesAnother(codes: string[], invoiceNumber: string | null): boolean {
  const own = letters(invoiceNumber ?? '')
  const long = codes.map(letters).filter((code) => code.replace(/\D/g, '').length >= codeDigitsMin)
  return own !== '' && long.length > 0 && long.every((code) => !own.includes(code) && !code.includes(own))
}

function isNumber(codes: string[], invoiceNumber: string | null): boolean {
  return (
    invoiceNumber !== null &&
    codes.some(
      (code) =>
        2 * letters(code).length >= letters(invoiceNumber).length &&
        letters(invoiceNumber).endsWith(letters(code))
    )
  )
}

/** The words before a day without joints, numbers and codes at their end: "Rechnung Nr. 7702914 vom" is "Rechnung". */
function withoutJoints(texts: string[]): string[] {
  const rest = [...texts]
  while (rest.length > 0) {
    const last = rest.at(-1) ?? ''
    const isJoint = joint.test(` ${fold(last)}`)
    const isCode = /\d/.test(last) && !/^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/.test(last)
    const isNumberWord = /^\W*(?:n|no|nr|num|numero|nro|nummer|number|n[.]?[ºo°]|nº|#|ndeg)[.:]*$/.test(
      fold(last)
    )
    const isSeries = /^\p{Lu}{1,4}[-.]?$/u.test(last) && rest.length < texts.length
    if (!(isJoint || isCode || isNumberWord || isSeries || /^\W+$/.test(last))) break
    rest.pop()
  }
  return rest
}

function isAnother(rest: string[]): boolean {
  const before = rest.at(-2)
  return before !== undefined && otherwise.test(fold(before))
}

const place =
  /^\p{Lu}[\p{L}'’.-]*(?:[ /-]\p{L}[\p{L}'’.-]*){0,5}(?:\s?\([^)]{2,25}\))?(?:,(?:\s(?:a|am|den|dem|le|il|el|lo|li|d[ií]a|on|em|aos))?|\sden)$/u
/** "Sevilla a 2 de abril de 2026", "Madrid 2 de abril de 2026": without its comma only before a month that is named. */
const openPlace = /^(?:En )?\p{Lu}[\p{L}'’.-]*(?: (?:de|del|la|el|los|las|\p{Lu}[\p{L}'’.-]*)){0,4}(?: a)?$/u
const noPlace =
  /\b(?:fecha|datum|data|date|factura|rechnung|invoice|facture|fattura|fatura|factuur|pedido|entrega|vom|periodo|servicio|salida|llegada|contrato|presupuesto|albaran|oferta|lectura|vigencia|hasta|desde|impreso|printed|valid|gultig|stand|version|seit|ab|desde|since|antes|fin|inicio|mes|order|delivery|lieferung|arrival|departure|anreise|abreise|check)\b/

/** "Zamora, 3 de julio de 2026", "Kiel, den 04.12.2025": place and day and nothing else, but what brackets add. */
function isPlace({ words, isNamed, isStopped }: DayWording): boolean {
  const text = words.before
    .map((word) => word.text)
    .join(' ')
    .replace(/^(?:ort, datum|lugar y fecha|lieu et date)\s?:\s?/i, '')
  const [first] = words.after
  if (first && !isStopped && !/^(?:[(.,·|–-]|\d{1,2}:\d{2}|h)/.test(first.text)) return false
  const plain = fold(text)
  if ([noPlace, pay, debit, settled, mandate].some((words) => words.test(plain))) return false
  return place.test(text) || (isNamed && openPlace.test(text))
}

const paymentWords =
  /\b(pago|payment|pagament|pagamento|paiement|reglement|cobro|transferencia|transfer|confirming|pagare|ordainketa|zahlung|zahlungsart|betaling)\b[^\d]{0,45}$/

/** "Forma de pago: transferencia 24/04/2026 a ES12…": the day behind the way of payment, when nothing else names it. */
export function isPaymentDay({ before, above, words }: DayWording): boolean {
  const text = words.before.length === 0 ? (before === '' ? above : before) : before
  return paymentWords.test(text) && !settled.test(text) && !/\bfecha\b/.test(text)
}
