import { nothingOwed } from '#app/reading/fields/told_payment'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Was paid, in the languages of the suppliers here. */
const sure =
  'pagad[ao]|cobrad[ao]|aboad[ao]|satisfeit[ao]|satisfeta?|saldad[ao]|satisfech[ao]|pagat|cobrat|saldat|ordaindu[ae]|ordainduta|kobratu[ae]|kobratuta|paid|bezahlt|gezahlt|beglichen|abgebucht|payee?|acquittee?|reglee?|pagat[oa]|saldat[oa]|quietanzat[oa]|quitad[ao]|betaald|voldaan'
/** These name other things too (a subscriber, a settlement, an order called off): beside a day, a way of paying or "payment" only. */
const twofold =
  'abonad[ao]|liquidad[ao]|abonat|liquidat|encaissee?|settled|incassat[oa]|liquidat[oa]|ingresad[ao]|transferid[ao]'
/** Goods and letters arrive too, and orders are called off: only what is said of money, or with a way of paying, counts. */
const arrived =
  'recibid[ao]|recibimos|rebut|rebuda|received|erhalten|ontvangen|recue?|ricevut[oa]|recebid[ao]|recebemos|jaso|jasota|cancelad[ao]'
export const paidWord = new RegExp(`^(${sure}|${twofold}|${arrived}|recibi|pago|paga)$`)
/** More than one of them: of goods as often as of sums, never sure. */
export const paidPlural = /^(pagad|cobrad|abonad|liquidad|saldad)[ao]s$/
export const twofoldWord = new RegExp(`^(${twofold}|${arrived}|recibi|pago|paga)$`)
export const arrivedWord = new RegExp(`^(${arrived})$`)
/** A stamp of one word that agrees with "la factura". */
export const stampWord = /^(liquidada|settled|liquidata|saldada|saldata)$/
export const moneyWord =
  /^(pago|cobro|importe|importes|cantidad|total|payment|amount|betrag|zahlung|summe|bedrag|betaling|thanks|thank|dank|dankend|pagament|paiement|reglement|pagamento|transferencia|transfer|import|montant|importo|valor|ordainketa)$/
export const ofPortuguese = /^(pago|paga)$/

export const ways = words(`
  tarjeta tarjetas targeta tarxeta txartela txartelarekin txartelaz visa mastercard maestro amex american express transferencia transferencias transf bizum efectivo efectiu efectuvo metalico metal·lic contado comptat paypal stripe
  redsys tpv datafono domiciliacion adeudo cheque xec talon giro pagare banco bancaria bancario sepa debito credito online web internet caja eskudirutan transferentzia
  kartenzahlung direct prelevements card cards cash bank transfer wire credit debit check apple google pay klarna
  kreditkarte ec-karte ec karte girocard bar barzahlung uberweisung lastschrift sofort vorkasse sepa-lastschrift
  carte bancaire virement especes comptant prelevement cb carta bonifico contanti bancomat addebito satispay
  cartao multibanco mb way mbway numerario dinheiro ideal pin bancontact overschrijving contant incasso reembolso`)
export const documents = words(`
  factura fra facturas recibo importe importes import total documento cantidad invoice amount bill receipt rechnung betrag rechnungsbetrag summe facture montant
  fattura importo fatura documento valor factuur bedrag faktura pago pagament payment zahlung paiement pagamento reglement betaling cobro ordainketa`)
export const headings = words(`
  estado estat status situacion situacio stato statut zahlungsstatus forma medio modo metodo method mode fecha data date datum dia day sello egoera
  vencimiento vto venciment vencimento payment saldo balance solde zahlungsart modalidad tipo cobro pago pagament bezahldatum`)
export const fillers = words(`
  di da amb terminada terminado acabada finalizada ya ja xa ha hau sido estat estado esta este aquesta dago da bidez fue se encuentra queda totalmente integramente completamente correctamente integro
  su la el los las del de con por en mediante mitjancant per un hemos nos por
  a traves al dia presente nuestra conforme gracias muchas totalidad satisfactoriamente confianza eskerrik asko contra
  already in full fully by with via on the this your our has been have we was is thank you thanks many of at and y e und et i
  bereits schon am mit in voll vollstandig diese ihre die der das wir haben wurde ist dankend vielen dank uber von
  deja le par en integralement cette votre notre nous avons a ete est merci ce il con gia stata stato e' questa integralmente tramite grazie abbiamo
  em pela pelo foi obrigado obrigada reeds op met deze is volledig eur euros euro vto hora nº no. n.º num
  ene enero gen gener feb febrero febrer mar marzo marc abr abril may mayo maig jun junio juny jul julio juliol ago agosto agost sep sept septiembre setembre oct octubre nov noviembre novembre dic diciembre des desembre
  january february march april june july august september october november dec december jan januar februar marz mai juni juli okt oktober dez dezember
  janv janvier fev fevr fevrier mars avr avril juin juil juillet aout septembre octobre decembre gennaio febbraio aprile mag maggio giu giugno lug luglio set settembre
  ott ottobre dicembre janeiro fevereiro marco maio junho julho setembro out outubro novembro dezembro januari februari maart mei augustus`)

/** A negation, in any place of a sentence. */
export const negation =
  /\b(no|not|nicht|noch|pas|non|nao|niet|sin|without|ohne|sans|senza|sem|sense|ez|gabe|geen|kein\w*)\b/
/** A condition, a plan or a duty, of other sums or of other times: whatever is said with it has not happened, or not to this. */
export const supposed =
  /\b(pendiente|si|if|wenn|falls|sofern|unless|salvo|bis|vorbehalt|eigentumsvorbehalt|una vez|un cop|hasta|fins|until|cuando|when|once|upon|sera|seran|sara|saranno|verra|verranno|sera|seront|serao|debera|deberan|devra|dovra|devera|deve|doit|debe|deu|ser|sea|fuere|subjuntivo|etre|essere|wird|werden|will|shall|must|should|can|muss|soll|zal|moet|wordt|zu|to be|to pay|antes|before|vor|avant|prima|within|entro|caso|derniere|dernier|ultim[ao]s?|letzte[rn]?|last|precedente?|vorherige|prior|quand|lorsque|qualora|quando|als|sauf|tras|despues|after|nach|mientras|nunca|never|habra|hauran?|hubiera|hubiese|haya|podra|fuera de plazo|con retraso|fora de termini|out of time|verspatet|en retard|in ritardo|mas|otras|pasad[oa]|anterior|anteriores|previous|behar|beharko|bada)\b|\bse (?!ha|encuentra|compensan?\b)/
/** Some of it: how much, only a person can tell. */
export const partly =
  /\b(parcialmente|parcial|partially|in part|partly|en parte|parte|teilweise|zum teil|partiellement|en partie|parzialmente|in parte|parcialment|em parte|gedeeltelijk|partzialki|anticipad[ao]|anticipo)\b/
/** It says that nothing is to be paid, not why. */
export const nothingDue = new RegExp(
  [
    'no (es necesari[oa]|cal|hace falta|precisa)( que)?( \\S+){0,6}$',
    'no (procede|proceden|requiere|precisa|corresponde|cal|es (necesari[oa]|preciso|necessari)|hace falta|ha de|debe|hay que|deben?|tiene que|cal que)( (su|el|un|al|la|ningun[oa]?|mas|efectuar|realizar|hacer|fer|cap|realitzar|usted|nada))* (pagos?|cobros?|abono|ingreso|transferencia|pagament|pagar|abonar|ingresar|desembolso|nada)\\b',
    '(nada|res|nulla|niente|rien|nada mas) (que|por|a|da|de) (pagar|abonar|pagare|payer|regler)\\b',
    'sin (importe|saldo|pago|cantidad|deuda)s? pendientes?( de pago)?|importe pendiente (ninguno|nulo|cero)|sense import pendent|sem (valor|saldo) pendente',
    'no (further |additional )?(payment|amount|balance|action) (is )?(due|required|needed|necessary|outstanding)|nothing (is )?(to pay|due|owed)|(please )?do not pay',
    '(es ist )?kein\\w* (weitere )?(zahlung|uberweisung|zahlbetrag|betrag)( mehr)? (erforderlich|notig|notwendig|offen|fallig)|nicht?s (mehr )?zu (zahlen|uberweisen)|bitte nicht (uberweisen|zahlen|bezahlen)|nicht (uberweisen|zahlen)\\b',
    "aucun (paiement|reglement|montant)( n'est)? (du|requis|necessaire|exige)|ne pas (payer|regler)",
    'nessun (pagamento|importo|versamento)( e)? (dovuto|richiesto|necessario)|non (pagare|occorre pagare|e dovuto)',
    'nao (e (necessario|preciso)|requer|carece de)( (efetuar|qualquer|o|fazer))* (pagamento|pagar)|nenhum pagamento',
    nothingOwed,
    'ez da (ezer )?ordaindu behar|ez dago ezer ordaintzeko|geen betaling (nodig|vereist|meer)',
  ].join('|'),
  'g'
)
/** Set against another sum between the two: nothing of it may be left, and whether the other stands is to be checked. */
export const offset =
  /\b(compensad[ao]|se compensan?|compensacion|compensat|compensada|compensee?|compensat[oa]|konpentsatu\w*|offset|netted|set off|verrechnet|aufgerechnet|verrekend)\b(?! (de|del|i|y|and) (energia|horas|excedentes|gastos))/
const ofAccounts =
  '(cuenta|tarjeta|tarxeta|compte|targeta|kontuan|card|account|konto|karte|kreditkarte|carte|conto|carta|conta|cartao|bancaria|visa|mastercard|amex|paypal)'
const taken =
  '(cargad[ao]|adeudad[ao]|carregat|carregada|kargatu\\w*|charged|debited|belastet|eingezogen|prelevee?|addebitat[oa]|debitad[ao])'
/** Taken from an account or a card: of ours, or so they say. */
export const charged = new RegExp(
  `\\b${taken}\\b.{0,24}\\b${ofAccounts}\\b|\\b${ofAccounts}\\b.{0,24}\\b${taken}\\b`
)
/** Thanks for a payment: whether for one that was made, or one that is awaited, nobody can tell. */
export const thanked =
  /^((muchas |moltes )?(gracias|gracies|grazas) (por|pel|polo) (su|seu|el|o)? ?(pago|pagament)|(many )?(thank you|thanks) for (your|the) payment|merci (de|pour) votre (paiement|reglement)|vielen dank fur ihre zahlung|grazie per il (suo |vostro )?pagamento|obrigad[ao] pelo (seu )?pagamento)$/
const made =
  'realizad[ao]|efectuad[ao]|efetuad[ao]|hech[ao]|feit[ao]|fet|faite?|made|done|completed|successful|taken|collected|effettuat[oa]|avvenut[oa]|eseguit[oa]|effectuee?|erfolgte?(?! (per|durch|mit|auf|innerhalb|binnen|mittels|uber|bis|in|nach|sofort|bar|im|am)\\b)|eingegangen|realitzat|efectuat|completad[ao]|confirmad[ao]|eginda|egina|procesad[ao]|processed|processat|traitee?|elaborato|processado|verarbeitet'
/** "Pago realizado", "Zahlung eingegangen", "le confirmamos el cobro": done, said of a payment. */
export const paymentMade = new RegExp(
  `\\b(pago|cobro|pagament|payment|direct debit|kartenzahlung|prelevement|zahlung|paiement|reglement|pagamento|betaling|ordainketa|transferencia|transfer|virement|bonifico)\\b( \\S+){0,5} (${made})\\b|\\b(confirmamos|confirmem|confirm) (el|su|la|receipt of|your|the)? ?(pago|cobro|recepcion|payment)`
)
export const madeWord = new RegExp(`^(${made}|confirmamos|confirmem|confirm|confirmado)$`)
export const taxes =
  /\b(iva|igic|irpf|vat|mwst|ust|tva|btw|impuestos?|tasas?|tax|taxes|suplidos?|aranceles?|steuer)\b/
/** What else is paid or received: the goods, what was laid out for the customer, advertising, holidays. */
export const ofOther =
  /\bpaid (media|search|social|ads?|advert)|anuncios|publicidad|campana|vacaciones|paid (leave|holiday)|por cuenta (de|del|de su)\b|por nombre|en nombre de|on behalf|im auftrag|pour (le )?compte|per conto|por conta d|\bport(es?)?\b|fracht|freight|carriage|postage|\bduty\b|franqueo|mercancia|mercaderia|material|genero|pedido|albaran|comanda|\border\b|goods|\bware\b|lieferung|marchandise|merce\b|mercadoria|encomenda|solicitud|reserva cancel|servicio cancel|\bpermiso/
