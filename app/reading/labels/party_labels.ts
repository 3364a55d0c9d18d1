import type { LabelKind } from '#app/reading/labels/label_kinds'
import { phrases } from '#app/reading/labels/phrases'

const taxIdWords = [
  ...phrases(`
      nif cif nifcif cifnif nifiva vatid vatno vatnumber vat dni nie idfiscal taxid ustid ustidnr
      tva ntva notva btw btwnr partitaiva piva nipc contribuinte
    `),
]
const customerWords = [
  ...phrases(`
      cliente delcliente client titular customer comprador destinatario receptor kunde arrendatario
      tomador klant acheteur buyer adquirente cessionario leistungsempfanger destinatari arrendatari
      kunden
    `),
]

export const partyLabels: Partial<Record<LabelKind, string[]>> = {
  customer: [
    ...phrases(`
      a cliente facturara facturadoa datosdelcliente datoscliente datosdefacturacion datosfacturacion
      direcciondefacturacion destinatario titular titulardelcontrato alaatencionde atencion att atn
      attn cobrara nombrecliente razonsocialcliente clientefacturacion facturarsea acargode
      comprador adquiriente adquirente receptor arrendatario arrendataria tomador tomadordelseguro
      asegurado abonado contratante pagador deudor sr sres senores empresacliente clienteempresa
      expedidaa emitidaa facturado librado client dadesdelclient dadesclient arrendatari destinatari
      billto billedto invoiceto invoicedto soldto customer customername customerdetails
      billingaddress guestname guest buyer chargeto kunde kaufer rechnungsempfanger
      leistungsempfanger kauferleistungsempfanger rechnungan rechnungsadresse auftraggeber facturea
      adressedefacturation destinataire acheteur committente cessionario cessionariocommittente
      datosfiscalescliente datosfiscalesdelcliente datosfiscales datosdecliente datosclientes
      clientefacturacion dadesfiscals dadesfiscalsclient dadesfacturacio facturara bezeroa
      bezeroarendatuak datosdefacturaciondelcliente clientefactura datosdocliente
      srsres sresras senoressenoras senorsenores inquilino inquilina llogater llogatera nomclient nombrecliente clienteobra facturaraa
      promotor promotora facturadaa compradora receptora titularcontrato datosdelcomprador
      clienteydireccion datosdelabonado datosdeltitular facturaanombrede razonsocialdelcliente propiedadpromotor promotorpropiedad propietariopromotor recibide recibidode herecibidode recibimosde hemosrecibidode anombrede datosdelarrendatario datosdelreceptor receptordelafactura destinatariodelafactura destinatariofactura
      datosdeldestinatario titulardelsuministro titulardelservicio usuario
      spettle spett intestatario klant aan an to para factuuradres factuuraan exmosenhores
      exmossenhores exmos clientes exmosrs exmossrs exmosr exmosenhor exmosrsres
      expedidaanombrede emitidaanombrede facturaanombre extendidaa libradaa giradaa facturadaanombrede
      informationenzumkaufer angabenzumkaufer kundendaten ausgestelltfur ausgestelltan besteller
      empfanger herrn frau familie anfirma andiefirma rechnungsanschrift kundenanschrift mieter
      versicherungsnehmer gast patient paciente rechnungfur leistungan
      facturea facturera factureea emisea etablieapour clientfacture preneur abonne titulaireducontrat metmme mmme
      alattentionde doit destinatairedelafacture locataire
      spettabile egregio fatturarea fatturatoa intestatariofattura datidelcliente destinatariofattura conduttore
      factuurontvanger debiteur gefactureerdaan afnemer opdrachtgever koper tav terattentievan huurder
      faturara faturadoa dadosdocliente adquirentedosbens nabywca kupujacy klient
      mandant mandantin klientin kund kopare faktureratill faktureringsadress koeber faktureresti
      purchaser clientname debtor tenant billingdetails invoiceaddress invoicerecipient
      adquirent dadesdefacturacio hartzailea jasotzailea eroslea bezeroarendatuak facturaenviadaa
    `),
  ],
  provider: [
    ...phrases(`
      proveedor emisor vendedor vendidopor expide expedidapor expedidopor emitidapor emitidopor
      facturadopor facturadapor datosdelemisor datosemisor datosdelproveedor arrendador arrendadora
      propietario propietaria acreedor prestador prestadordelservicio razonsocialemisor
      obligadoaexpedir emissor proveidor venedor entidadaseguradora comercializadora expedidor
      profesional suministrador explotadopor gestionadopor operadopor regentadopor unamarcade
      establecimientode seller soldby from supplier vendor issuedby billedby billfrom invoicefrom
      verkaufer rechnungsersteller lieferant rechnungssteller leistungserbringer vendeur fournisseur
      emetteur cedente prestatore cedenteprestatore fornitore mittente fornecedor emitente
      leverancier verkoper afzender
      porcuentade porcuentadel ennombrede ennombredel ennombreyporcuentade ennombreyporcuentadel
      pornombreycuentade prestadopor serviciosprestadospor vendidoyenviadopor vendidoyfacturadopor
      informationenzumverkaufer angabenzumverkaufer verkauferdaten rechnungsteller aussteller ausgestelltvon
      imnamenvon imnamenundaufrechnungvon verkauftvon verkaufdurch vermieter absender auftragnehmer
      prestataire emisepar vendupar vendueparfactureepar bailleur aunomde aunometpourlecomptede
      emittente venditore emessada vendutoda locatore pernomeepercontodi
      saljare leverantor avsandare saelger leverandor
      verkochtdoor gefactureerddoor opdrachtnemer verhuurder namens
      vendidoeenviadopor senhorio sprzedawca wystawca dostawca
      provider serviceprovider merchant landlord payableto remitto makepaymentto invoicedby issuer issuingcompany onbehalfof
      datosdelaempresaemisora saltzailea hornitzailea igorlea provedor
      propiedad lapropiedad arrendadorpropietario propietat datosdelarrendador
      datosdelaempresa datosempresa nuestrosdatos emisorfactura entidademisora empresaemisora emisordelafactura datosdelvendedor prestadordelosservicios
    `),
  ],
  otherParty: [
    ...phrases(`
      agentecomercial representantecomercial delegadocomercial agentedeventas operadorlogistico
      agenciadetransportes enviadopor enviara direcciondeentrega direccionentrega direcciondeenvio lugardeentrega
      entregaren entregara entregadoen entregaen transportista transporte operadordeplataforma
      plataforma intermediario aseguradora aseguradoradeenvios representante representantefiscal
      agente mediador corredor administradordefincas administrador gestor depositario ejecutado
      establecimiento puntodesuministro direcciondesuministro distribuidora softwarede programade
      impresopor destinatariodelamercancia contraparte garante fabricante shipto shippingaddress
      deliveryaddress deliverto deliveryto lieferadresse lieferanschrift warenempfanger
      abweichenderwarenempfanger steuerbevollmachtigter steuerbevollmachtigterdesverkaufers
      zahlungsempfanger abweichenderzahlungsempfanger adressedelivraison livrea contactcommercial
      afleveradres luogodidestinazione destinazione moradadeentrega adrecadelliurament collectedby
      leveransadress mottagare kontaktperson
      shippedby lieferungan versandan bezorgadres leveradres luogodiconsegna indirizzodispedizione destinazionemerce
      vettore trasportatore transporteur lieudelivraison localdeentrega localdedescarga localdecarga
      enderezodeentrega entregahelbidea shipper consignee notifyparty poweredby fulfilledby spediteur
      frachtfuhrer cargador remitente consignatario porteador companiaaseguradora correduria direcciondelaobra
      lugardelaobra lugardeprestacion direcciondelservicio sitiodelservicio leistungsort leistungsempfangerabweichend
      sachbearbeiter ansprechpartner versandadresse
    `),
  ],
  taxId: [
    ...taxIdWords,
    ...phrases(`
      niv codigofiscal identificacionfiscal numerodeidentificacionfiscal taxnumber ustidnummer
      umsatzsteuerid numerotva numerodetva tvaintracommunautaire ntvaintracommunautaire btwnummer
      codicefiscale identificativofiscale identificativofiscaleaifiniiva euvat euossvat esvat vatregno vatregistrationnumber vies gstin vattin ustidentnr
      umsatzsteueridentifikationsnummer umsatzsteueridnr uststid ustnr mwstnummer numeroidentificacionfiscal
      numerofiscal numerodecontribuinte ncontribuinte ncontrib nifnipc nipc codfiscale cfpiva pivacf
      tvaintracom tvaintra numtva ntvaintra idtva numerodetvaintracommunautaire btwid btwidnummer nip vatreg
      vatregistrationno vatregistration taxregistrationnumber taxno
      ifz ifk ifkz bezzk mwstnr uid uidnr nifcontribuinte vatidustidnr
    `),
  ],
  customerTaxId: taxIdWords
    .flatMap((word) =>
      customerWords.flatMap((customer) => [
        `${word}${customer}`,
        `${word}de${customer}`,
        `${word}der${customer}`,
        `${customer}${word}`,
      ])
    )
    .concat([
      ...phrases(`
      ihreustidnr ihreustid suvat yourvat yourvatnumber customervat votrentva kundenustid ntvaclient
      sunif sucif vncontribuinte vncontrib vossoncontribuinte vcontrib vnif customervatno customersvatnumber
      yourvatno yourvatid yourvatregno clientvat tvaclient numtvaclient ntvaacheteur btwnummerklant uwbtwnummer uwbtwnr
      pivacliente partitaivacliente nifadquirente contribuintecliente ustiddeskunden ihreumsatzsteuerid
      ihreustidentnr ihreuid ihreustidnummer
    `),
    ]),
  iban: [
    ...phrases(`
      iban ibannr cuenta ccc cc cta ctabancaria cuentabancaria numerodecuenta ncuenta transferenciaa
      ingresoen ingresoencc abonenen abonaren bankaccount bankverbindung banco bank domiciliacion
      compte conto rekening pagoa nib
    `),
  ],
}
