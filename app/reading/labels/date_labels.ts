import type { LabelKind } from '#app/reading/labels/label_kinds'
import { phrases } from '#app/reading/labels/phrases'

type DateKind = Extract<LabelKind, 'issueDate' | 'dueDate' | 'otherDate'>

const romanceDays = phrases(`
  fecha fechade fechadel fechadela fec fecde fch fech f fde dia diade data datade datadel datadela datad datadi
  datadella dt dtde
`)
/** "F. pago" is the form of payment as often as its day. */
const ambiguous = new Set(phrases(`fpago fdepago fcobro fdecobro ddata`))

/** What follows "fecha de", "F.", "data d'", "data di": "F. vencim.", "Data scad.", "Fec. exped.". */
const romanceThings: Record<DateKind, string[]> = {
  issueDate: phrases(`
    factura fra fact fac emision emis expedicion exped exp facturacion factur documento docum doc docto emissio
    expedicio facturacio document emissao fatura faturacao emissione fattura fatt fatturazione emisionfra
    emisionfactura expedicionfactura emissiofactura emissaofatura emissionefattura recibo rebut minuta abono
  `),
  dueDate: phrases(`
    vencimiento venc vencim vto vcto vencto vt pago cobro cargo adeudo domiciliacion domiciliacio limite limitepago
    limitedepago limitpagament venciment carrec cobrament pagament vencimento vencemento pagamento limitepagamento
    limitedepagamento scadenza scad addebito scadenzapagamento vencimientopago vencimientofactura cargobancario
    cargoencuenta adeudobancario pagoprevista cobroprevista prevista maximadepago maxpago debito
    debitodireto
  `),
  otherDate: phrases(`
    pedido albaran alb entrega servicio serv operacion oper devengo carga descarga salida llegada entrada
    alta baja inicio fin impresion impr lectura contrato firma mandato nacimiento valor contable efecto inspeccion
    caducidad cad prestacion obra oferta presupuesto recepcion envio escritura protocolo reserva estancia ejecucion
    visita intervencion parte realizacion consumo comanda albara lliurament servei operacio inici encomenda servico
    operacao guia ordine consegna ddt contratto trasporto devolucion suministro evento montaje viaje autorizacion
    certificacion pedidocliente supedido pedidooriginal facturaoriginal originalfactura finalizacion
  `),
}

const germanDays = phrases(`datum dat tag termin`)
const germanThings: Record<DateKind, string[]> = {
  issueDate: phrases(`
    rechnungs rechnung rg re rech beleg ausstellungs fakturierungs fakturen faktura gutschrifts gutschrift
    erstellungs ausstell
  `),
  dueDate: phrases(`
    falligkeits faelligkeits fallig zahlungs zahl einzugs abbuchungs lastschrift lastschrifteinzugs nettofalligkeits
    belastungs abruf
  `),
  otherDate: phrases(`
    liefer lieferschein lieferungs leistungs bestell auftrags versand druck angebots vertrags buchungs anreise
    abreise geburts eingangs ausfuhrungs montage einsatz reise kauf anfrage ablese mahn wareneingangs
  `),
}

const whole: Record<DateKind, string[]> = {
  issueDate: phrases(`
    expedic emitida emitido emitidaen emesael emesa emesel expedit emitidaem emitidoem emessail emesso fatturadel datahora
    dataehora dataeora dataihora fechafacturavencimiento jaulkipendata jaulkitzedata
    invoicedated dated invoicedon billingdate billeddate billedon docdate invdate taxdate taxpointdate datetaxpoint
    invoicedatetaxpoint datecreated createdon created creationdate creditdate receiptdate invoicecreated issueddate
    saledate dateofsale raised dateraised datebilled datesent invoicesent
    datumderausstellung datumrechnung rechnungsundlieferdatum rechnungslieferdatum rechnungsundleistungsdatum
    rechnungsdatumlieferdatum rechnungsdatumleistungsdatum rechnungsdatumgleichlieferdatum lieferrechnungsdatum
    rechnungsdatumgleichleistungsdatum ortdatum ortunddatum ausgestelltam erstelltam belegvom
    dateemissionfacture dateetablissement datedetablissement etablile etabliele factureele facturele
    factureemisele datedudocument datedocument datedoc datefac datefact dtefacture datepiece datedepiece emiseele
    lieuetdate faitle
    factuurdat faktuurdatum dagtekening datumuitgifte uitgiftedatum facturatiedatum documentdatum notadatum
    creditdatum opgemaaktop plaatsendatum
    fakturadato fakturadag datawystawienia datumvystaveni datumvystavenia datafakturii dataemiterii
  `),
  dueDate: phrases(`
    fechavencimientopago vencimientoprevisto vencimientoel sevence apagarel pagarel
    pagarhasta venciments vencel vencim scad vtofactura limitpagament datalimit limite limitecargo limitecargobancario cargobancario limitedecobro limitcarrec ordainketaepea ordaintzekoepea ordainketadata
    ordainketaeguna zordunketadata kobratzeeguna
    directdebitdate collectiondate debitdate paymentdeadline paymentdueon paymentduebefore balancedueby balancedueon
    amountdueby amountdueon totaldueby totaldueon settlementdate settlementduedate netduedate netdue datedue
    invoiceduedate dueonorbefore payonorbefore paybydate tobepaidby tobepaidbefore lastdateforpayment
    latestpaymentdate payableon paymentdate duedatepayment paymentbefore settleby directdebiton
    zahlungsfrist zahlungsfristbis zahlbarbiszum zahlbarbisspatestens zahlbaram fallignetto nettofallig
    nettofalligkeit nettofalligam falligbis falligzum falligper zufalligam zahlenbiszum zahlungseingangbis
    zahlungseingangbiszum zuzahlenbis zuzahlenbiszum zubezahlenbis einzugam einzugzum abbuchungzum lastschriftam
    lastschriftzum zahlbarnettobis uberweisungbis faelligzum faelligbis
    echeanceau echeancele payablele payableau apayerle areglerle reglementavantle reglementau datereglement
    datedereglement limitedepaiement datelimitedereglement datelimitereglement datelimitepaiement datedepaiement
    datepaiement dateexigibilite exigiblele prelevementle preleveele datedeprelevement dateprelevement dateech
    datedech netapayerle netapayerau payableauplustardle auplustardle reglementauplustardle payableavant
    areglerauplustardle apayerauplustardle
    vervalt vervaltop uiterlijkebetaaldatum uiterlijkbetalenop tevoldoenvoor incassodatum afschrijfdatum
    datumincasso betalingvoor betaalvoor betaaluiterlijk voldoenvoor betaaldatum betalenuiterlijk
    tebetalenuiterlijk uiterlijkbetalen uiterstebetaaldag vervaldatumfactuur
    pagavelate limitepagamento debitoem pagareentro pagareentroil dapagareentro dapagareentroil scadenzaal
    scadenzapagamento addebitoil addebitoincontoil
    forfaldsdato forfallodatum forfallsdato forfall forfald sidstebetalingsdag betalingsfrist splatnost
    datumsplatnosti terminpatnosci terminzapaty patnedo scadent datascadentei
  `),
  otherDate: phrases(`
    validohasta validezhasta caduca caducidad nacido nacida firmado firmada alta baja
    fechaanticipo pagadoel pagadael abonadoel cobradoel entregadoel proximarevision proximainspeccion
    ordered orderedon shipped shippedon dispatchdate despatchdate dateofsupply supplydate dateofdelivery servicedate
    dateofservice performancedate periodstart periodend startdate enddate datepaid paidon paymentreceived
    paymentreceivedon validuntil validfrom expirydate expirationdate expires contractdate printdate printedon
    quotedate podate dateofbirth dob arrivaldate departuredate checkindate checkoutdate eventdate bookingdate
    reservationdate datebooked renewaldate nextbillingdate nextinvoicedate nextinvoice billingcycle usageperiod
    lastupdated dateoforder originalinvoicedate
    bestelltam geliefertam ihrenachrichtvom ihrschreibenvom ihreanfragevom ihrebestellungvom ihrauftragvom
    unserangebotvom lieferscheinvom auftragvom vertragvom mietvertragvom ihremailvom angebotvom gedrucktam
    ausdruckvom geboren geborenam geb gebam lieferungam liefertag leistungstag leistungvom gultigbis gultigab
    bezahltam gezahltam erhaltenam anzahlungvom unterzeichnetam geburtsdatum mahnungvom auftragsbestatigungvom
    ihrebestellungdatum bestellungdatum
    commandedu commandele bldu datebl datedubl livrele dateprestation datedeprestation dateexecution devisdu
    contratdu dateintervention imprimele payele acquitteele datedevis datecommandeclient datedelaprestation
    leveringsdatum leverdag verzenddatum prestatiedatum datumlevering datumorder uitvoerdatum contractdatum
    afdrukdatum uwbestellingvan betaaldop geleverdop besteldop besteldatum aankomst vertrek geldigtot
    ddtdel ordinedel scontrinodel datasprzedazy datumzdanitelnehoplneni datumuskutecnenizdanitelnehoplneni
    eskaeradata albaranadata hasieradata leveringsdato ordredato orderdato bestillingsdato
  `),
}

/** Labels of days made of a word for day and what happened on it, and the wordings that stand for themselves. */
export const dateLabels: Record<DateKind, string[]> = {
  issueDate: labelsOf('issueDate'),
  dueDate: labelsOf('dueDate'),
  otherDate: labelsOf('otherDate'),
}

function labelsOf(kind: DateKind): string[] {
  return [
    ...romanceDays.flatMap((day) => romanceThings[kind].map((thing) => `${day}${thing}`)),
    ...germanThings[kind].flatMap((thing) => germanDays.map((day) => `${thing}${day}`)),
    ...whole[kind],
  ].filter((phrase) => !ambiguous.has(phrase))
}
