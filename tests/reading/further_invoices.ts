import type { PrintedInvoice } from '#tests/reading/printed_invoices'

/**
 * Invoices in further layouts, written before the reader was run on them: at first sight it read 224 of their 234
 * fields. Rules were mended by what it missed, so that they are no unseen set any more but keep what was gained.
 */
export const furtherInvoices: PrintedInvoice[] = [
  {
    name: 'ascensores, datos en tabla de cuatro casillas',
    text: `
  ELEVADORES NORTE ATLÁNTICO, S.A.                                            FACTURA DE MANTENIMIENTO
  Pol. Ind. de Bens, parcela 14 - 15008 A Coruña
  C.I.F. A46301826   Tfno. 981 555 010

  +----------------+--------------+---------------+-------------------+
  N.º documento      F. emisión     N.º contrato    Instalación
  MT-26/0007781      01/07/2026     C-55120         4417-B
  +----------------+--------------+---------------+-------------------+

  Gestora de Alojamientos Brisa, S.L.U.
  Rúa do Mar 8, 15001 A Coruña
  C.I.F. B88302179

  Cuota trimestral de mantenimiento, 2 aparatos                    612,00
  Recargo por asistencia 24 h                                       48,50
                                              Suma                 660,50
                                              IVA 21,00 %          138,71
                                              A PAGAR              799,21 EUR

  Domiciliación en su cuenta ES** **** **** **** **** 7719 el día 10/07/2026
`,
    expected: {
      providerName: 'Elevadores Norte Atlántico, S.A.',
      providerTaxId: 'A46301826',
      providerIban: null,
      customerTaxId: 'B88302179',
      invoiceNumber: 'MT-26/0007781',
      issueDate: '2026-07-01',
      dueDate: '2026-07-10',
      taxBase: 66050,
      taxes: [{ type: 'IVA', rate: 21, base: 66050, amount: 13871 }],
      withholding: null,
      total: 79921,
      lines: [
        { description: 'Cuota trimestral de mantenimiento, 2 aparatos', amount: 61200 },
        { description: 'Recargo por asistencia 24 h', amount: 4850 },
      ],
    },
  },
  {
    name: 'pescadería con kilos y RE, total arriba',
    text: `
  Mariscos A Lanzada, S.Coop. Galega          NIF F34812206
  Lonxa de Portonovo, posto 22                TOTAL FACTURA    415,47 €

  Fra.: 2026-P-331          Data: 14-05-26
  Cliente: Gestora de Alojamientos Brisa, S.L.U.    NIF: B88302179

  Concepto            Kg       €/kg      Importe
  Mejillón         30,00       3,20        96,00
  Pulpo grande     18,50      14,80       273,80
  Caja isotérmica   3,00       2,00         6,00

  Base         Tipo IVA   Cuota IVA   Tipo RE   Cuota RE
  369,80       10%        36,98       -         -
    6,00       21%         1,26       -         -
  Resumen: bases 375,80, impuestos 38,24
  Portes no sujetos a IVA     1,43
`,
    expected: {
      providerTaxId: 'F34812206',
      customerTaxId: 'B88302179',
      invoiceNumber: '2026-P-331',
      issueDate: '2026-05-14',
      dueDate: null,
      taxes: [
        { type: 'IVA', rate: 10, base: 36980, amount: 3698 },
        { type: 'IVA', rate: 21, base: 600, amount: 126 },
      ],
      total: 41547,
    },
  },
  {
    name: 'autónoma con retención 7 %, fecha con lugar',
    text: `
  LUCÍA FERREIRO CASTRO
  Ilustración y rótulos
  23451789T
  Praza do Peixe 5, 2.º - 15003 A Coruña

  A Coruña, 3 de xuño de 2026. Factura 9/26

  Para Gestora de Alojamientos Brisa, S.L.U., B88302179

  Rotulación de carta de verano .......................... 540,00
  Vinilos para puertas (12) .............................. 186,00

  Importe 726,00
  IVA (21) 152,46
  IRPF (-7) 50,82
  Líquido 827,64

  Ingreso en ES56 2080 0555 4612 3456 7890
`,
    expected: {
      providerName: 'Lucía Ferreiro Castro',
      providerTaxId: '23451789T',
      providerIban: 'ES5620800555461234567890',
      customerTaxId: 'B88302179',
      invoiceNumber: '9/26',
      taxBase: 72600,
      taxes: [{ type: 'IVA', rate: 21, base: 72600, amount: 15246 }],
      withholding: { rate: 7, base: 72600, amount: 5082 },
      total: 82764,
    },
  },
  {
    name: 'agencia de empleo con serie aparte',
    text: `
  Empresa emisora                                   Empresa receptora
  Temporal Costa Trabajo E.T.T., S.L.               Gestora de Alojamientos Brisa, S.L.U.
  CIF B93055143                                     CIF B88302179
  Avda. de Ramón Nieto 200                          Rúa do Mar 8
  36214 Vigo                                        15001 A Coruña

  Serie   Número      Fecha factura    Fecha vencimiento
  TT      2604118     31/08/2026       30/09/2026

  Trabajador               Puesto          Horas    Tarifa     Total
  Barreiro Souto, A.       Camarero           96     17,40   1.670,40
  Lema Rial, M.            Ayte. cocina      120     16,90   2.028,00

  Total bruto                                                3.698,40
  Descuento 2 %                                                -73,97
  Base imponible                                             3.624,43
  I.V.A. 21 %                                                  761,13
  Total a pagar                                              4.385,56 €
  Transferencia: ES81 0049 2352 0644 5566 7788
`,
    expected: {
      providerName: 'Temporal Costa Trabajo E.T.T., S.L.',
      providerTaxId: 'B93055143',
      providerIban: 'ES8100492352064455667788',
      customerTaxId: 'B88302179',
      invoiceNumber: 'TT2604118',
      issueDate: '2026-08-31',
      dueDate: '2026-09-30',
      taxBase: 362443,
      taxes: [{ type: 'IVA', rate: 21, base: 362443, amount: 76113 }],
      total: 438556,
      lines: [
        { description: 'Barreiro Souto, A. Camarero', quantity: 96, amount: 167040 },
        { description: 'Lema Rial, M. Ayte. cocina', quantity: 120, amount: 202800 },
      ],
    },
  },
  {
    name: 'parking simplificada',
    text: `
        PARKING PRAZA DE GALICIA
        Aparcamientos del Eume, S.L.
        B62881057
        Factura simplificada  PG-04-771203
        Entrada 12/06/26 09:14
        Salida  12/06/26 18:40
        Fecha emisión 12/06/2026 18:41

        Estancia rotación         18,90
        TOTAL (IVA inc.)          18,90 EUR
        Base 21%  15,62   Cuota 3,28
        Pago con tarjeta ************4410
        Gracias por su visita
`,
    expected: {
      documentType: 'simplified',
      providerName: 'Aparcamientos del Eume, S.L.',
      providerTaxId: 'B62881057',
      customerTaxId: null,
      invoiceNumber: 'PG-04-771203',
      issueDate: '2026-06-12',
      taxBase: 1562,
      taxes: [{ type: 'IVA', rate: 21, base: 1562, amount: 328 }],
      total: 1890,
    },
  },
  {
    name: 'IGIC a dos tipos con casilla 0',
    text: `
  FACTURA                                                       Ofimática Teide, S.L.
  Número: C2026-000912                                          NIF: B55419089
  Emitida: 09.03.2026                                           C/ Castillo 44
                                                                38003 Santa Cruz de Tenerife
  FACTURAR A:
  Gestora de Alojamientos Brisa, S.L.U.
  B88302179
  35100 Maspalomas

  Uds.  Descripción                               P. Unit.   IGIC     Importe
  2     Impresora multifunción A3                   420,00    7%       840,00
  10    Libro de registro de viajeros               12,50     0%       125,00
  5     Paquete papel A4                             18,00     3%        90,00

                                   Base 7%  840,00     IGIC 7%   58,80
                                   Base 3%   90,00     IGIC 3%    2,70
                                   Base 0%  125,00     IGIC 0%    0,00
                                   TOTAL FACTURA              1.116,50 €
  Cuenta de abono: ES09 2100 1234 5302 0099 1122
`,
    expected: {
      providerName: 'Ofimática Teide, S.L.',
      providerTaxId: 'B55419089',
      providerIban: 'ES0921001234530200991122',
      customerTaxId: 'B88302179',
      invoiceNumber: 'C2026-000912',
      issueDate: '2026-03-09',
      taxBase: 105500,
      taxes: [
        { type: 'IGIC', rate: 7, base: 84000, amount: 5880 },
        { type: 'IGIC', rate: 3, base: 9000, amount: 270 },
      ],
      total: 111650,
      lines: [
        { description: 'Impresora multifunción A3', quantity: 2, amount: 84000 },
        { description: 'Libro de registro de viajeros', quantity: 10, amount: 12500 },
        { description: 'Paquete papel A4', quantity: 5, amount: 9000 },
      ],
    },
  },
  {
    name: 'rectificativa por diferencias negativa',
    text: `
  Textiles Miño Hogar, S.A.U.                     CIF: A88551270
  FACTURA RECTIFICATIVA Nº RC/26-0018             Fecha expedición: 22/09/2026
  Factura rectificada: FV/26-2210                 Fecha fra. rectificada: 01/09/2026
  Destinatario: Gestora de Alojamientos Brisa, S.L.U.                               CIF: B88302179

  Artículo                     Cant.      Precio        Importe
  Toalla baño 500 g             -40         6,35        -254,00

  Base imponible    -254,00
  Cuota IVA 21%      -53,34
  Total             -307,34
  Motivo: error en el número de unidades
`,
    expected: {
      documentType: 'credit_note',
      providerName: 'Textiles Miño Hogar, S.A.U.',
      providerTaxId: 'A88551270',
      customerTaxId: 'B88302179',
      invoiceNumber: 'RC/26-0018',
      issueDate: '2026-09-22',
      taxBase: -25400,
      taxes: [{ type: 'IVA', rate: 21, base: -25400, amount: -5334 }],
      total: -30734,
      rectifiedInvoiceNumber: 'FV/26-2210',
    },
  },
  {
    name: 'comunidad de regantes exenta',
    text: `
  COMUNIDAD DE REGANTES DEL BAJO TAMBRE
  NIF G55033211  -  Camiño Real s/n, Brión

  Recibo/Factura n.º: 77/2026         Fecha: 30/01/2026
  Titular: Gestora de Alojamientos Brisa, S.L.U. (B88302179)

  Derrama anual riego jardines                              320,00 €
  Operación exenta de IVA (art. 20 LIVA)
  Importe total a pagar                                     320,00 €
  Fecha límite de pago: 28/02/2026
  Ingresar en ES14 0182 5566 7402 0177 8899
`,
    expected: {
      providerTaxId: 'G55033211',
      providerIban: 'ES1401825566740201778899',
      customerTaxId: 'B88302179',
      invoiceNumber: '77/2026',
      issueDate: '2026-01-30',
      dueDate: '2026-02-28',
      taxBase: 32000,
      taxes: [],
      total: 32000,
    },
  },
  {
    name: 'inglesa con cabecera dividida',
    text: `
  Northgate Audio Visual Limited                                INVOICE
  12 Canal Street, Manchester M1 3HE                            Invoice Number    NAV-10092
  VAT Registration: GB123456782                                 Invoice Date      17 Apr 2026
                                                                Payment Due       17 May 2026
  Bill To:
  Gestora de Alojamientos Brisa, S.L.U.
  Spain
  VAT: ESB88302179

  Description                                   Qty      Rate      Amount
  Conference sound desk hire (3 days)             3    410.00    1,230.00
  Technician                                      2    180.00      360.00

                                       Subtotal                  1,590.00
                                       VAT @ 0% (reverse charge)     0.00
                                       Total Due GBP             1,590.00
`,
    expected: {
      providerName: 'Northgate Audio Visual Limited',
      providerTaxId: 'GB123456782',
      customerTaxId: 'B88302179',
      invoiceNumber: 'NAV-10092',
      issueDate: '2026-04-17',
      dueDate: '2026-05-17',
      currency: 'GBP',
      taxBase: 159000,
      taxes: [],
      total: 159000,
      reverseCharge: true,
      lines: [
        { description: 'Conference sound desk hire (3 days)', quantity: 3, amount: 123000 },
        { description: 'Technician', quantity: 2, amount: 36000 },
      ],
    },
  },
  {
    name: 'portuguesa',
    text: `
  Vidros do Lima, Lda.                              Fatura FT 2026/418
  Rua das Flores 9, 4900-300 Viana do Castelo       Data: 2026-04-08
  NIF: PT501964843                                  Vencimento: 2026-05-08

  Exmos. Senhores
  Gestora de Alojamientos Brisa, S.L.U.
  ESB88302179

  Designação                Qtd     Preço     Valor
  Copo água 33 cl           200      1,10    220,00
  Total ilíquido                             220,00
  IVA 0% autoliquidação                        0,00
  Total a pagar                              220,00 EUR
`,
    expected: {
      providerName: 'Vidros do Lima, Lda.',
      providerTaxId: 'PT501964843',
      invoiceNumber: 'FT2026/418',
      issueDate: '2026-04-08',
      dueDate: '2026-05-08',
      taxBase: 22000,
      taxes: [],
      total: 22000,
      reverseCharge: true,
    },
  },
  {
    name: 'alquiler con IBI, retención 19 % y suplido',
    text: `
  Arrendador: Inmuebles Rúa Nova, S.L. - CIF B33920711
  Arrendatario: Gestora de Alojamientos Brisa, S.L.U. - CIF B88302179
  Inmueble: Rúa Nova 17, bajo. Santiago de Compostela

  Factura nº 2026/07            Fecha: 1 de julio de 2026

  Renta mensual julio 2026                    2.300,00
  Gastos de comunidad                           180,00
  Base imponible                              2.480,00
  IVA 21%                                       520,80
  Retención IRPF 19%                           -471,20
  Suplidos (recibo de agua)                      64,10
  TOTAL                                       2.593,70
  Pagadero el 05/07/2026 en ES69 3058 0112 4827 2000 1234
`,
    expected: {
      providerName: 'Inmuebles Rúa Nova, S.L.',
      providerTaxId: 'B33920711',
      providerIban: 'ES6930580112482720001234',
      customerTaxId: 'B88302179',
      invoiceNumber: '2026/07',
      issueDate: '2026-07-01',
      dueDate: '2026-07-05',
      taxBase: 248000,
      taxes: [{ type: 'IVA', rate: 21, base: 248000, amount: 52080 }],
      withholding: { rate: 19, base: 248000, amount: 47120 },
      total: 259370,
      lines: [
        { description: 'Renta mensual julio 2026', amount: 230000 },
        { description: 'Gastos de comunidad', amount: 18000 },
      ],
    },
  },
  {
    name: 'internet con cuota e importes a cuatro decimales',
    text: `
  Fibra Rías, S.L.U.
  CIF B44178069. Inscrita en el Registro Mercantil de Pontevedra, tomo 4410, folio 88
  Tu factura de agosto
  Nº de factura: FR260800091277     Fecha: 01/08/2026     Periodo: 01/07/2026-31/07/2026
  Gestora de Alojamientos Brisa, S.L.U.   NIF B88302179   Nº de cliente 00771223

  Resumen
  Cuota fibra 1 Gb (2 líneas)                       82,6446 €
  Centralita virtual                                41,3223 €
  Total sin IVA                                    123,97 €
  IVA 21%                                           26,03 €
  Total a pagar                                    150,00 €
  Te lo cargaremos el 07/08/2026 en la cuenta terminada en 5521
`,
    expected: {
      providerName: 'Fibra Rías, S.L.U.',
      providerTaxId: 'B44178069',
      providerIban: null,
      customerTaxId: 'B88302179',
      invoiceNumber: 'FR260800091277',
      issueDate: '2026-08-01',
      dueDate: '2026-08-07',
      taxBase: 12397,
      taxes: [{ type: 'IVA', rate: 21, base: 12397, amount: 2603 }],
      total: 15000,
    },
  },
  {
    name: 'feria con anticipo ya facturado',
    text: `
  Montajes Feriales Arteixo, Sociedad Limitada
  B81273492 | Avda. Finisterre 301, 15142 Arteixo | tel. 981 600 111 | info@mfarteixo.example
  -------------------------------------------------------------------------------
  FACTURA  MFA26/0091      |  15 de mayo de 2026  |  Ref. pedido 8812
  Cliente  Gestora de Alojamientos Brisa, S.L.U.  |  B88302179

  Stand Fitur modular 24 m2                        6.200,00
  Gráfica retroiluminada                           1.450,00
  Base imponible                                   7.650,00
  IVA 21 %                                         1.606,50
  TOTAL FACTURA                                    9.256,50
  Anticipo abonado (fra. MFA26/0044)              -3.000,00
  PENDIENTE DE PAGO                                6.256,50
  Vto. 15/06/2026 · ES89 0081 1155 1700 0199 8877
`,
    expected: {
      providerName: 'Montajes Feriales Arteixo, Sociedad Limitada',
      providerTaxId: 'B81273492',
      providerIban: 'ES8900811155170001998877',
      customerTaxId: 'B88302179',
      invoiceNumber: 'MFA26/0091',
      issueDate: '2026-05-15',
      dueDate: '2026-06-15',
      taxBase: 765000,
      taxes: [{ type: 'IVA', rate: 21, base: 765000, amount: 160650 }],
      total: 925650,
      lines: [
        { description: 'Stand Fitur modular 24 m2', amount: 620000 },
        { description: 'Gráfica retroiluminada', amount: 145000 },
      ],
    },
  },
  {
    name: 'bebidas con impuesto dentro de la línea y tres tipos',
    text: `
  DISTRIBUIDORA O CASTRO S.A.  C.I.F.: A11904760   RÚA DO PORTO 9 36900 MARÍN
  CLIENTE 004512  GESTORA DE ALOJAMIENTOS BRISA, S.L.U.  C.I.F.: B88302179
  FACTURA NUM. 0126-004471     FECHA 28/02/2026     HOJA 1

  COD.    DESCRIPCION                 CAJAS  UDS   PRECIO   DTO   IMPORTE   IVA
  10021   AGUA MINERAL 50 CL             12  420    0,180   0,0     75,60    10
  20088   GINEBRA SECA 70 CL              3   18   11,400   5,0    194,94    21
  30107   LECHE ENTERA 1 L                8   48    0,720   0,0     34,56     4

  B.IMPONIBLE   %IVA   CUOTA IVA
       34,56    4,00        1,38
       75,60   10,00        7,56
      194,94   21,00       40,94
  TOTAL EUROS              354,98
`,
    expected: {
      providerName: 'Distribuidora O Castro S.A.',
      providerTaxId: 'A11904760',
      customerTaxId: 'B88302179',
      invoiceNumber: '0126-004471',
      issueDate: '2026-02-28',
      taxBase: 30510,
      taxes: [
        { type: 'IVA', rate: 4, base: 3456, amount: 138 },
        { type: 'IVA', rate: 10, base: 7560, amount: 756 },
        { type: 'IVA', rate: 21, base: 19494, amount: 4094 },
      ],
      total: 35498,
      lines: [
        { description: 'AGUA MINERAL 50 CL', quantity: 420, amount: 7560 },
        { description: 'GINEBRA SECA 70 CL', quantity: 18, amount: 19494 },
        { description: 'LECHE ENTERA 1 L', quantity: 48, amount: 3456 },
      ],
    },
  },
  {
    name: 'médico exento con colegiado',
    text: `
  Dra. Carme Outeiro Lois
  Medicina del trabajo · Colegiada 15/04412 · 50887123Z

  Factura: 26-038      Fecha: 19/11/2026
  Empresa: Gestora de Alojamientos Brisa, S.L.U.   CIF: B88302179

  Reconocimientos médicos (14 x 45,00)        630,00
  Exento de IVA art. 20.Uno.3 Ley 37/1992
  Retención IRPF 15%                          -94,50
  Total a percibir                            535,50
`,
    expected: {
      providerTaxId: '50887123Z',
      customerTaxId: 'B88302179',
      invoiceNumber: '26-038',
      issueDate: '2026-11-19',
      taxBase: 63000,
      taxes: [],
      withholding: { rate: 15, base: 63000, amount: 9450 },
      total: 53550,
    },
  },
  {
    name: 'gas con saldo anterior y dos bases',
    text: `
  Energía Gas Fisterra, S.A.
  Factura de gas natural                             Importe de la factura: 1.186,06 €
  Número de factura  PGF2600004417                   Fecha de emisión  07/02/2026
  CUPS ES0217010001234567AB                          Fecha de cargo    14/02/2026
  Titular Gestora de Alojamientos Brisa, S.L.U.   NIF B88302179

  Término fijo                                  98,12 €
  Consumo 9.880 kWh                            853,63 €
  Impuesto especial hidrocarburos               23,11 €
  Alquiler de contador                           5,36 €
  Base imponible                               980,22 €
  IVA 21% (s/980,22)                           205,85 €
  TOTAL FACTURA                              1.186,07 €
  Ajuste de redondeo                            -0,01 €
  Saldo anterior pendiente                     402,55 €
  Energía Gas Fisterra, S.A. CIF A33277195 R.M. A Coruña, tomo 3011, folio 12
`,
    expected: {
      providerName: 'Energía Gas Fisterra, S.A.',
      providerTaxId: 'A33277195',
      customerTaxId: 'B88302179',
      invoiceNumber: 'PGF2600004417',
      issueDate: '2026-02-07',
      dueDate: '2026-02-14',
      taxBase: 98022,
      taxes: [{ type: 'IVA', rate: 21, base: 98022, amount: 20585 }],
    },
  },
  {
    name: 'obra con inversión del sujeto pasivo y certificación',
    text: `
  REFORMAS INTEGRALES SALNÉS S.L.        C.I.F. B27455609
  Rúa Rosalía de Castro 120, Vilagarcía

  FACTURA   26/C/0003                    18/12/2026
  A la atención de: Gestora de Alojamientos Brisa, S.L.U. - C.I.F. B88302179

  1  Demolición tabiques planta baja            3.450,00
  2  Alicatado baños (28 m2)                    1.904,00
  Total ejecución                               5.354,00
  IVA: inversión del sujeto pasivo (art. 84.Uno.2.º f) LIVA)
  Total factura                                 5.354,00
  Forma de pago: pagaré a 60 días, vto. 16/02/2027
`,
    expected: {
      providerName: 'Reformas Integrales Salnés S.L.',
      providerTaxId: 'B27455609',
      customerTaxId: 'B88302179',
      invoiceNumber: '26/C/0003',
      issueDate: '2026-12-18',
      dueDate: '2027-02-16',
      taxBase: 535400,
      taxes: [],
      total: 535400,
      reverseCharge: true,
      lines: [
        { description: 'Demolición tabiques planta baja', amount: 345000 },
        { description: 'Alicatado baños (28 m2)', amount: 190400 },
      ],
    },
  },
  {
    name: 'alemana con Skonto',
    text: `
  Kissenwerk Oberland GmbH · Talstraße 4 · 87527 Sonthofen

  Gestora de Alojamientos Brisa, S.L.U.
  15001 A Coruña, Spanien                           Rechnungsnummer   KW-26-0771
  USt-IdNr. ESB88302179                           Rechnungsdatum    04.09.2026
                                                    Kundennummer      70114
  Bezeichnung                Menge     Einzelpreis      Gesamt
  Kopfkissen Daune 80x80        60           21,90    1.314,00
  Versand                        1           48,00       48,00

  Nettobetrag                                         1.362,00
  Umsatzsteuer 0 % (steuerfreie innergemeinschaftliche Lieferung)   0,00
  Rechnungsbetrag                                     1.362,00 EUR
  Zahlbar bis 04.10.2026, 2 % Skonto bis 14.09.2026
  USt-IdNr. DE811569869 · Amtsgericht Kempten HRB 4412 · IBAN DE89 3704 0044 0532 0130 00
`,
    expected: {
      providerName: 'Kissenwerk Oberland GmbH',
      providerTaxId: 'DE811569869',
      providerIban: 'DE89370400440532013000',
      customerTaxId: 'B88302179',
      invoiceNumber: 'KW-26-0771',
      issueDate: '2026-09-04',
      dueDate: '2026-10-04',
      taxBase: 136200,
      taxes: [],
      total: 136200,
      reverseCharge: true,
      lines: [
        { description: 'Kopfkissen Daune 80x80', quantity: 60, amount: 131400 },
        { description: 'Versand', quantity: 1, amount: 4800 },
      ],
    },
  },
  {
    name: 'carpintero sin forma jurídica, marca arriba',
    text: `
  MADERA VIVA
  Xoán Pazos Rey     07765432B
  Lugar de Outes 3, 15230 Outes       Teléfono 600 111 222

  Cliente
  Gestora de Alojamientos Brisa, S.L.U.
  B88302179

  Nº 14      Fecha 27/10/2026

  Barandilla roble macizo, 8 m            1.960,00
  Montaje                                   320,00

                    Base      2.280,00
                    21% IVA     478,80
                    Total     2.758,80
`,
    expected: {
      providerName: 'Xoán Pazos Rey',
      providerTaxId: '07765432B',
      customerTaxId: 'B88302179',
      invoiceNumber: '14',
      issueDate: '2026-10-27',
      taxBase: 228000,
      taxes: [{ type: 'IVA', rate: 21, base: 228000, amount: 47880 }],
      total: 275880,
      lines: [
        { description: 'Barandilla roble macizo, 8 m', amount: 196000 },
        { description: 'Montaje', amount: 32000 },
      ],
    },
  },
  {
    name: 'viajes con comisión y tasas',
    text: `
  Viaxes Costa Verde, S.L.     NIF B60718335     Licencia XG-412
  Factura de comisiones n.º CM/2026/0312           Santiago, 05 de abril de 2026
  Deudor: Gestora de Alojamientos Brisa, S.L.U., NIF B88302179

  Localizador   Cliente final         Estancia              Venta     Comisión 12%
  QX77A1        Pérez / Otero         02/03-05/03/2026     480,00        57,60
  QX81B4        Lamas                 11/03-12/03/2026     130,00        15,60
                                      Totales              610,00        73,20

  Base imponible    73,20
  IVA 21%           15,37
  Total a abonar    88,57
  IBAN ES45 2085 0103 9892 0300 4455
`,
    expected: {
      providerName: 'Viaxes Costa Verde, S.L.',
      providerTaxId: 'B60718335',
      providerIban: 'ES4520850103989203004455',
      customerTaxId: 'B88302179',
      invoiceNumber: 'CM/2026/0312',
      issueDate: '2026-04-05',
      taxBase: 7320,
      taxes: [{ type: 'IVA', rate: 21, base: 7320, amount: 1537 }],
      total: 8857,
      lines: [
        { description: 'Pérez / Otero', amount: 5760 },
        { description: 'Lamas', amount: 1560 },
      ],
    },
  },
  {
    name: 'jardinería de sociedad civil, fecha en mayúsculas',
    text: `
                    XARDÍNS DO LEREZ, S.C.
                    J77412906 - MOURENTE 14, PONTEVEDRA

  FECHA: 30 DE ABRIL DE 2026               FACTURA NÚMERO: 26-XL-19
  SR/ES: GESTORA DE ALOJAMIENTOS BRISA, S.L.U.
  NIF: B88302179

  CONCEPTO                                       IMPORTE
  MANTENIMIENTO XARDÍN ABRIL                      380,00
  PLANTAS DE TEMPORADA (10%)                      145,00

  BASE 21%     380,00     IVA 21%     79,80
  BASE 10%     145,00     IVA 10%     14,50
  TOTAL                              619,30
`,
    expected: {
      providerName: 'Xardíns do Lerez, S.C.',
      providerTaxId: 'J77412906',
      customerTaxId: 'B88302179',
      invoiceNumber: '26-XL-19',
      issueDate: '2026-04-30',
      taxBase: 52500,
      taxes: [
        { type: 'IVA', rate: 21, base: 38000, amount: 7980 },
        { type: 'IVA', rate: 10, base: 14500, amount: 1450 },
      ],
      total: 61930,
      lines: [
        { description: 'MANTENIMIENTO XARDÍN ABRIL', amount: 38000 },
        { description: 'PLANTAS DE TEMPORADA (10%)', amount: 14500 },
      ],
    },
  },
  {
    name: 'plataforma en dólares',
    text: `
  Lumen Booking Engine, Inc.
  88 Harbor Blvd, Suite 400, Boston, MA 02110

  INVOICE #LBE-55102                          Issued: May 6, 2026
                                              Due: June 5, 2026
  Billed to: Gestora de Alojamientos Brisa, S.L.U., VAT ESB88302179

  Item                                Units       Price        Total
  Booking engine subscription             1     $299.00      $299.00
  SMS confirmations                   1,250       $0.04       $50.00

  Subtotal                                                   $349.00
  Tax (0%)                                                     $0.00
  Total                                                      $349.00
  Amount due                                                 $349.00
`,
    expected: {
      providerName: 'Lumen Booking Engine, Inc.',
      providerTaxId: null,
      customerTaxId: 'B88302179',
      invoiceNumber: 'LBE-55102',
      issueDate: '2026-05-06',
      dueDate: '2026-06-05',
      currency: 'USD',
      taxBase: 34900,
      taxes: [],
      total: 34900,
      lines: [
        { description: 'Booking engine subscription', quantity: 1, amount: 29900 },
        { description: 'SMS confirmations', quantity: 1250, amount: 5000 },
      ],
    },
  },
  {
    name: 'lavandería con albaranes y subtotales',
    text: `
  Lavandería Industrial Ulla, S.L.      CIF B50982446      Factura F-26/0518     31/05/2026
  Gestora de Alojamientos Brisa, S.L.U.      CIF B88302179

  Albarán 7701 de 06/05/2026
    Sábanas                     420      0,62       260,40
    Toallas                     380      0,48       182,40
    Subtotal albarán 7701                            442,80
  Albarán 7733 de 20/05/2026
    Sábanas                     390      0,62       241,80
    Subtotal albarán 7733                            241,80

  Total bruto                                        684,60
  Base imponible                                     684,60
  IVA 21%                                            143,77
  TOTAL FACTURA                                      828,37
  Vencimiento: 30/06/2026
`,
    expected: {
      providerName: 'Lavandería Industrial Ulla, S.L.',
      providerTaxId: 'B50982446',
      customerTaxId: 'B88302179',
      invoiceNumber: 'F-26/0518',
      issueDate: '2026-05-31',
      dueDate: '2026-06-30',
      taxBase: 68460,
      taxes: [{ type: 'IVA', rate: 21, base: 68460, amount: 14377 }],
      total: 82837,
      lines: [
        { description: 'Sábanas', quantity: 420, amount: 26040 },
        { description: 'Toallas', quantity: 380, amount: 18240 },
        { description: 'Sábanas', quantity: 390, amount: 24180 },
      ],
    },
  },
  {
    name: 'seguro sin IVA con consorcio',
    text: `
  Seguros Cabo Vilán, S.A.            Registro Mercantil de A Coruña, tomo 99, folio 1, C.I.F. A20773461
  RECIBO DE PRIMA Nº 8810042261       Póliza 44-0091772
  Tomador: Gestora de Alojamientos Brisa, S.L.U.   NIF B88302179
  Efecto: 01/04/2026   Vencimiento del seguro: 01/04/2027   Fecha de emisión: 20/03/2026

  Prima neta                        1.842,00
  Consorcio                            71,20
  Impuesto s/ primas 8%               147,36
  Total recibo                      2.060,56 €
  Exento de IVA
`,
    expected: {
      providerName: 'Seguros Cabo Vilán, S.A.',
      providerTaxId: 'A20773461',
      customerTaxId: 'B88302179',
      invoiceNumber: '8810042261',
      issueDate: '2026-03-20',
      total: 206056,
    },
  },
]
