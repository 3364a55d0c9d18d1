import type { LabelKind } from '#app/reading/labels/label_kinds'
import { phrases } from '#app/reading/labels/phrases'

const vatNames = [
  ...phrases(`
      iva vat mwst ust umsatzsteuer mehrwertsteuer tva btw ive bez
    `),
]

/** Every head with every addition: "Gesamtsumme brutto", "Importe total IVA incluido", "Rechnungsbetrag netto". */
const combined = (heads: string, additions: string): string[] =>
  phrases(heads).flatMap((head) => phrases(additions).map((addition) => `${head}${addition}`))
const totalHeads = `
      total totalfactura totaldelafactura totalgeneral importetotal importefactura totaldocumento
      totalapagar suma gesamtbetrag gesamtsumme gesamt summe rechnungsbetrag rechnungssumme endbetrag
      endsumme gesamtpreis totale totalefattura totaledocumento totaal totalfacture montanttotal
      invoicetotal totalamount amount grandtotal totalfatura
    `

export const amountLabels: Partial<Record<LabelKind, string[]>> = {
  total: [
    ...phrases(`
      total totalfactura totaldelafactura totaldefactura totalfra importetotal importetotalfactura
      importetotaldelafactura importetotaleuros totalapagar importetotalapagar totaleur totaleuros
      totale totalimporte totalimportefactura importefactura importedeestafactura importedelafactura
      importeafacturar totalrecibo totalprima primatotal liquido liquidoapercibir apercibir
      importeapercibir acobrar netoacobrar totalacobrar totalliquidoapercibir liquidoacobrar
      totaldelrecibo totalminutadehonorarios importedelrecibo totalliquido apagar aingresar
      totalaingresar importeliquido liquidoapagar totalgeneral totaldocumento totalconiva
      totalivaincluido totalivainc totalabono totalapercibir netoapagar netoapercibir totalaabonar
      importeaabonar importeapagar importecargo totaloperacion imptotal sumatotal totalcargo
      totalticket totalconimpuestos totalimpuestosincluidos totaltransferencia totaladevolver
      importeadevolver importeabono totalfacturaeur totalfacturaeuros totalmesyimpuestos
      totalrectificativa totalfacturarectificativa totaldiferencia totalfacturado totalminuta
      totalhonorarios importetotaldelrecibo totaleurosfactura importeliquidoapercibir restaapagar
      importtotal liquidapercebre totalrebut grandtotal invoicetotal totaldue totalamount
      totalinclvat totalincvat totalincludingvat totalpayable totalusd totalgbp totalinclusive
      amountpayable totalinvoice totalcredit gesamtbetrag gesamtsumme rechnungsbetrag endbetrag
      bruttosumme bruttobetrag gesamt gesamtbrutto rechnungssummebrutto       summeinklust summebrutto gesamtbetragbrutto gesamtpreis rechnungsendbetrag brutto zuzahlen
      gutschriftsbetrag rechnungsgesamtbetrag totalttc netapayer montantttc montanttotal totalttceur
      totalgeneralttc montanttotalttc totaltaxescomprises netapayerttc totaledocumento totalefattura
      importototale nettoapagare totaledapagare totaleivainclusa totaal totaalbedrag totaalinclbtw
      totaalinclusiefbtw tebetalen factuurbedrag totaalfactuur valortotal totalfatura valorapagar
      totaldodocumento totalcomiva gesamtbetragtotal totaleuro guztira guztirakoa ordaintzekoa
      totalfacturaimport fakturaguztira totaldafactura totalapagareur importeafavor
      rechnungssumme bruttogesamtbetrag gesamtbruttobetrag bruttogesamt endsumme zuzahlenderbetrag
      zahlungsbetrag bruttorechnungsbetrag forderungsbetrag erstattungsbetrag auszahlungsbetrag
      gutschriftbetrag totalamountdue totaltopay invoiceamount totalcharges totalprice netpayable
      ordertotal totalttcapayer montantapayer totalfacture soldeapayer montantdu importototaledocumento
      totalecomplessivo totaaltebetalen tebetalenbedrag factuurtotaal totalnetoapagar importeacobrar
      totalciva importapagar importtotalfactura totalapagareuros totaldeuda totales totalgeneralfactura
      totalanual totalaingreso importealiquidar totalacargo totaldelafra totaldefra totalafacturar totalfact importefinal totalfinal totalaabonareur totaleurosapagar
      totaldocumentoeur totalconigic totaligicincluido sumatotaleuros importetotalconiva totalfacturaconiva
      totaladomiciliar totalacargar importeadomiciliar importedomiciliado importedelafra totaldefinitivo
      totalcertificacion totalcertificacionobra totaldelacertificacion importedelacertificacion totalimporte totalimportefacturaeur totalimport
      importedelapresente importedelapresentefactura importedeesta importeintegro importetotalliquido
      soneuros totalaabonarporelcliente importetotaldelafra totalaliquidar totalliquidacion
      totalpvp pvptotal totaldocumentoeuros totalimportefra netofacturatotal importeadeudado
      importetotaldelafacturaeuros totalestafactura totaldeestafactura totalfacturaivaincluido
      zuzahlenderbeitrag beitraggesamt gesamtbeitrag jahresbeitragbrutto rechnungsbetragbrutto zahlungssumme
      zuuberweisen zuuberweisenderbetrag gesamtrechnungsbetrag rechnungstotal totalbetrag bruttopreisgesamt
      gesamtforderung gesamtkosten falligerbetrag zahlbarerbetrag abbuchungsbetrag lastschriftbetrag totalrechnung
      bruttoendsumme endbetragbrutto summetotal totalinclusivevat totalinclgst totalinvoicevalue invoicevalue totalvalue
      totalinclusiveofvat invoicegrandtotal amounttopay totalamountpayable paythisamount totalgross grosstotal
      grossamount totalaregler montantareglertotal sommeapayer totaltoutestaxescomprises montanttoutestaxescomprises
      montanttotalareglerttc netareglement totaldelafacture totaletvacomprise sommedue
      totaaltevoldoen tevoldoen tevoldoenbedrag totaalfactuurbedrag totaalinclusiefbtw totaalgeneraal eindtotaal
      eindbedrag notabedrag totaleareinteggio totaledovuto importodapagare importodovuto totaleapagare
      totaledapagareeuro nettodapagare totaledocumentoeuro totalepagare totalapagareur totalgeraldocumento
      totalcomimpostos montanteapagar totaldafatura apagareur importetotaldafactura totalafacturarconive
      guztiraordaintzeko ordaintzekoguztira fakturarenguztira importfactura totalrebuts totalapercebre
      dozaplaty razem attbetala totaltattbetala attbetalatotalt belopp atbetale totalaplatit celkem
      customsvalue tullvarde
      importtotalapagar totalpercebre totalacobrar totalareclamar montantnetapayer
    `),
    ...combined(
      totalHeads,
      `eur euro euros brutto inklmwst inklust inkltax inclmwst incmwst einschlmwst ivaincluido ivaincl
      ivainc coniva conimpuestos impuestosincluidos ttc inclvat incvat includingvat incltax inclbtw
      ivainclusa coniva ttceur bruttoeur eurbrutto`
    ),
  ],
  pending: [
    ...phrases(`
      totalpendiente pendiente quedaporpagar pendientedepago pendientedeabono restoapagar
      restopendiente saldopendiente saldo importependiente amountdue balancedue balance zahlbetrag
      offenerbetrag offenezahlungen resteapayer restantapayer openstaand resto restopormabonar
      adeudado totaladeudado deudatotal restaporpagar pendientedecobro totalpendientealafecha
      totalpendientedepago deudapendiente nochzuzahlen nochoffen restbetrag restforderung verbleibenderbetrag
      gesamtruckstand totaloutstanding outstandingbalance accountbalance soldearegler restedu nogtebetalen
      restantebetalen restodapagare saldodapagare saldofinal valorpendente
    `),
  ],
  previous: [
    ...phrases(`
      facturaoriginal facturarectificada facturaincorrecta importesoriginales importeincorrecto
      dondedice facturasustituida datosanteriores saldoanterior facturaanterior
      importefacturaanterior previousbalance deudaanterior pendienteanterior totalanterior ubertrag
      importesanteriores facturasanteriores importeoriginal importefacturaoriginal
      facturadoanteriormente baseoriginal cuotaoriginal
      deudasanteriores facturaspendientes recibospendientes importespendientesanteriores saldodeudoranterior
      vorherigersaldo altsaldo offenepostenalt saldovormonat anciensolde soldeprecedent
      vorigsaldo saldoprecedente certificacionesanteriores certificadoanterior broughtforward balancebroughtforward
      totaloriginal sumaysigue sumaanterior datosoriginales deciaantes decia antes original
      totalrectificado importerectificado
    `),
  ],
  current: [
    ...phrases(`
      facturacorregida facturacorrecta importecorregido importecorrecto debedecir corregido correcto
      rectificado nuevaimporte importenuevo diferencia datoscorregidos datoscorrectos
      facturasustituta trasrectificacion
    `),
  ],
  advance: [
    ...phrases(`
      anticipo anticiporecibido menosanticipo acuenta entregaacuenta entregasacuenta pagadoacuenta
      pagosacuenta provisiondefondos deposito prepaid paid amountpaid erhalteneanzahlungen anzahlung
      acompte acompteverse acconto voorschot entregado efectivo  cambio senal pagado
      paymentreceived devolucion tarjeta importeentregado cobrado sucambio entrega contado
      pagadoenefectivo pagadocontarjeta importepagado importerecibido yapagado abonado
      abonadoacuenta entregadoacuenta pagorecibido dejaregle abzuglichanzahlung abzglanzahlung anzahlungen
      bereitsbezahlt bereitsgezahlt bereitsgeleistet abschlagszahlung abschlagszahlungen geleisteteabschlage
      vorauszahlung vorkasse bezahlt bar barzahlung gegeben ruckgeld gezahlt lesspaid lesspayments paymentsreceived
      payments deposit depositpaid reedsbetaald aanbetaling voldaan betaald wisselgeld giapagato
      accontoversato troco pagamentorecebido adiantamento dejaydescontado paiementrecu dejapaye visa mastercard change cash card ahorro bestreta
    `),
  ],
  base: [
    ...phrases(`
      baseimponible baseimponibleeur bimponible bimponibl baseimp basei baseimpon base bases
      sumabases totalbases basesimponibles totalbase totalbaseimponible totalbasesimponibles neto
      importeneto totalneto sumaneto subtotal importetotalsinimpuestos totalsiniva baseimpiva bimpon biva basesimp importebaseimponible
      basedeimpuestos baseimpositiva valorneto totalbaseneta importetotalsiniva totalimporteneto sumanetos
      baseimponiblefactura importesiniva importedeestacertificacion totalbaseimp sumabase basetotal totalsinimpuesto importeantesdeiva importeantesdeimpuestos importesiniva
      totalsinimpuestos baseimponibleiva basesujeta basesujetaaiva totalhonorarios sumadehonorarios
      totalantesdeimpuestos importebase basecalculo baseiva baseimponibletotal totalexcluidoiva
      primaneta honorarios baseigic baseimponibleigic baseirpf importesinimpuestos ivaexcl
      sinimpuestos preciototalivaexcl totalbruto baseimposable baseimposabletotal baseip bi bimp
      netamount totalexclvat totalexvat totalnet net nettotal totalexcltax totalexcludingtax
      taxableamount taxablebase netto nettobetrag summenetto nettosumme gesamtnetto
      gesamtbetragnetto rechnungssummenetto rechnungssummenettoexclust rechnungssummeohneust
      basisbetrag steuerbasisbetrag steuerbasisbetragust zwischensumme bemessungsgrundlage nettowert
      warenwertnetto totalht montantht totalhorstaxes baseht totalnetht soustotal sousstotalht
      basetva imponibile totaleimponibile baseimponibileiva totaleimponibileeur exclusiefbtw
      totaalexclbtw subtotaal grondslag nettobedrag basetributavel incidencia valortributavel
      totaliliquido mercadoriaservicos netsub baseimponibleiva baseimponibel baseimponible
      baseimponiblee baseimponibleeuros baseimponible zergaoinarria zergaoinarriak
      oinarria baseimpoible baseimponiblesuma
      gesamtnettobetrag nettogesamtbetrag nettogesamt summepositionen summederpositionen nettobetraggesamt
      totalnetamount taxablevalue soustotalht imponibileiva totalenetto subtotale totalsemiva basetotal
      sumabasesimponibles totalantesdeiva baseimpuesto netototal netofactura importesnetos baseretencion
      basederetencion basesujetaaretencion baseirpf sumabase totalbi baseneta netosiniva importenetototal
      importeimponible totalimponible baseivaexcluido oinarrizergagarria oinarrizergagarriak zergaoinarriaguztira baseimponibletotaleur
      totalservicios totaltrabajos importeservicios importetrabajos importeantesimpuestos sumaantesdeiva
      baseimponibledeliva baseimpuestos basecota baseimponhible baseimpofactura sumanetaeuros
      netvalue totalnetvalue nettoverdi nettovarde nettorechnungsbetrag rechnungsbetragnetto nettoentgelt entgeltnetto
      nettorechnungswert beitragohneversicherungsteuer nettobeitrag gesamtnettopreis warennetto nettoumsatz
      steuerpflichtigerbetrag steuerpflichtigesentgelt umsatznetto netcharges netinvoiceamount goodstotal
      amountbeforetax valuebeforetax totaltaxablevalue montanthorstaxe montanttotalhorstaxes
      netht totalhorstaxe basehorstaxe assiette totaalexbtw totaalnetto nettototaal belastbaarbedrag
      maatstafvanheffing maatstaf totalemerceimponibile imponibilenetto totaleimponibileiva
      totalimponibile totalincidencia totalbasetributavel valorsemiva totaliliquidoeur baseimponhibel
      baseimponibel razemnetto wartoscnetto
      totalparcial basegravable baseliquidable
    `),
    ...combined(
      `${totalHeads} subtotal base zwischensumme amount soustotal importe net nettobetrag betrag`,
      `netto siniva sinimpuestos exclvat exvat excludingvat beforetax beforevat excltax ohnemwst ohneust
      exklmwst exklust zzglmwst horstaxes ht htva sansttva exclbtw exclusiefbtw semiva antesdeiva
      antesdeimpuestos nettoeur eurnetto senseiva`
    ),
  ],
  gross: [
    ...phrases(`
      totalbruto sumaimportes importebruto bruto sumaimporte totallineas suma positionssumme warenwert
      totalbrutto sumadeimportes importetotalbruto sumalineas totalarticulos mercancia
      totalmercancia totalemerce totalemercanzia totalmercaderia totalbultos totalalbaran subtotalalbaran totalalb sumaalbaran totalconceptos summe
      totalpartida totalpagina totalservicios totalseccion totaldepartamento subtotalseccion
    `),
  ],
  tax: [
    ...vatNames.flatMap((name) => [
      name,
      `cuota${name}`,
      `cuotade${name}`,
      `importe${name}`,
      `total${name}`,
      `${name}amount`,
      `${name}betrag`,
      `montant${name}`,
      `zzgl${name}`,
      `zuzugl${name}`,
      `zuzuglich${name}`,
      `${name}bedrag`,
      `totalcuota${name}`,
      `importede${name}`,
      `plus${name}`,
      `de${name}`,
      `${name}quota`,
      `${name}gesamt`,
      `${name}total`,
      `summe${name}`,
      `suma${name}`,
      `gesamt${name}`,
      `enthaltene${name}`,
      `inkl${name}`,
      `davon${name}`,
      `dont${name}`,
      `importo${name}`,
      `imposta${name}`,
      `totale${name}`,
      `totaal${name}`,
      `import${name}`,
      `cuotas${name}`,
      `cuotatotal${name}`,
      `valor${name}`,
      `${name}al`,
      `${name}a`,
      `${name}sobre`,
    ]),
    ...phrases(`
      cuota cuotas sumacuotas sumadecuotas impuesto impuestos totalimpuestos totalcuota totalcuotas
      tax salestax totaltax taxamount taxes totaltaxes taxe steuerbetrag steuer steuern gesamtsteuer
      summesteuer imposta totaleimposta quota quotaiva imposto valordoiva totaldoiva impost gst cst
      ivas ivasoportado ivasobre tvacollectee impostototal impiva ctaiva totalivaeur
      versicherungsteuer versicherungssteuer steuerbetraggesamt gesamtsteuerbetrag umsatzsteuerbetraggesamt
      importecuota cuotatributaria impuestosindirectos totalimpuesto sumaimpuestos impostos totalimpostos
      importeimpuestos importeimpuesto totaldeimpuestos ivarepercutido cuotaivarepercutido totalivas
      cuotarepercutida impuestorepercutido totalcuotasiva
      impuestosobreelvaloranadido impuestosobrevaloranadido impostsobreelvalorafegit balioerantsiarengainekozerga
      mehrwertsteuerbetrag gesetzlichemehrwertsteuer gesetzlicherumsatzsteuer gesetzlichermehrwertsteuer
      zzglgesetzlichermehrwertsteuer zuzuglichgesetzlichermehrwertsteuer zzglgesmwst zzglgesetzlmwst
      darinenthaltenemwst enthaltenemehrwertsteuer darinenthalteneumsatzsteuer enthaltenersteuerbetrag
      valueaddedtax vattotal totalvatamount taxesamount cgst sgst igst totalgst gstamount pst hst moms
      taxesurlavaleurajoutee montanttaxe montantdelatva totaltva taxetva impostasulvaloreaggiunto
      totaleimposte totaledelliva ivatotale totaaldebtw btwtotaal omzetbelasting belastingbedrag
      totaldeiva ivatotal valordoimposto totalimposto cotaive cotasive bezkuota bezazenbatekoa kwotavat podatekvat
    `),
  ],
  igic: [
    ...phrases(`
      igic cuotaigic importeigic totaligic cuotadeigic deigic impigic
    `),
  ],
  ipsi: ['ipsi', 'cuotaipsi', 'importeipsi', 'totalipsi', 'deipsi'],
  surcharge: [
    ...phrases(`
      re recargo recargoequivalencia recargodeequivalencia recargodeequiv recequiv requiv recargoeq
      cuotare importere rec receq recargosequivalencia reqv cuotarecargo requivalencia
      recequivalencia recarrec cuotarec req recargoequiv
    `),
  ],
  withholding: [
    ...phrases(`
      pfez pfezatxikipena atxikipena irpf retencion retencionirpf retenciondeirpf retenciones ret retirpf menosretencion menosirpf
      retencio retencioirpf retenciodirpf totalretencion importeretencion cuotairpf cuotaretencion
      retencionfiscal retencionacuentairpf retencionacuenta retencionacuentadelirpf retencionporirpf
      retenciondelirpf ritenutadacconto ritenuta ritenutaacconto retencaonafonte retencao
      retencaoirs withholdingtax withholding irnr retencionirnr retencionis dtoirpf deirpf
      retenciode retencionde retencionprofesional retarrendamientos retencionarrendamientos
    `),
  ],
  /** Kept back until the works are accepted: part of the total, not to be paid yet. */
  retained: [
    ...phrases(`
      retenciondegarantia retencionengarantia retencionporgarantia retenciongarantia retenciondegarantias
      retenciongarantias retencionesdegarantia retencionenconceptodegarantia retencionporgarantias retgarantia
      retdegarantia retengarantia garantiaretenida importeretenidoengarantia importegarantia garantiadeobra
      retenciondeobra retenciongarantiadeobra retenciondebuenaejecucion retencionporbuenaejecucion garantiabuenaejecucion
      retencionbuenfin fondodegarantia menosretenciondegarantia retenciodegarantia retenciogarantia retencioengarantia
      retencioperagarantia sicherheitseinbehalt gewahrleistungseinbehalt garantieeinbehalt
      einbehalt sicherheitseinbehaltung vertragserfullungseinbehalt retention retentionmoney lessretention
      guaranteeretention retentionguarantee warrantyretention performanceretention contractretention
      retenuedegarantie retenuegarantie retenuepourgarantie ritenutadigaranzia ritenutaagaranzia ritenutagaranzia
      ritenuteagaranzia retencaodegarantia retencaoporgarantia retencaogarantia garantiinnehalten garantieinhouding
    `),
  ],
  outlay: [
    ...phrases(`
      suplidos totalsuplidos suplido gastossuplidos tasasysuplidos suplidosytasas suplidosnosujetos
      importesuplidos suplertes outlays disbursements auslagen debours tasaturistica suplidosexentos
      pagosporcuentadelcliente despesesacargo bestretes
      tasaturisticaimpuesto impuestosobreestancias impuestosobreestanciasturisticas ecotasa impostturistic
      ortstaxe kurtaxe kurbeitrag citytax touristtax tourismtax taxedesejour tassadisoggiorno impostadisoggiorno
      toeristenbelasting taxaturistica gastospagadosporsucuenta durchlaufendeposten fremdkosten
      durchlaufenderposten beherbergungsabgabe beherbergungssteuer ubernachtungssteuer bettensteuer gastebeitrag
      gastosanticipados provisionesysuplidos
    `),
  ],
  exempt: [
    ...phrases(`
      exento exenta exentodeiva exentasdeiva operacionexenta operacionesexentas nosujeto
      nosujetaaiva nosujeta baseexenta importeexento exempt zerorated steuerfrei exonere esente
      isento exentas baseexentadeiva basenosujeta
    `),
  ],
  discount: [
    ...phrases(`
      descuento dto dtopp prontopago dtoprontopago dtoppago descuentoprontopago rebaja bonificacion
      discount rabatt abschlag remise sconto korting dtocomercial descuentocomercial descuentos
      dtogeneral dtoglobal descompte rappel importedto promocion skonto desconto descontocomercial descontofinanceiro totaldescuento totaldto dtos
    `),
  ],
  rate: [
    ...phrases(`
      % %iva iva% tipo tipoiva tipodeiva %igic igic% tipoigic %impuesto tasa %re re% %ret %irpf
      irpf% %rec tipoimpositivo porcentaje ust% %ust mwst% %mwst steuersatz steuersatz% rate vatrate
      taxrate vat% %vat tax% taxe% tauxtva taux aliquota %aliquota btw% tarief taxa %tva tva% tipus
      tipusiva ivatipo satz tipo% mwstsatz ustsatz %dto dto% %descuento %desc rec% %recargo %tipo
      %cuota %r r%
    `),
  ],
}
