import type { LabelKind } from '#app/reading/labels/label_kinds'
import { phrases } from '#app/reading/labels/phrases'

export const tableLabels: Partial<Record<LabelKind, string[]>> = {
  quantity: [
    ...phrases(`
      cantidad cant cantid cdad ctd ctdad uds ud unidades unid und cajas bultos kg kilos horas
      noches dias qty quantity qte quantite unites unite unita units anzahleinheiten nbunites nbreunites menge anzahl stk quantita qta quantidade qtd qtde aantal
      quantitat quant seats hours units pax ilosc iloscjm kgud kguds udkg udh udshoras horasud unids unidad numero
      stuck stck mge anzahlstunden std stunden tage quantites nbre nombre nb aantaluren uren litros servicios botellas piezas pzas h meses m2 palets
      jornadas unitats hab kop kopurua cantidade cantidades unit anz
    `),
  ],
  price: [
    ...phrases(`
      cena cenanetto cenajedn cenajednostkowa prezzounit prezzonetto tarief uurtarief stundensatz satz einzelpreisnetto nettopreisstk vkpreis
      prixunit prixunitht pvunitaire tarif precunitario valorunitario valorunit unitcost unitamount ratehr
      precio preciounit preciounitario preciou punitario punit pvp preciounidad tarifa precioud
      preciouni pu price unitprice rate preis einzelpreis nettopreis stuckpreis preiseinheit eppreis
      prixunitaire prix puht prezzo prezzounitario precounitario preco prijs prijsperstuk stukprijs
      preu preuunitari bruttopreis vkegeb preciokg preciohora eurud importeunitario punitarioivaexcl
      punitarioivaincl cuotamensual prezo prezounit prezounitario prezioa epreis eprijs precioneto netprice preuunit costeunitario eurunidad preciolitro
    `),
  ],
  description: [
    ...phrases(`
      descripcion descripciondelosservicios concepto conceptos detalle articulo producto servicio
      descripcionarticulo denominacion designacion description item items service product title
      details particulars bezeichnung beschreibung artikelbezeichnung artikelbeschreibung artikel
      produkt leistung designation libelle descrizione descricao designacao omschrijving descripcio
      concepte trabajos trabajosrealizados materia descripciondelservicio conceptofacturado
      descripciondeltrabajo azalpena kontzeptua deskribapena details detalles linea serviciosprestados descripcionconcepto articuloservicio activity
      voce descrizionebeneservizio descrizionedeibenieservizi beneoservizio prestazione nazwa nazwatowaru nazwatowarulubuslugi nazwauslugi
      leistungsbeschreibung beschreibungderleistung leistungsart text bezeichnungderleistung artikelname warenbezeichnung
      produktbezeichnung artikelomschrijving naam dienst product productomschrijving werkzaamheden nature natureprestation
      naturedelaprestation prestation prestations article articles intitule designationdesproduits designationdesprestations
      genero partida capitulo unidaddeobra designacaodoproduto produtos servicos descricaodosservicos descriptionofgoods
      descriptionofservices servicedescription productdescription itemdescription particular
    `),
  ],
  lineAmount: [
    ...phrases(`
      importe importes importeeur importeeuros importelinea importeneto totallinea imp subtotal
      total amount lineamount linetotal betrag summe gesamtpreis nettobetrag nettowert entgelt
      gesamt positionsbetrag montant montantht prixht totalht importo valor bedrag totaal import
      honorarios prijsinclbtw preciototal preciototalivaincl preciototalivaexcl neto net euros
      totale zenbatekoa totallinea preciototal lineatotal priceamount betragineur totalneto bruto cargo baseimponible value wert
    `),
  ],
  reference: [
    ...phrases(`
      ref referencia codigo cod codart codigoarticulo pos item sku artnr artikelnr code artnrkunde
      artnrlief lin linea no unsereartnr gtin codarticulo art
    `),
  ],
  title: [
    ...phrases(`
      factura facturas minuta minutadehonorarios recibo recibodeprima recibodealquiler invoice
      taxinvoice salesinvoice commercialinvoice retailinvoice  bill paymentreceipt
      receipt rechnung handelsrechnung rechnungfactura facture fatura faturarecibo fattura factuur
      fra faktura facturadeventa facturacomercial facturaelectronica facturaordinaria honorarios notadehonorarios liquidacion
      rechnungsdetails rechnungsdaten invoicedetails invoiceinformation datosdelafactura datosfactura
      detallesdelafactura detallesfactura detailsfacture detailsdelafacture factuurgegevens
      facturaoriginal facturacompleta fact fatturaaccompagnatoria fatturaimmediata
      fatturadifferita fatturaelettronica facturedacompte facturedesituation factureproforma honorarnote
      notadecargo facturadecargo notadecarrec belastungsanzeige notadiaddebito notula parcella cashmemo debitnote notadedebito liquidation zahlungsaufforderung gebuhrenbescheid
      faturarecibo facturavat fakturavat guestfolio taxinvoicereceipt
    `),
  ],
  creditTitle: [
    ...phrases(`
      facturarectificativa rectificativa facturadeabono facturaabono abono notadeabono
      facturarectificativaporsustitucion facturarectificativapordiferencias abonofactura creditnote
      creditmemo creditinvoice gutschrift rechnungskorrektur korrekturrechnung stornorechnung storno
      avoir factureavoir facturedavoir notedecredit notadecredito notadicredito notacredito
      creditnota creditfactuur facturarectificada facturarectificatva facturadabonament abonament
      facturarectificativan notadecredit
      gutschriftsanzeige gutschriftanzeige rechnungsgutschrift warengutschrift wertgutschrift retourengutschrift
      stornobeleg stornogutschrift rechnungsstorno storniert rechnungsberichtigung berichtigterechnung
      korrekturbeleg korrigierterechnung gutschriftzurrechnung creditadvice correctiveinvoice
      correctedinvoice refundinvoice refundnote salescreditmemo taxcreditnote notadabonament
      facturadabonament facturarectificadora facturarectificativasimplificada facturasimplificadarectificativa
      facturarectificativadeabono abonodefactura fraabono frarectificativa factrectificativa facturarect frarect
      factabono notadeabonoalcliente facturadedevolucion albarandeabono notadedevolucion
      facturerectificative factureduavoir noteavoir avoirn notadicreditoelettronica notadiaccredito
      notaaccredito notadicreditoaccredito notacreditotd04 creditnotafactuur retournota
      notadecreditofatura faturadecredito fakturazuzentzailea zuzentzefaktura abonufaktura
      zuzenketafaktura faturaretificativa notadecreditoretificativa fakturakorygujaca kreditnota kreditfaktura facturacorrectiva facturarectificatoria
    `),
  ],
  simplifiedTitle: [
    ...phrases(`
      facturasimplificada facturasimplificadan ticket tiquet tique frasimplificada factsimplificada
      fsimplificada facturasimplificadano simplificada scontrino kassenbon kassabon
      simplifiedinvoice frasimpl frasimplif factsimpl facsimpl fsimpl facturasimpl facturasimplif
      faturasimplificada ticketdecaja ticketdecompra ticketdeventa tiquetdecompra factsimplif fsimplif
      facsimplificada documentosimplificado tiquedecompra tiquedeventa facturasimplificadaticket
      ticketfacturasimplificada tiquesimplificado tiquetsimplificat facturasimplificat
      fakturasinplifikatua fakturasinplifikatu recibodecompra tiquetdecaixa ticketdecaisse
      comprobantedecompra frasimplno frasimplificadano facturasimplificadanum facturasimplificadanumero
      copiafacturasimplificada
    `),
  ],
  currency: [
    ...phrases(`
      wahrung rechnungswahrung moneda divisa currency devise valuta moeda betragein importesen
      importeseneuros
    `),
  ],
}
