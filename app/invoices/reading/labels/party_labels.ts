import type { LabelKind } from '#app/invoices/reading/labels/label_kinds'
import { phrases } from '#app/invoices/reading/labels/phrases'

const taxIdWords = [
  ...phrases(`
      nif cif nifcif cifnif nifiva vatid vatno vatnumber vat dni nie idfiscal taxid ustid ustidnr
      tva ntva notva btw btwnr partitaiva piva nipc contribuinte
    `),
]
const customerWords = [
  ...phrases(`
      cliente delcliente client titular customer comprador destinatario receptor kunde arrendatario
      tomador
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
      exmossenhores exmos clientes
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
      shippedby
    `),
  ],
  taxId: [
    ...taxIdWords,
    ...phrases(`
      niv codigofiscal identificacionfiscal numerodeidentificacionfiscal taxnumber ustidnummer
      umsatzsteuerid numerotva numerodetva tvaintracommunautaire ntvaintracommunautaire btwnummer
      codicefiscale euvat euossvat esvat vatregno vatregistrationnumber vies gstin vattin ustidentnr
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
      sunif sucif
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
