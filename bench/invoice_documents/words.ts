/** What suppliers print, by language: several wordings a label, of which each layout uses one. */
export type Language = 'es' | 'ca' | 'eu' | 'gl' | 'en' | 'de' | 'fr' | 'it' | 'pt' | 'nl'

/** What a label is of. */
export type Word =
  | 'title'
  | 'titleCredit'
  | 'titleSimplified'
  | 'number'
  | 'series'
  | 'date'
  | 'due'
  | 'customer'
  | 'customerNo'
  | 'taxId'
  | 'base'
  | 'quota'
  | 'rate'
  | 'total'
  | 'toPay'
  | 'subtotal'
  | 'discount'
  | 'qty'
  | 'desc'
  | 'price'
  | 'amount'
  | 'disc'
  | 'code'
  | 'unit'
  | 'transfer'
  | 'debit'
  | 'card'
  | 'cash'
  | 'payment'
  | 'account'
  | 'period'
  | 'order'
  | 'contract'
  | 'note'
  | 'page'
  | 'carry'
  | 'brought'
  | 'withholding'
  | 'suplidos'
  | 'previous'
  | 'paid'
  | 'rectifies'
  | 'reverse'
  | 'phone'
  | 'thanks'
  | 'exempt'

/** A label a line, its wordings parted by bars. What a language does not name is printed as in Spanish. */
const LISTS: Record<Language, string> = {
  es: `
    title = FACTURA|Factura|FACTURA DE VENTA|Factura comercial|FRA.|Factura ordinaria
    titleCredit = FACTURA RECTIFICATIVA|Factura rectificativa|FACTURA DE ABONO|Abono|Nota de abono
    titleSimplified = FACTURA SIMPLIFICADA|Factura simplificada|TICKET - FACTURA SIMPLIFICADA
    number = Nº factura|Factura nº|Número|Número de factura|N.º|Nº fra.|Documento|Núm. factura|Nº Doc.|Factura
    series = Serie
    date = Fecha|Fecha factura|Fecha de emisión|Fecha de expedición|F. factura|Emitida el|Fecha fra.|Fecha doc.
    due = Vencimiento|Fecha de vencimiento|Vto.|Fecha vto.|Vence el|Pagar antes de|F. Vencimiento
    customer = Cliente|Facturar a|Datos del cliente|Destinatario|Sr./Sres.|Datos fiscales cliente|Cliente facturación
    customerNo = Cód. cliente|Cliente nº|Nº cliente|Código de cliente
    taxId = CIF|NIF|C.I.F.|N.I.F.|NIF/CIF|CIF/NIF|N.I.F
    base = Base imponible|B. imponible|Base imp.|Importe neto|Base|Total base imponible|B.I.
    quota = Cuota IVA|Importe IVA|Cuota|IVA
    rate = % IVA|Tipo|Tipo IVA|%|Tipo impositivo
    total = TOTAL FACTURA|Total|TOTAL|Total factura|Importe total|TOTAL EUR|Total a pagar|Importe total factura|TOTAL €|Líquido a percibir
    toPay = A pagar|Pendiente de pago|Total pendiente|Saldo a su cargo|Importe pendiente
    subtotal = Subtotal|Suma|Importe bruto|Total líneas|Total bruto
    discount = Descuento|Dto.|Dto. P.P.|Descuento pronto pago|Dto. comercial
    qty = Cantidad|Cant.|Uds.|Unidades|Ctd.
    desc = Descripción|Concepto|Artículo|Detalle|Servicio|Producto
    price = Precio|P. unit.|Precio unitario|Precio ud.|€/ud|Tarifa
    amount = Importe|Total|Neto|Importe €|Total línea
    disc = % Dto.|Dto.|Dto|Desc. %
    code = Código|Ref.|Cód.|Art.|Referencia
    unit = Ud.|Unidad|UM|Medida
    transfer = Transferencia bancaria|Transferencia|Pago por transferencia a|Transferencia 30 días
    debit = Domiciliación bancaria|Recibo domiciliado|Adeudo SEPA en su cuenta|Cargo en cuenta|Recibo bancario
    card = Pagado con tarjeta|Tarjeta de crédito VISA|Pago con tarjeta
    cash = Contado|Efectivo
    payment = Forma de pago|Medio de pago|Condiciones de pago|Pago
    account = IBAN|Cuenta|C/C|Nº de cuenta|Cuenta de abono|Ingresar en
    period = Periodo|Periodo facturado|Periodo de facturación
    order = Su pedido|Pedido|Nº pedido|Ref. pedido
    contract = Contrato|Nº contrato|Ref. contrato
    note = Albarán|Alb. nº|Nuestro albarán
    page = Página|Pág.|Hoja
    carry = Suma y sigue|SUMA Y SIGUE|Suma parcial
    brought = Suma anterior|Viene de la página anterior
    withholding = Retención IRPF|IRPF|Ret. IRPF|Retención
    suplidos = Suplidos|Gastos suplidos|Suplidos (no sujetos)
    previous = Saldo anterior|Facturas anteriores pendientes|Deuda anterior
    paid = Entregado a cuenta|Anticipo recibido|Pagado a cuenta
    rectifies = Rectifica a|Factura rectificada|Rectifica la factura nº|Fra. que se rectifica
    reverse = Inversión del sujeto pasivo (art. 84.Uno.2º Ley 37/1992)|Operación con inversión del sujeto pasivo
    phone = Tel.|Tfno.|Teléfono
    thanks = Gracias por su confianza.|Le agradecemos su compra.|
    exempt = Operación exenta de IVA según el artículo 20 de la Ley 37/1992.
  `,
  ca: `
    title = FACTURA|Factura
    titleCredit = FACTURA RECTIFICATIVA|Abonament
    titleSimplified = Factura simplificada
    number = Núm. factura|Factura núm.|Número
    series = Sèrie
    date = Data|Data factura|Data d’emissió
    due = Venciment|Data de venciment
    customer = Client|Dades del client
    customerNo = Codi client
    taxId = NIF|CIF
    base = Base imposable
    quota = Quota IVA|Import IVA
    rate = % IVA|Tipus
    total = TOTAL FACTURA|Import total|Total a pagar
    toPay = Pendent de pagament
    subtotal = Suma|Import brut
    discount = Descompte
    qty = Quantitat|Unitats
    desc = Descripció|Concepte
    price = Preu|Preu unitari
    amount = Import
    disc = % Dte.
    code = Codi|Ref.
    unit = Ut.
    transfer = Transferència bancària
    debit = Rebut domiciliat
    card = Targeta
    cash = Comptat
    payment = Forma de pagament
    account = IBAN|Compte
    period = Període facturat
    order = Comanda
    contract = Contracte
    note = Albarà
    page = Pàgina|Full
    carry = Suma i segueix
    brought = Suma anterior
    withholding = Retenció IRPF
    suplidos = Suplerts
    previous = Saldo anterior
    paid = Lliurat a compte
    rectifies = Rectifica la factura
    reverse = Inversió del subjecte passiu
    phone = Tel.
    thanks = Gràcies per la vostra confiança.
    exempt = Operació exempta d’IVA, article 20 de la Llei 37/1992.
  `,
  eu: `
    title = FAKTURA
    titleCredit = FAKTURA ZUZENTZAILEA
    titleSimplified = Faktura sinplifikatua
    number = Faktura zk.|Faktura zenbakia
    date = Data|Faktura-data
    due = Epemuga|Mugaeguna
    customer = Bezeroa
    customerNo = Bezero-kodea
    taxId = IFZ|IFK|NIF/IFZ
    base = Zerga-oinarria|Oinarria
    quota = BEZ kuota
    rate = % BEZ
    total = GUZTIRA|FAKTURA GUZTIRA|Guztira
    toPay = Ordaintzeke
    subtotal = Batura
    discount = Deskontua
    qty = Kopurua|Kop.
    desc = Azalpena|Kontzeptua
    price = Prezioa
    amount = Zenbatekoa
    disc = % Desk.
    code = Kodea
    unit = Unit.
    transfer = Banku-transferentzia
    debit = Banku-helbideratzea
    card = Txartela
    cash = Eskura
    payment = Ordainketa-modua
    account = IBAN|Kontua
    period = Aldia
    order = Eskaera
    contract = Kontratua
    note = Albarana
    page = Orria
    withholding = PFEZ atxikipena
    phone = Tel.
    thanks = Eskerrik asko.
    rectifies = Zuzendutako faktura
  `,
  gl: `
    title = FACTURA
    number = Nº factura|Factura nº
    date = Data|Data de emisión
    due = Vencemento
    customer = Cliente
    taxId = NIF|CIF
    base = Base impoñible
    quota = Cota IVE
    rate = % IVE|Tipo
    total = TOTAL FACTURA|Importe total
    subtotal = Suma
    discount = Desconto
    qty = Cantidade
    desc = Descrición|Concepto
    price = Prezo
    amount = Importe
    code = Código
    payment = Forma de pagamento
    transfer = Transferencia bancaria
    debit = Recibo domiciliado
    period = Período
    order = Pedimento
    note = Albará
    page = Páxina
    thanks = Grazas pola súa confianza.
    account = IBAN|Conta
    withholding = Retención IRPF
  `,
  en: `
    title = INVOICE|Invoice|Tax invoice
    titleCredit = CREDIT NOTE|Credit memo
    titleSimplified = Receipt
    number = Invoice number|Invoice no.|Invoice #|Number
    series = Series
    date = Invoice date|Date|Date of issue|Issued
    due = Due date|Payment due|Due
    customer = Bill to|Billed to|Customer|Invoice to
    customerNo = Account no.|Customer ID
    taxId = VAT no.|VAT ID|VAT Reg. No.|Tax ID
    base = Net amount|Subtotal|Total excl. VAT|Taxable amount
    quota = VAT amount
    rate = VAT %|VAT rate|Rate
    total = Total|Invoice total|Total amount|Grand total|Total incl. VAT
    toPay = Amount due|Balance due
    subtotal = Subtotal|Sum of items
    discount = Discount
    qty = Qty|Quantity|Units
    desc = Description|Item|Details
    price = Unit price|Rate|Price
    amount = Amount|Line total
    disc = Disc. %
    code = Item no.|SKU|Ref
    unit = Unit
    transfer = Bank transfer|Wire transfer
    debit = Direct debit
    card = Paid by card ending 4471
    cash = Cash
    payment = Payment method|Terms|Payment
    account = IBAN|Bank account
    period = Billing period|Service period
    order = PO number|Your order
    contract = Contract
    note = Delivery note
    page = Page
    carry = Carried forward
    brought = Brought forward
    withholding = Withholding tax
    previous = Previous balance
    paid = Payments received
    rectifies = Original invoice
    reverse = Reverse charge: VAT to be accounted for by the recipient (Art. 196 Directive 2006/112/EC)|VAT reverse charge applies
    phone = Phone
    thanks = Thank you for your business.
    exempt = Exempt from VAT.
    suplidos = Disbursements
  `,
  de: `
    title = Rechnung|RECHNUNG
    titleCredit = Gutschrift|Rechnungskorrektur
    number = Rechnungsnummer|Rechnungs-Nr.|Rechnung Nr.|Beleg-Nr.
    date = Rechnungsdatum|Datum|Belegdatum
    due = Fällig am|Zahlbar bis|Fälligkeit
    customer = Rechnungsempfänger|Kunde
    customerNo = Kundennummer|Kd.-Nr.
    taxId = USt-IdNr.|USt-ID|Ust-Id-Nr.
    base = Nettobetrag|Summe netto|Zwischensumme netto|Warenwert netto
    quota = MwSt.-Betrag|USt.
    rate = MwSt. %|USt %
    total = Rechnungsbetrag|Gesamtbetrag|Endbetrag|Gesamtsumme brutto
    toPay = Offener Betrag
    subtotal = Zwischensumme
    discount = Rabatt
    qty = Menge|Anz.
    desc = Bezeichnung|Beschreibung|Leistung
    price = Einzelpreis|E-Preis
    amount = Betrag|Gesamt|G-Preis
    disc = Rabatt %
    code = Art.-Nr.|Pos.
    unit = ME|Einheit
    transfer = Überweisung
    debit = SEPA-Lastschrift
    card = Kreditkarte
    payment = Zahlungsart|Zahlungsbedingung
    account = IBAN
    period = Leistungszeitraum
    order = Ihre Bestellung|Auftrags-Nr.
    contract = Vertrag
    note = Lieferschein
    page = Seite
    carry = Übertrag
    brought = Übertrag
    rectifies = zu Rechnung
    reverse = Steuerfreie innergemeinschaftliche Lieferung|Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)
    phone = Tel.
    thanks = Wir danken für Ihren Auftrag.
    exempt = Umsatzsteuerfrei.
  `,
  fr: `
    title = FACTURE|Facture
    titleCredit = AVOIR|Facture d’avoir
    number = Facture n°|N° de facture|Numéro
    date = Date|Date de facture|Date d’émission
    due = Échéance|Date d’échéance|À payer avant le
    customer = Client|Facturé à|Adresse de facturation
    customerNo = Code client|N° client
    taxId = N° TVA|TVA intracom.|N° TVA intracommunautaire
    base = Total HT|Montant HT|Base HT
    quota = Montant TVA|TVA
    rate = Taux TVA|Taux
    total = Total TTC|TOTAL TTC|Net à payer|Montant TTC
    toPay = Reste dû|Solde dû
    subtotal = Sous-total
    discount = Remise
    qty = Qté|Quantité
    desc = Désignation|Description
    price = P.U. HT|Prix unitaire
    amount = Montant HT|Total HT
    disc = Rem. %
    code = Réf.
    unit = Unité
    transfer = Virement bancaire|Virement
    debit = Prélèvement
    card = Carte bancaire
    payment = Mode de règlement|Règlement
    account = IBAN
    period = Période
    order = Votre commande|Commande n°
    contract = Contrat
    note = BL n°
    page = Page
    carry = À reporter
    brought = Report
    rectifies = Facture d’origine
    reverse = Autoliquidation de la TVA|Exonération de TVA, art. 262 ter I du CGI
    phone = Tél.
    thanks = Merci de votre confiance.
    exempt = Exonéré de TVA.
  `,
  it: `
    title = FATTURA|Fattura
    titleCredit = NOTA DI CREDITO
    number = Fattura n.|N. fattura|Numero documento
    date = Data|Data fattura|Del
    due = Scadenza|Data scadenza
    customer = Cliente|Spett.le|Intestatario
    customerNo = Cod. cliente
    taxId = P. IVA|Partita IVA|P.IVA
    base = Imponibile|Totale imponibile
    quota = Imposta|IVA
    rate = Aliquota|% IVA
    total = Totale fattura|TOTALE DOCUMENTO|Totale da pagare|Totale
    toPay = Residuo
    subtotal = Totale merce
    discount = Sconto
    qty = Q.tà|Quantità
    desc = Descrizione
    price = Prezzo|Prezzo unit.
    amount = Importo
    disc = Sc. %
    code = Articolo|Cod.
    unit = U.M.
    transfer = Bonifico bancario|Bonifico
    debit = Addebito SDD
    card = Carta di credito
    payment = Modalità di pagamento|Pagamento
    account = IBAN
    period = Periodo
    order = Vs. ordine
    contract = Contratto
    note = DDT n.
    page = Pagina|Pag.
    carry = Riporto
    brought = Riporto
    rectifies = Rif. fattura
    reverse = Operazione non imponibile art. 41 D.L. 331/93|Inversione contabile
    phone = Tel.
    thanks = Grazie.
    exempt = Esente.
  `,
  pt: `
    title = FATURA|Fatura
    titleCredit = NOTA DE CRÉDITO
    number = Fatura n.º|N.º documento|Fatura
    date = Data|Data de emissão
    due = Vencimento|Data de vencimento
    customer = Cliente|Exmo.(s) Sr.(s)
    customerNo = N.º cliente
    taxId = NIF|Contribuinte n.º|NIPC
    base = Base de incidência|Total ilíquido|Incidência
    quota = Valor IVA|Total IVA
    rate = Taxa|% IVA
    total = Total|TOTAL (EUR)|Total a pagar|Total do documento
    toPay = Em dívida
    subtotal = Total mercadoria
    discount = Desconto
    qty = Qtd.|Quantidade
    desc = Descrição|Designação
    price = Preço unit.|Pr. unitário
    amount = Valor|Total líquido
    disc = Desc. %
    code = Artigo|Cód.
    unit = Un.
    transfer = Transferência bancária
    debit = Débito direto
    card = Cartão de crédito
    payment = Modo de pagamento|Condições
    account = IBAN
    period = Período
    order = V. encomenda
    contract = Contrato
    note = Guia n.º
    page = Pág.
    carry = A transportar
    brought = Transporte
    rectifies = Documento de origem
    reverse = IVA - autoliquidação|Isento nos termos do art. 14.º do RITI
    phone = Tel.
    thanks = Obrigado pela preferência.
    exempt = Isento.
  `,
  nl: `
    title = FACTUUR|Factuur
    titleCredit = CREDITNOTA
    number = Factuurnummer|Factuurnr.
    date = Factuurdatum|Datum
    due = Vervaldatum|Te betalen vóór
    customer = Klant|Factuuradres
    customerNo = Klantnummer|Debiteurnr.
    taxId = BTW-nummer|Btw-nr.|BTW nr.
    base = Totaal excl. btw|Subtotaal excl. BTW
    quota = Btw|BTW-bedrag
    rate = Btw %|BTW-tarief
    total = Totaal incl. btw|Te betalen|Totaalbedrag
    toPay = Openstaand
    subtotal = Subtotaal
    discount = Korting
    qty = Aantal
    desc = Omschrijving
    price = Prijs|Stukprijs
    amount = Bedrag|Totaal
    disc = Korting %
    code = Artikel|Art.nr.
    unit = Eenh.
    transfer = Overboeking|Bankoverschrijving
    debit = Automatische incasso
    card = Creditcard
    payment = Betaalwijze|Betaling
    account = IBAN|Rekening
    period = Periode
    order = Uw order|Bestelling
    contract = Contract
    note = Pakbon
    page = Pagina|Blad
    carry = Transport
    brought = Transport
    rectifies = Oorspronkelijke factuur
    reverse = Btw verlegd|Intracommunautaire levering 0% btw
    phone = Tel.
    thanks = Bedankt voor uw bestelling.
    exempt = Vrijgesteld van btw.
  `,
}

const WORDS = new Map(Object.entries(LISTS).map(([language, list]) => [language, parsed(list)]))

function parsed(list: string): Map<string, string[]> {
  const rows = list.trim().split('\n')
  return new Map(
    rows.map((row) => {
      const [key = '', wordings = ''] = row.split(' = ').map((part) => part.trim())
      return [key, wordings.split('|')]
    })
  )
}

/** The wordings of a label in a language. */
export function wordings(language: Language, word: Word): readonly string[] {
  return WORDS.get(language)?.get(word) ?? WORDS.get('es')?.get(word) ?? [word]
}

/** What the tax is called on paper. */
export const TAX_NAMES: Record<Language, string> = {
  es: 'IVA',
  ca: 'IVA',
  eu: 'BEZ',
  gl: 'IVE',
  en: 'VAT',
  de: 'MwSt.',
  fr: 'TVA',
  it: 'IVA',
  pt: 'IVA',
  nl: 'btw',
}

const MONTH_TEXT: Record<Language, string> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  ca: 'gener febrer març abril maig juny juliol agost setembre octubre novembre desembre',
  eu: 'urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua',
  gl: 'xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro',
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
}

/** Name of a month (1 to 12). */
export function monthName(language: Language, month: number): string {
  return MONTH_TEXT[language].split(' ')[month - 1] ?? ''
}
