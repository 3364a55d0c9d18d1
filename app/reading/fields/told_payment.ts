/**
 * What tells of a payment in other words than "paid": that money was taken, kept back or set off, or that nothing is owed.
 * Each says it in passing and of one thing among many, so that a person is asked; a plan, a condition or a denial before it
 * is judged elsewhere.
 */
const ofYours =
  '(su|sus|tu|tus|seu|sua|seus|suas|el|la|los|las|your|the|ihrer|ihrem|ihren|der|dem|votre|vos|le|dal|dalla|suo|sua|vostro|il|uw)'
const payouts =
  '(liquidacion\\w*|ingresos?|saldo|deposito|pagos?|reservas?|cobros?|remesa|payouts?|earnings|balance|payments?|deposit|settlement|proceeds|sales|auszahlung\\w*|guthaben|erlos\\w*|abrechnung|versements?|solde|revenus|paiements?|pagament\\w+|accredito|saldo|uitbetaling|saldos|kontu\\w*)'
const kept =
  '(retenid[ao]s?|descontad[ao]s?|deducid[ao]s?|detraid[ao]s?|retingu(t|da|ts)|descomptat|deducted|withheld|subtracted|netted|taken|recovered|abgezogen|einbehalten|verrechnet|retenue?s?|deduite?s?|preleve\\w*|trattenut[oa]|detratt[oa]|dedott[oa]|descontad[ao]|retid[ao]|ingehouden)'

const taken = [
  `${kept} (already )?(de|del|en|con|sobre|a|from|of|out of|von|aus|mit|sur|de|do|da|van|op)? ?(la |el |the |future |next )*${ofYours}? ?(\\S+ )?${payouts}`,
  `(von|aus|mit) ${ofYours} (\\S+ )?${payouts} ${kept}`,
  'abonad[ao] con su deposito',
  // Taken from an account or a card, collected.
  '(deja|automatiquement|ete) (prelevee?s?|debitee?s?|encaissee?s?)|(prelevee?|debitee?)( automatiquement)? le \\d|montant (preleve|debite)|(carte|compte) a ete debite',
  'pour acquit|recu ce jour',
  '(bereits|schon|rechnung|betrag|wurde|ist) (\\S+ ){0,3}(uberwiesen|ausgeglichen|vereinnahmt|eingezogen|belastet|abgebogen)|eingezogen am|zahlung erfolgt am \\d',
  '(already|automatically|auto)[ -](debited|collected|charged|taken|deducted|withheld)|(debited|collected|taken) (on|from|by direct debit)|collected by',
  '^pre-?paid( by( \\S+){1,4})?$|fully prepaid|receipt for your payment|account is clear',
  '(gia|stat[oa]) (addebitat[oa]|incassat[oa]|regolat[oa]|corrispost[oa]|prelevat[oa])|^(incassat|regolat|corrispost)[oa]$|per quietanza',
  '(ja|automatisch|reeds) (afgeschreven|geincasseerd)',
  '(cobr|pag|abo)ouse|ja foi (debitad|descontad|cobrad)[ao]|debito direto efetuado|^liquida(d[ao]|t)$|\\bja pag[ao]\\b|recebemos a quantia',
  '(ordaindu|kobratu) (da|dugu|zen|dute|duzu)\\b|dirua jaso|aldez aurretik ordaindu',
  'domiciliat i cobrat|domiciliad[ao] y (cargad|cobrad)[ao]|(autorizacion|aut|auth)\\W+\\d{4,} (visa|mastercard)|paypal\\W+(transaccion|transaction)|comprad[ao] y pagad[ao]|ya (girad|cargad|descontad)[ao]|conciliad[ao] con',
  '(operacion|compra|transaccion|domiciliacion|remesa) (ya )?(realizad|efectuad|aceptad|autorizad|aprobad|girad|cargad)[ao]|pago ok|(payment|transaction|charge) (ok|approved|succeeded)|transaccion \\S+ succeeded',
  'ingreso en (su |nuestra |la )?cuenta (el|de|con fecha) \\d',
  '^(bizum|datafono|tpv) \\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}$',
  'financiad[ao] por',
].join('|')
export const moneyTaken = new RegExp(`\\b(${taken})`)

/** It says that nothing is to be paid, in words that deny or count to nothing. */
export const nothingOwed = [
  'no (pague|paguen|realice|realicen|efectue|efectuen|haga|hagan|abone|abonen|transfiera|ingrese)( (ningun|el|la|esta|este|su|mas|de))* ?(pagos?|factura|recibo|importe|transferencia|ingreso|cobro|nada|abono)?(?= |$)',
  'no (pagueu|pagui|feu)( (cap|la|el|aquesta))* ?(pagament|factura|import|rebut)',
  '(total|saldo|importe|deuda|cantidad|resto) ?(total )?(pendiente|deudor|a pagar)?( de pago)? (ninguno|ninguna|nulo|nula|cero)\\b|^(saldo|total pendiente|importe pendiente|saldo pendiente|balance|solde|amount due|balance due) 0([.,]00)?$|^sin (deuda|saldo|cargo)s?$|factura sin cargo',
  'non hai (nada|ningun importe) que pagar|nada que pagar',
  '(nil|zero|no) (amount |balance )?(is )?(due|owing|owed|balance)\\b|balance (is )?(nil|zero)\\b|do not (remit|pay)|not for payment|nothing (is )?owing',
  'kein\\w* (zahlungsbetrag|rechnungsbetrag|restbetrag|betrag|saldo)( mehr)? (offen|fallig)|(es ist )?nichts (mehr )?(offen|fallig)',
  'nulla (e )?dovuto|nulla (da|a) pagare|niente (e )?dovuto|rien (n est )?(du|a regler)|solde (nul|neant)',
  'ez da ezer zor|ez duzu ezer zor|niets (meer )?verschuldigd',
].join('|')

/** Names a time, a number or a manner, not that it was paid. */
export const notToldOfPaying =
  /\bperiodo (liquidad|facturad|cobrad|pagad)o|\babonad[ao] (n\b|n\.|n[ºo°]|num)|\b(pagad|cobrad|abonad|liquidad)[ao] a \d+ dias|^(paid|payable|settled) by (direct debit|standing order)$|^zahlung erfolgt\b(?! am \d)/
