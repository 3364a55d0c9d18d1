import { fold } from '#app/reading/pages/text_forms'
import type { ReadDeduction } from '#app/reading/reading_types'

/**
 * What the words of a row at the foot say of its sum: `part` of the total that is not to be paid, `asked` to be paid or
 * received at last, `total`, the `change` of cash, or none of them though its words are of paying (`aside`).
 */
export type DueRole =
  | { role: 'part'; kind: Exclude<ReadDeduction['kind'], 'rounding'> }
  | { role: 'asked' | 'total' | 'change' | 'aside' }

const any = (...parts: string[]) => new RegExp(`\\b(${parts.join('|')})`)

/** To pay, to receive, left over: in Spanish, Catalan, Basque, English, French, German, Italian, Portuguese and Dutch. */
const asked = any(
  '(a|por|per|de|para|debe|debera|que|ha de|hay que) (pagar|percibir|percebre|cobrar|abonar|ingresar|ingressar|transferir|domiciliar|facturar|cargar|adeudar|satisfacer|liquidar|desembolsar|devolver|receber|recibir)\\b',
  'a su (cargo|favor)\\b',
  'pend(i)?ent[es]*\\b',
  '(res|queda|falta|faltan|quedan)(ta|tan|tante)?\\b (por|a|de|per|pagar|abonar|que|pendiente)',
  'rest[aeo]n?(te)?\\b',
  'liquido\\b(?! imponible)',
  'saldo\\b(?! (deudor )?anterior)',
  'adeudad[ao]|adeudo|deuda\\b',
  '(importe|total) (del |de )?(cargo|domiciliad[ao]|remesad[ao])',
  'ordaintzeko|ordaindu beharrekoa?',
  '(amount|balance|total|sum|payment|net|now|still|remaining|currently|is) due\\b|due (now|amount|balance)\\b|due\\b(?! (date|on|by|in|within|upon))',
  'payable\\b|outstanding|remaining|remainder|unpaid|please (pay|remit|transfer)|(left|still|rest|now|amount|total|balance|sum) to (be )?(pay|paid)|to be paid|to pay\\b|balance\\b(?! brought)',
  'a (payer|regler|verser|percevoir|encaisser|acquitter)\\b|reste\\b|restant\\b|solde\\b|(montant|somme|net|total|restant) du[es]?\\b',
  'zahlbetrag|zahlungsbetrag|zahllast|zahlsumme|zu (zahlen|uberweisen|begleichen|entrichten)|zu zahlende[rs]?|noch zu|noch offen|offen(e[rs]?)?\\b|offener|rest(betrag|zahlung|forderung|summe|schuld)?\\b|verbleib|uberweisungsbetrag|fallige[rs]?\\b|abbuchungsbetrag|lastschriftbetrag|auszahlungsbetrag|zahlbare[rs]?\\b|forderungsbetrag|nachzahlung',
  '(a|da) (pagare|versare|saldare|corrispondere|ricevere|bonificare|incassare)\\b|residuo|dovuto|rimanente|rimane|rimanenza',
  'por liquidar|em (falta|divida|debito|aberto)\\b|em (divida)|devido\\b|remanescente',
  'te (betalen|voldoen|ontvangen)|openstaand|resterend|verschuldigd|nog te',
  'do zaplaty|att betala|a betale|at betale|de plata'
)

const retained = any(
  'garant(?!.*(deposit|entregad))|garanz|gtia\\b|(fondos?|reserva|retenc\\w*|retenid\\w*) (de |para |por )?(los )?reparos?|reparos?$|buena ejecucion|bona execucio|boa execucao|buen fin|bon fi|vicios ocultos|aval retenid|berme|guarantee|defects liability|haftrucklass|deckungsrucklass|gewahrleistungsrucklage|retention(?! tax)|holdback|retainage|retenue|einbehalt|sicherheitseinbehalt|gewahrleistung\\w*einbehalt|garantieeinbehalt|(ritenut|trattenut)\\w+ (a|di|per) garanzia|trattenut|garantieinhouding|inhouding|retencao (de|por|em|para|contratual)|retencion (de |por )?(obra|contrato)'
)
const retainedCompound = /\w{4,}einbehalt/

const advance = any(
  'anticip|a cuenta\\b|acuenta\\b|a compte\\b|provision(es)? (de )?(fondos)?|provisio de fons|senal(es)?\\b|senyal|sinal\\b|fianza|deposit|dipost|reserva\\b|prepa|prepag|advance|down ?-?payment|retainer|anzahlung|teilzahlung|abschlag|vorauszahlung|vorkasse|vorschuss|akonto|acompte|avance|arrhes|acconto|caparra|adiant|entrada\\b|voorschot|vooruitbetal|aanbetaling|bestreta|(?<!(a la|a|contra|contra la|en la) )entrega|on account|caucao|caucion'
)
const paid = any(
  'pagad[ao]s?\\b|abonad[ao]s?\\b|cobrad[ao]s?\\b|satisfech[ao]s?|ingresad[ao]s?\\b|recibid[ao]s?\\b|percibid[ao]s?\\b|desembolsad[ao]s?|liquidad[ao]s?\\b|transferid[ao]s?\\b|aportad[ao]s?|rebut\\b',
  'abonos? (previos|anterior)|(pagos?|cobros?) (realizad|recibid|efectuad|previo|anterior|a cuenta)',
  'paid\\b|payments? (received|made)|received\\b|settled\\b',
  'bezahlt|gezahlt|geleistet|beglichen|erhalten|zahlungseing\\w+|eingegangen',
  'paye[es]*\\b|verse[es]*\\b|regle[es]*\\b|deja\\b|encaisse',
  'versat[oi]|pagat[oai]|gia\\b|incassat',
  'recebid|liquidado',
  'betaald|voldaan|ontvangen'
)
/** Nouns that do not say by themselves whether it was paid: what asks beside them decides. */
const payment = any(
  'pagos?\\b|cobros?\\b|pagaments?\\b|payments?\\b|zahlung(en)?\\b|reglements?\\b|paiements?\\b|pagament[oi]\\b|betaling(en)?\\b'
)
const taken = any(
  'a (deducir|descontar|compensar|deduir)\\b|deducci|deducid|descontad|compensaci|compensad|compensat|konpentsa|offset\\b|set off|verrechnet|aufgerechnet|menos\\b|less\\b|minus\\b|abzugl|abzgl|abzug\\b|moins\\b|meno\\b|dedotto|a dedurre|a deduire|deduction|deduit|menys\\b|af te trekken|aftrek|minder\\b|deduzir|deduzido'
)
const cash = any(
  'efectivo|metalico|tarjeta|targeta|visa\\b|mastercard|bizum|contado\\b|cash\\b|card\\b|kreditkarte|bar(zahlung)?\\b|gegeben|carte\\b|contanti|dinheiro|multibanco|pin\\b|gutschein|cheque|vale\\b|bono\\b'
)
const change = any(
  '(su )?cambio\\b|vuelta\\b|canvi\\b|change\\b|ruckgeld|wechselgeld|rendu|resto contante|troco|wisselgeld|su vuelta'
)

/** Sums of others, of taxes, of conditions, of parts of a plan: what is asked there is not what this document asks. */
const aside =
  /anterior|previous|precedente|prior |vorherig|altsaldo|vorjahr|brought forward|atrasad|vencidas|otras facturas|facturas pendientes|other invoices|historic|demora|mora\b|interes|impago|minim|mensual|\bcuotas?\b|\bplazos?\b|gastos|recargo|fee\b|skonto|discount|descuento|\bdto\b|escompte|sconto|pronto pago|korting|desconto|penali|mahn|si (no )?(se )?pag|en caso de|ahorro|limite|maxim|riesgo|credito|puntos|kilom|horas/
const taxes =
  /\b(irpf|i\.r\.p\.f|irnr|iva|i\.v\.a|igic|ipsi|vat|mwst|ust|tva|btw|impuestos?|tax|steuer|imposta)\b/
const taxIncluded =
  /\b(iva|i\.v\.a\.?|igic|impuestos?|vat|mwst|ust|tva|btw|tax)\W*(\d+\W*%?\W*)?(incl|inc\b|comp|inbegr)|(incl\w*|inkl\w*|con|mit|with|including|comp\w*|inc)\W+(\d+\W*%?\W*)?(l )?(iva|i\.v\.a|igic|impuestos?|vat|mwst|ust|tva|btw|tax)/

/** "Total", "TOTAL FINAL EUR", "Importe total": nothing else is said with it. */
const totalWord =
  /\b(total|totale|totaal|gesamtbetrag|gesamtsumme|gesamt|endbetrag|summe|suma|guztira|montant total)\b/
const totalFiller =
  /\b(total|totale|totaal|gesamtbetrag|gesamtsumme|gesamt|endbetrag|summe|suma|guztira|importe|import|montant|amount|valor|importo|final|finale|general|grand|neto|net|netto|factura|fra|fatura|facture|invoice|rechnung|fattura|factuur|documento|definitivo|eur|euro|euros|usd|gbp|de|del|la|el|a|en|this|el|da|iva|vat|ttc|incluido|incl|incluida|included)\b/g

/** What the words beside a sum make of it; null where they say nothing of what is to be paid. */
export function dueRoleOf(label: string): DueRole | null {
  const text = fold(label).replace(/\s+/g, ' ').trim()
  if (text === '') return null
  if (change.test(text)) return { role: 'change' }
  const at = (words: RegExp) => words.exec(text)?.index ?? Number.POSITIVE_INFINITY
  const isTax = taxes.test(text) && !taxIncluded.test(text)
  const isRetained = retained.test(text) || retainedCompound.test(text)
  if (
    isRetained &&
    !/irpf|i\.r\.p\.f|irnr/.test(text) &&
    !/liber|devoluc|release|freigabe|auszahlung|svincol|restitu|alliberament|askatze/.test(text)
  )
    return { role: 'part', kind: 'retention' }
  const never = Number.POSITIVE_INFINITY
  const given = Math.min(at(advance), at(paid), at(taken), at(cash))
  const isAsked = at(asked) < given || (at(asked) < never && saysUnpaid.test(text))
  if (ofEarlier.test(text)) return { role: 'aside' }
  if (isAsked) return { role: isTax || aside.test(text) ? 'aside' : 'asked' }
  if (given < never || payment.test(text))
    return isTax || saysUnpaid.test(text) || condition.test(text)
      ? { role: 'aside' }
      : { role: 'part', kind: at(advance) < never ? 'advance' : 'paid' }
  const isTotal = totalWord.test(text) && text.replace(totalFiller, '').replace(/[\W\d]+/g, '') === ''
  return isTotal ? { role: 'total' } : null
}

/** "Último pago recibido 10/02/2026": tells of what was billed before. */
const ofEarlier =
  /\b(ultim[oa]|last|latest|dernier|derniere|letzte[rn]?|laatste|darrer|azken)\b.{0,12}\b(pago|cobro|factura|recibo|abono|pagament|rebut|payment|invoice|bill|reglement|paiement|facture|zahlung|rechnung|pagamento|fattura|fatura|betaling|factuur|ordainketa|faktura)/
const saysUnpaid =
  /\b(no|not|nicht|pas|non|nao|sin|ohne|without) (ha sido |han sido |yet |encore |noch )?(pag|abon|cobr|paid|bezahlt|paye|versat)/
/** "Forma de pago", "pago a 30 días", "Incluye depósito": no sum that somebody paid. */
const condition =
  /\b(if (paid|payment|settled)|se (pagat|pag[oa]\b)|si (regl|pay|pagad)|bei zahlung|wenn|falls|indien|early payment|pagando antes|innerhalb|binnen|within \d+|sous \d+ jours|entro \d+)|(forma|medio|modo|condiciones|plazo|fecha|termino|dia|metodo|concepto) (de |del )?(pago|cobro)|payment (terms|method|date|due|reference)|zahlungs(bedingung|ziel|art|weise|frist)|mode de (paiement|reglement)|modalita|condizioni|betalings(termijn|voorwaarden)|pago (a|en|antes|al)\b|incluye|includes|si (no )?(se )?pag|en caso|vencimiento|pronto pago|skonto|descuento|discount|escompte|sconto|envases|iban|\baparte\b|por separado|separately|gesondert/
