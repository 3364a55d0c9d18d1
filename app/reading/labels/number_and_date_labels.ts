import type { LabelKind } from '#app/reading/labels/label_kinds'
import { phrases } from '#app/reading/labels/phrases'

const numberWords = [
  ...phrases(`
      n no nr num numero nro nombre number nummer numer numm id ndeg zk zenbakia zenb cod codigo
    `),
]
const documentWords = [
  ...phrases(`
      factura fra fact ftra documento document recibo rebut ticket tiquet tique abono minuta
      facturarectificativa facturasimplificada facturaproforma fsimplificada rectificativa
      minutadehonorarios recibodeprima liquidacion invoice bill creditnote creditmemo receipt
      taxinvoice facture avoir rechnung rechnungs beleg gutschrift gutschrifts rechnungskorrektur
      handelsrechnung korrekturrechnung stornorechnung re rg rech fatura fatturan fattura
      notadicredito notadecredito notacredito factuur creditnota creditfactuur nota facturadeabono
      facturaabono honorarios expediente retailinvoice salesinvoice commercialinvoice
      facturaordinaria notadehonorarios doc facturadeventa facturacomercial facturaproforma
      faktura fakturaren facturaxe salesinvoice faktur rechn belegs dokument dokuments dok
      liquidation folio honorarnote honorarrechnung notula parcella taxableinvoice vatinvoice fsimpl facturas
      frasimpl frasimplif factsimpl facsimpl fras nfactura sufactura vuestrafactura nuestrafactura unsererechnung unserebeleg
      ourinvoice notrefacture nostrafattura onzefactuur zahlungsaufforderung gebuhrenbescheid rebutlloguer
      notadecargo facturadecargo notadecarrec notedebit belastungsanzeige notadiaddebito facturadecompra facturaproveedor faturasimplificada faturarecibo notadedebito debitnote cashmemo
      proformainvoice piece facturadaigua facturaproforma fattimm fatturaaccompagnatoria fatturaimmediata fatturadifferita fatturaelettronica
    `),
]
const joints = [
  '',
  ...phrases(`
      de dela del der da delle di d la van des
    `),
]

const combinedNumbers = documentWords.flatMap((document) =>
  numberWords.flatMap((number) => [
    `${document}${number}`,
    ...joints.map((joint) => `${number}${joint}${document}`),
  ])
)

const otherNumberThings = [
  ...phrases(`
      pedido supedido cliente client contrato albaran alb poliza proveedor agente referencia ref
      suref nuestraref expediente alojamiento reserva cuenta cups siret siren ape order customer
      account contract delivery deliverynote po purchaseorder kunden kunde auftrag auftrags bestell
      bestellung lieferschein lieferavis liefer lief artikel art steuer vertrag vertrags konto
      kontonr commande boncommande bondecommande klant ordine encomenda telefono tel fax telefon
      telephone phone gln gtin blz bic swift kvk hrb serie matricula lote abonado contador serial
      serien mandato licencia habitacion instalacion obra finca ruta operacion booking reservation
      series reclamation reklamations service servicetax ihre unsere alquiler inmueble registro expedicion
      localizador iata colegiado terminal mesa inscripcion hoja tomo folio comande comanda
      guia guiaderemessa guiaremessa pagina hoja pag page seite blatt foglio orria full afiliacion sumarca albara contracte comandes comanda eskaera albarana kontratua bezero contrato
      abteilung globale handelsregister handelsreg
      debiteur debitor debitoren kreditor kreditoren relatie relation zaehler zahler devis preventivo
      presupuesto oferta angebot angebots quote quotation offerte propuesta presu projekt proyecto
      project dossier vorgang vorgangs aktenzeichen akten mandat mandats mandant police policen
      versicherungsschein patient patienten zimmer room habitacio objekt gerate geraet equipo maquina
      vehiculo matricul bastidor chantier chasis envio expedition sendung sendungs tracking shipment
      seguimiento ordre ordine ddt bolla commessa cig cup werkorder pakbon bon kassenzeichen bonus
      empleado operador camarero caja turno personal mitarbeiter bediener kasse filiale tienda store
      centro sucursal comensales abonnement dossierclient registered company companyreg company
      companyregistration registre registro rgseaa collegiado ncolegiado registrosanitario
      autorizacion licenciamunicipal certificado certificacion partida cliente clientes clientecod
      kd kdn kto ausweis vergabe leistungs geschafts sped speditions transport frachtbrief cmr awb
      bl manifiesto hab pol sumin suministro contador remesa efecto transaccion transaction
      autorizaciontpv tpv terminaltpv comercio fuc aid arc lectura acta escritura protocolo
    `),
]
const combinedOthers = otherNumberThings.flatMap((thing) => [
  thing,
  ...[...numberWords, 'cod', 'codigo', 'code', 'codi'].flatMap((number) => [
    `${thing}${number}`,
    ...['', 'de', 'del', 'dela', 'su', 'sude'].map((joint) => `${number}${joint}${thing}`),
  ]),
])

/** SAP and its like print both in one: "Rechnungsnr. / Datum   90012345 / 05.03.2024". */
const withDate = (labels: string[]) =>
  labels.flatMap((label) =>
    ['fecha', 'yfecha', 'datum', 'unddatum', 'date', 'anddate', 'etdate', 'data', 'idata', 'edata'].map(
      (date) => `${label}${date}`
    )
  )
const datedInvoices = withDate([
  ...phrases(`
      factura nfactura numerofactura numerodefactura facturan facturanumero factno fra rechnung
      rechnungsnr rechnungsnummer rechnungnr belegnr belegnummer invoice invoiceno invoicenumber
      facture nfacture facturen numerofacture fattura nfattura fatturan numerofattura factuur
      factuurnummer factuurnr documento ndocumento numerodocumento documenton
    `),
]).concat([...phrases('nfechafactura numerofechafactura numeroyfechadefactura numeroyfechafactura')])

const correctedInvoices = phrases('factura fra facturas documento').flatMap((document) =>
  phrases(
    'rectificada original origen sustituida corregida modificada anulada abonada afectada inicial relacionada referenciada'
  ).flatMap((which) => [
    `${document}${which}`,
    ...['n', 'no', 'num', 'numero', 'numerode', 'nrode', 'ref', 'serieynumerode'].flatMap((number) => [
      `${number}${document}${which}`,
      ...(which === 'original' ? [] : [`${document}${which}${number}`]),
    ]),
  ])
)

export const numberAndDateLabels: Partial<Record<LabelKind, string[]>> = {
  invoiceNumber: [
    ...combinedNumbers,
    ...datedInvoices,
    ...phrases(`
      facturandoc facturanodoc facturanumdoc facturadocn facturadocno serieynumero serienumero numeroserie numeroyserie serieno serien serienum codigofactura
      codigodefactura referenciafactura referenciadefactura identificadorfactura facturaserie
      facturaref invoiceref invoicereference numerodefacturaelectronica numfacturasimplificada
      vordocumento numeracion serienumerofactura seriefactura
      invno invnumber fattn nfatt notadedebitono notadedebiton facturarecibo facturarecibon facturarecibono
      reciborecibono numerodetique tiquenumero facturanumeroyserie numeroserieyfactura seriefra
      invoiceid invoicecode rgnr rechnr rnr rfactura reffactura referenciadelafactura facturareferencia
      identificadordelafactura identificadordefactura iddefactura factemitida facturaemitida nfact
      numerofac reffacture referencefacture referencedelafacture rifattura notanr notanummer
      numerodefacturayserie serieynumerodefactura serieynumerofactura serieynum serienum serienumerofra
      serieynofactura serienofactura numeroserieynumero numerodeserieynumero nfacturasimplificada
      invn invnr facn facno facnum facnr rechnungskennung rechnungskennzeichen rechnungszeichen belegnr belegnummer
    `),
  ],
  genericNumber: [
    ...phrases(`
      n no num numero nr nro number nummer ndeg documento document zenbakia beleg doc dokument
    `),
    ...withDate([...phrases('n no nr num numero number nummer')]),
  ],
  otherNumber: combinedOthers.filter(
    (phrase) =>
      phrase !== 'cliente' &&
      phrase !== 'client' &&
      phrase !== 'customer' &&
      phrase !== 'kunde' &&
      phrase !== 'serien' &&
      phrase !== 'proveedor'
  ),
  rectifiedNumber: [
    ...correctedInvoices,
    ...phrases(`
      rectificaa rectificaalafactura rectificalafactura rectificafactura facturarectificada
      facturaquerectifica facturaquesecorrige rectificaaa facturaoriginal facturaorigen
      documentorectificado rectificativadelafactura rectificativadefactura rectificativade
      rectificaciondelafactura rectificaciondefactura abonodelafactura abonofactura abonodefactura
      anulalafactura anulafactura sustituyealafactura sustituyelafactura sustituyea corrigelafactura
      refafactura numerofacturarectificada nofacturarectificada originalinvoice
      originalinvoicenumber creditforinvoice relatedinvoice factureliee factureorigine
      facturedorigine ursprungsbelegnr ursprungsrechnung ursprungsrechnungnr korrekturzurechnung
      zurechnung zurrechnung originalrechnung correspondientealafactura facturadereferencia
      relativoalafactura rectificalafra facturarectificadan facturarectificadano
      facturasrectificadas rectifica rectificalanum rectificalan rectificalano
      oorspronkelijkefactuur fatturadiriferimento facturarectificadanum docrectificado
      rectificalafacturan rectificalafacturano rectificalafacturanum rectificaafacturan
      abonodefacturan abonodelafacturan abonodelafacturano sobrefactura sobrelafactura
      correctsinvoice facturaafectada sfactura sfacturano sfacturan sfacturanum sfra sfran sfrano
      sufacturarectificada
      frarectificada frasrectificada nfrarectificada facturaarectificar facturasarectificar
      nfacturaoriginal numerofacturaoriginal numerodefacturaoriginal nodefacturaoriginal
      referenciafacturarectificada referenciadelafacturarectificada refacturarectificada
      numerodefacturarectificada numerodelafacturarectificada facturaquemodifica facturamodificada
      facturaquesemodifica facturaqueserectifica facturasqueserectifican facturasustituida
      facturaquesustituye facturaqueseanula facturaanulada facturacorregida abonodenuestrafactura
      abonodesufactura abonodefra abonodelafra abonosobrefactura anulafra sustituyefactura corrigefactura
      corrigelafra corresponealafactura correspondealafactura facturacorrespondiente
      documentoquerectifica documentooriginal documentoorigen documentorectificativo fraorigen
      fraoriginal nfacturaorigen numerofacturaorigen facturaqueabona facturaabonada
      rectificalafacturanumero facturaquecorrige rectificatalafactura rectificaciodelafactura
      facturarectificadanumero ursprunglicherechnung ursprunglicherechnungsnummer
      ursprunglicherechnungsnr originalrechnungsnr originalrechnungsnummer originalrechnungnr
      bezugsrechnung korrigierterechnung korrigierterechnungnr korrigierterechnungsnummer
      stornierterechnung stornierterechnungnr stornozurechnung stornozurrechnung stornorechnungzu
      stornierungderrechnung stornoderrechnung gutschriftzurechnung gutschriftzurrechnung
      gutschriftzurechnungnr korrekturderrechnung rechnungskorrekturzurechnung zuunsererrechnung
      zurechnungnr zurrechnungnr zurechnungsnr zurechnungsnummer zurrechnungsnummer zuihrerrechnung
      vorgangerrechnung originalinvoiceno originalinvoicen originalinv correctedinvoice
      correctedinvoiceno creditedinvoice creditedinvoicenumber againstinvoice againstinvoiceno
      relatedinvoiceno relatedinvoicenumber referenceinvoice referencedinvoice precedinginvoice
      precedinginvoicereference invoicecorrected invoicecredited appliedtoinvoice cancelsinvoice
      replacesinvoice inrespectofinvoice relatestoinvoice annulelafacture annulelafacturen
      annuleetremplacelafacture annuleetremplacelafacturen avoirsurfacture avoirsurfacturen
      avoirsurlafacture surfacture surfacturen relatifalafacture relatifalafacturen
      facturerectifiee facturecorrigee factureinitiale factureannulee facturedereference
      factureoriginale nfactureorigine refactureorigine riffattura riffatturan rifatturan riffatt
      astornodellafattura stornofattura fatturaoriginale fatturacollegata fatturarettificata
      fatturastornata betreftfactuur correctieopfactuur origenelefactuur originelefactuur
      oorspronkelijkfactuurnummer creditopfactuur behorendbijfactuur referenteafatura relativoafatura
      faturadeorigem faturaoriginal faturaretificada faturarectificada documentodeorigem
    `),
  ],
  issueDate: [
    ...phrases(`
      fechafactura fechadefactura fechadelafactura fechafra fechadefra fechaemision fechadeemision
      fechadeexpedicion fechaexpedicion fechaexp expedicion emitidael emitida emision fechadocumento
      fechadedocumento expedidael fechadelafacturafechadelaentrega fechaoperacionyexpedicion
      ffactura fdefactura ffra fdeemision femision fexpedicion dataemissio datafactura datadefactura datadelafactura
      datademissio datadexpedicio ausgestelltam ausstelldatum erstelltam taxpoint fechaemisionfactura
      fechadefacturacion fechafacturacion fechaexped fexped fechadeldocumento fechaemisiondelafactura
      fechadeemisiondelafactura facturadael expedida expedidoel emitidoel datadelrebut fechatique
      invoicedate dateofissue issuedate dateissued issued issuedon
      billdate dateofinvoice documentdate creditnotedate rechnungsdatum belegdatum ausstellungsdatum
      datumderrechnung gutschriftsdatum rechnungvom datedefacture datefacture datedefacturation
      dateemission datedemission emisele datedavoir datedelafacture dataemissao datadeemissao
      datadafatura datafatura datafattura datadocumento datadiemissione datadelafattura factuurdatum
      fechayhora fechahora fechaticket rgdatum redatum datumfactuur fechadelticket fecharecibo
      fechadelrecibo dataticket fechafactsimplificada dataemision datadeemision datadaemision
      fechaemis facturadoel lugaryfecha lugaryfechadeexpedicion lugaryfechadeemision fechaexpedicionfactura
      fechadeexpedicionfactura fechadoc fechadocto fdoc fdocumento datafra fechaventa fechadeventa datadocument
      dataemissiofactura fechaemisionfra fecfactura fecfra fecemision fecdoc fecexpedicion diafactura
      datadexpedicion faktuladata fakturadata fakturarendata igorpendata emisiondata
    `),
  ],
  genericDate: [
    ...phrases(`
      fecha data date datum fec dia vom fechade fecharegistro fechaderegistro fecregistro
    `),
  ],
  dueDate: [
    ...phrases(`
      vencimiento vencimientos vto vtos vcto venc fechavencimiento fechadevencimiento vence venceel
      fvto fvencimiento fvenc fdevencimiento fdevto fechavto fechadevto fechalimitedepago fechalimitepago fechalimite pagarantesdel
      pagarantesde fechadecargo fechaprevistadecargo fechacargo fechacobro
      fechadecobro cargoel cargoencuentael fechadepago fechapago pagoel apagarel apagarantesdel
      fechadeadeudo fechaadeudo secargaraenlacuentael secargarael adeudoel pagaderoel mastardar
      venciment datavenciment datadevenciment duedate datedue due paymentdue paymentduedate payby
      dueon dueby payableby pleasepayby payuntil paybefore falligam fallig falligkeit
      falligkeitsdatum zahlbarbis zahlbar zahlungsziel zahlungbis zahlenbis nettobis
      ohneabzugbis ohneabschlagbis zahlbarohneabschlagbis zahlbarohneabzugbis uberweisensiebitte
      bitteuberweisensiebiszum zahlungsdatum faelligkeit faelligam echeance datedecheance
      dateecheance aregleravantle apayeravantle datelimitedepaiement dateecheancefacture
      payableavantle vencimento datadevencimento datavencimento pagarate scadenza datascadenza
      datadiscadenza scadenze vervaldatum tebetalenvoor vervaldag betalenvoor uiterstebetaaldatum
      abonarantesdel reglementle pagoantesdel mugaeguna mugaegunadata paymentdueby duedateforpayment plazodepagohasta plazodepago primervencimiento 1ervencimiento
      1vencimiento vencimiento1 pagoantesde fechadecargoencuenta diadecargo cargoprevistoel cargoprevisto
      vencimientofactura vtofra fvtos fechavtos vencimientoefecto vencimientoyimporte fechapagoprevista
      fechaprevistapago fechaprevistadepago pagoprevisto primervto fechadevenc fvcto venceen vencimientopago
      vencimientodelafactura fechavenc vtoel fecvto fecvencimiento vencimientodepago pagohasta limitepago cobroprevisto
      fechamaximadepago fechamaxpago pagueantesde secobraraeldia fechadeldebito fechadomiciliacion
      fechaadeudoprevista fechaprevistadeadeudo fechaprevistadecobro datadecarrec dataprevistadecarrec
      domiciliacionel secobrarael secobrara secargara secobrarapordomiciliacionel cargoprevisto zufallig einzugam einzugsdatum abbuchungam zahlbarspatestensam
      dataprevistadecobro limitedepago vencemento datadevencemento datavencemento epemuga
      epemugadata datalimitdepagament pagarantesde falligam venceel
    `),
  ],
  otherDate: [
    ...phrases(`
      fechapedido fechadelpedido fechadepedido fechaalbaran fechadealbaran fechadelalbaran periodo
      periododefacturacion periodofacturado periodofacturacion periododeconsumo fechadeentrega
      fechaentrega fechaoperacion fechadeoperacion fechaservicio fechadelservicio estancia entrada
      salida llegada supedido albaran albaranes alb skonto anticipo anticiporecibido recibidoel
      desde efecto fechaefecto fechadeefecto vigencia fechaalta evento fechaevento fechadelevento
      fechafraoriginal fechafacturaoriginal fechaoriginal datefactureorigine fechafacturarectificada fechadelafacturarectificada fechaimpresion impreso lectura
      lecturaanterior lecturaactual proximafactura proximalectura fechainicio fechafin contratode
      finalizacion finalizaciondelcontrato mesde correspondienteal serviciosde orderdate
      deliverydate shipdate shippingdate deliveryorservicedate billingperiod serviceperiod period
      checkin checkout arrival departure bestelldatum bestellungvom lieferdatum leistungsdatum
      lieferundleistungsdatum leistungszeitraum lieferleistungszeitraum abrechnungszeitraum
      lieferscheindatum auftragdatum auftragsdatum bestellung datedecommande datecommande
      datelivraison datedelivraison periode orderdatum leverdatum dataordine datapedido
      dataencomenda dataconsegna datadeentrega datacomanda   stand version
      fechavalor fechacontable betriebsferien
    `),
  ],
}
