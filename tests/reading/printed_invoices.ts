import type { ReadFields } from '#app/reading/reading_types'

export type PrintedInvoice = { name: string; text: string; expected: Expected }
type Expected = { [Name in keyof ReadFields]?: ReadFields[Name]['value'] }

/** Invoices of invented companies in the layouts and tax cases that reach a hotel group; figures and numbers add up. */
export const printedInvoices: PrintedInvoice[] = [
  {
    name: 'retencion despues',
    text: `
                                                        JULIÁN PRADO ARQUITECTOS, S.L.P.
                                                        Avda. Constitución 4, 1º
   FACTURA  A/2026/017                                  41004 Sevilla
   Fecha de expedición:  03/04/26                       NIF B12345674

   Cliente:
   Promociones Hoteleras del Sur, S.A.
   C/ Betis 22
   41010 Sevilla
   A28012342

   Concepto                                                         Importe
   Proyecto básico reforma recepción                               4.800,00
   Dirección de obra (marzo)                                       1.200,00

   Base imponible                                                  6.000,00
   IVA 21%                                                         1.260,00
   Total factura                                                   7.260,00
   Retención IRPF 15% s/6.000,00                                     900,00
   Total a percibir                                                6.360,00

   Forma de pago: transferencia a ES91 2100 0418 4502 0005 1332
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Julián Prado Arquitectos, S.L.P.',
      providerTaxId: 'B12345674',
      providerIban: 'ES9121000418450200051332',
      customerTaxId: 'A28012342',
      invoiceNumber: 'A/2026/017',
      issueDate: '2026-04-03',
      dueDate: null,
      currency: 'EUR',
      taxBase: 600000,
      taxes: [{ type: 'IVA', rate: 21, base: 600000, amount: 126000 }],
      withholding: { rate: 15, base: 600000, amount: 90000 },
      total: 636000,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Proyecto básico reforma recepción', amount: 480000 },
        { description: 'Dirección de obra (marzo)', amount: 120000 },
      ],
    },
  },
  {
    name: 'telefonica domiciliada',
    text: `
   Telecom Ibérica de Comunicaciones, S.A.U.                 Nº de factura     TA6Z1099887766
   C/ Gran Vía 100, 28013 Madrid                             Fecha de emisión  1 de mayo de 2026
   CIF A58120098                                             Nº de cliente     00123456789
                                                             Periodo           1 abr. - 30 abr. 2026

   Titular: Gestión Hotelera Levante, S.L.
   NIF: B65432106
   Plaza Mayor 1
   46001 Valencia

   Resumen de su factura
   Cuotas                                               120,4500
   Consumos                                              12,3456
   Total base imponible                                                132,80 €
   IVA (21%)                                                            27,89 €
   Total a pagar                                                       160,69 €

   Importe que cargaremos en su cuenta ES77 0049 **** **** **** 3456 a partir del 8 de mayo de 2026
   Domiciliación bancaria. Fecha de cargo: 08/05/2026
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Telecom Ibérica de Comunicaciones, S.A.U.',
      providerTaxId: 'A58120098',
      providerIban: null,
      customerTaxId: 'B65432106',
      invoiceNumber: 'TA6Z1099887766',
      issueDate: '2026-05-01',
      dueDate: '2026-05-08',
      currency: 'EUR',
      taxBase: 13280,
      taxes: [{ type: 'IVA', rate: 21, base: 13280, amount: 2789 }],
      withholding: null,
      total: 16069,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'rectificativa sustitucion',
    text: `
   Carpintería Hermanos Soto, C.B.
   Pol. Ind. Los Olivos, nave 3
   29004 Málaga
   C.I.F. E07123458

   FACTURA RECTIFICATIVA POR SUSTITUCIÓN
   Número: R-26/004          Fecha: 15/06/2026
   Rectifica a la factura F-26/118 de fecha 02/06/2026

   Facturar a: Hoteles Costa Clara, S.L.        NIF B07771231

   Descripción                           Cant.      Precio       Importe
   Puerta cortafuegos EI60                   4      310,00      1.240,00

                         Factura original     Factura corregida
   Base imponible                1.550,00              1.240,00
   IVA 21 %                        325,50                260,40
   Total                         1.875,50              1.500,40

   Vencimiento: 15/07/2026    IBAN ES77 0049 1500 0128 1012 3456
`,
    expected: {
      documentType: 'credit_note',
      providerName: 'Carpintería Hermanos Soto, C.B.',
      providerTaxId: 'E07123458',
      providerIban: 'ES7700491500012810123456',
      customerTaxId: 'B07771231',
      invoiceNumber: 'R-26/004',
      issueDate: '2026-06-15',
      dueDate: '2026-07-15',
      currency: 'EUR',
      taxBase: 124000,
      taxes: [{ type: 'IVA', rate: 21, base: 124000, amount: 26040 }],
      withholding: null,
      total: 150040,
      rectifiedInvoiceNumber: 'F-26/118',
      reverseCharge: false,
      lines: [{ description: 'Puerta cortafuegos EI60', quantity: 4, amount: 124000 }],
    },
  },
  {
    name: 'ticket varios iva',
    text: `
        SUPERMERCADOS LA DESPENSA S.L.
        C/ Mayor, 5  28013 MADRID
        NIF: B33445560
        TICKET: 0034-118822
        12/03/2026  19:42    CAJA 3
   UD  DESCRIPCION         P.U.     TOTAL
    2  LECHE ENTERA        0,95      1,90
    1  DETERGENTE          6,50      6,50
    3  PAN BARRA           0,60      1,80
   TOTAL                            10,20
   EFECTIVO                         20,00
   CAMBIO                            9,80
   IVA     BASE     CUOTA
   4%      3,56      0,14
   21%     5,37      1,13
   FACTURA SIMPLIFICADA  IVA INCLUIDO
`,
    expected: {
      documentType: 'simplified',
      providerName: 'Supermercados La Despensa S.L.',
      providerTaxId: 'B33445560',
      providerIban: null,
      customerTaxId: null,
      invoiceNumber: '0034-118822',
      issueDate: '2026-03-12',
      dueDate: null,
      currency: 'EUR',
      taxBase: 893,
      taxes: [
        { type: 'IVA', rate: 4, base: 356, amount: 14 },
        { type: 'IVA', rate: 21, base: 537, amount: 113 },
      ],
      withholding: null,
      total: 1020,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'LECHE ENTERA', quantity: 2, amount: 190 },
        { description: 'DETERGENTE', quantity: 1, amount: 650 },
        { description: 'PAN BARRA', quantity: 3, amount: 180 },
      ],
    },
  },
  {
    name: 'catalana',
    text: `
   Jardineria Puig i Fills, S.L.                          FACTURA NÚM. 2026/88
   Carrer de la Font, 12                                  Data: 9 de juny de 2026
   17001 Girona                                           Venciment: 9 de juliol de 2026
   NIF B81200446

   Client:  Hotels de la Costa Brava, S.A.
            Passeig Marítim 1, 17310 Lloret de Mar
            NIF: A76543214

   Concepte                                 Quantitat    Preu      Import
   Manteniment jardí mes de maig                    1   850,00     850,00
   Substitució programador reg                      2   145,50     291,00

   Base imposable                                               1.141,00 €
   IVA 21%                                                        239,61 €
   TOTAL A PAGAR                                                1.380,61 €

   Compte: ES17 0182 2370 4402 0151 2345
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Jardineria Puig i Fills, S.L.',
      providerTaxId: 'B81200446',
      providerIban: 'ES1701822370440201512345',
      customerTaxId: 'A76543214',
      invoiceNumber: '2026/88',
      issueDate: '2026-06-09',
      dueDate: '2026-07-09',
      currency: 'EUR',
      taxBase: 114100,
      taxes: [{ type: 'IVA', rate: 21, base: 114100, amount: 23961 }],
      withholding: null,
      total: 138061,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Manteniment jardí mes de maig', quantity: 1, amount: 85000 },
        { description: 'Substitució programador reg', quantity: 2, amount: 29100 },
      ],
    },
  },
  {
    name: 'ipsi ceuta',
    text: `
   Distribuidora del Estrecho, S.L.
   Muelle Dato s/n, 51001 Ceuta
   C.I.F.: B33445560                                   Factura nº  C-2026-0091
                                                       Fecha       14/02/2026
   Datos del cliente
   Hotel Parador Norte, S.L.
   Gran Vía 8, 51001 Ceuta
   C.I.F.: B81200446

   Descripción                         Uds     Precio      Total
   Agua mineral 1,5 L                  100       0,40      40,00
   Refrescos surtidos                   50       0,80      40,00

   Base imponible     80,00
   IPSI 3%             2,40
   Total              82,40
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Distribuidora del Estrecho, S.L.',
      providerTaxId: 'B33445560',
      providerIban: null,
      customerTaxId: 'B81200446',
      invoiceNumber: 'C-2026-0091',
      issueDate: '2026-02-14',
      dueDate: null,
      currency: 'EUR',
      taxBase: 8000,
      taxes: [{ type: 'IPSI', rate: 3, base: 8000, amount: 240 }],
      withholding: null,
      total: 8240,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Agua mineral 1,5 L', quantity: 100, amount: 4000 },
        { description: 'Refrescos surtidos', quantity: 50, amount: 4000 },
      ],
    },
  },
  {
    name: 'suplidos procurador',
    text: `
   Mª Teresa Gallardo Vidal
   Procuradora de los Tribunales
   NIF 50111222H
   C/ Serrano 90, 28006 Madrid

   Minuta nº 9
   Madrid, 12-MAR-2026

   Sres. Explotaciones Alpinas, S.A.
   A28012342

   Derechos arancel                                   300,00
   Copias                                              20,00
   Base imponible                                     320,00
   21% I.V.A.                                          67,20
   -15% I.R.P.F.                                      -48,00
   Suplidos: tasa judicial                            150,00
   TOTAL                                              489,20
   Provisión recibida                                -200,00
   SALDO A SU CARGO                                   289,20
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Mª Teresa Gallardo Vidal',
      providerTaxId: '50111222H',
      providerIban: null,
      customerTaxId: 'A28012342',
      invoiceNumber: '9',
      issueDate: '2026-03-12',
      dueDate: null,
      currency: 'EUR',
      taxBase: 32000,
      taxes: [{ type: 'IVA', rate: 21, base: 32000, amount: 6720 }],
      withholding: { rate: 15, base: 32000, amount: 4800 },
      total: 48920,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Derechos arancel', amount: 30000 },
        { description: 'Copias', amount: 2000 },
      ],
    },
  },
  {
    name: 'valores izquierda',
    text: `
   FONTANERÍA RÁPIDA GARCÍA
   Antonio García Ruiz · 12345678Z · C/ Olmo 3 · 30001 Murcia

   26-0099  Nº FACTURA
   18.05.2026  FECHA
   18.06.2026  VENCIMIENTO

   Hoteles Mar Menor S.L. · B07771231

   1.250,00 €   Reparación bajante
     180,00 €   Desplazamiento
   1.430,00 €   Base imponible
     300,30 €   IVA 21%
   1.730,30 €   Total factura
   ES84 3058 0001 9612 3456 7890
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Antonio García Ruiz',
      providerTaxId: '12345678Z',
      providerIban: 'ES8430580001961234567890',
      customerTaxId: 'B07771231',
      invoiceNumber: '26-0099',
      issueDate: '2026-05-18',
      dueDate: '2026-06-18',
      currency: 'EUR',
      taxBase: 143000,
      taxes: [{ type: 'IVA', rate: 21, base: 143000, amount: 30030 }],
      withholding: null,
      total: 173030,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Reparación bajante', amount: 125000 },
        { description: 'Desplazamiento', amount: 18000 },
      ],
    },
  },
  {
    name: 'francesa',
    text: `
   Boulangerie Martin SARL                              FACTURE N° F2026-0412
   12 rue des Lilas                                     Date : 05/03/2026
   66000 Perpignan                                      Échéance : 04/04/2026
   N° TVA : FR40303265045

   Facturé à :
   Hoteles Frontera, S.L.
   Ctra. Francia 1
   17700 La Jonquera
   N° TVA client : ESB12345674

   Désignation                     Qté     P.U. HT     Montant HT
   Pain de campagne                 40        3,20         128,00
   Viennoiseries                   100        0,95          95,00

   Total HT                                               223,00 €
   TVA 5,5 %                                               12,27 €
   Total TTC                                              235,27 €
   IBAN : FR76 3000 6000 0112 3456 7890 189
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Boulangerie Martin SARL',
      providerTaxId: 'FR40303265045',
      providerIban: 'FR7630006000011234567890189',
      customerTaxId: 'B12345674',
      invoiceNumber: 'F2026-0412',
      issueDate: '2026-03-05',
      dueDate: '2026-04-04',
      currency: 'EUR',
      taxBase: 22300,
      taxes: [{ type: 'IVA', rate: 5.5, base: 22300, amount: 1227 }],
      withholding: null,
      total: 23527,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Pain de campagne', quantity: 40, amount: 12800 },
        { description: 'Viennoiseries', quantity: 100, amount: 9500 },
      ],
    },
  },
  {
    name: 'portuguesa',
    text: `
   Lavandaria do Algarve, Lda.
   Rua da Praia 22, 8000-100 Faro
   Contribuinte: PT501964843

   Fatura FT 2026/331                          Data: 2026-07-31
   Exmos. Senhores                             Data de vencimento: 2026-08-30
   Hoteles Guadiana, S.L.
   ESB65432106

   Descrição                        Qtd.     Preço     Valor
   Lavagem lençóis                   200      0,60    120,00
   Lavagem toalhas                   300      0,35    105,00

   Incidência    Taxa    Valor IVA
   225,00        23%     51,75
   Total a pagar                               276,75 EUR
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Lavandaria do Algarve, Lda.',
      providerTaxId: 'PT501964843',
      providerIban: null,
      customerTaxId: 'B65432106',
      invoiceNumber: 'FT 2026/331',
      issueDate: '2026-07-31',
      dueDate: '2026-08-30',
      currency: 'EUR',
      taxBase: 22500,
      taxes: [{ type: 'IVA', rate: 23, base: 22500, amount: 5175 }],
      withholding: null,
      total: 27675,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Lavagem lençóis', quantity: 200, amount: 12000 },
        { description: 'Lavagem toalhas', quantity: 300, amount: 10500 },
      ],
    },
  },
  {
    name: 'italiana',
    text: `
   Arredi Rossi S.r.l.
   Via Garibaldi 10 - 20121 Milano
   P.IVA IT00743110157

   FATTURA N. 55/2026 del 10/04/2026
   Spett.le
   Hoteles Mediterráneo, S.A.
   A28012342

   Descrizione                    Q.tà    Prezzo      Importo
   Lampada tavolo                   10     45,00       450,00
   Imponibile                                          450,00
   IVA 22%                                              99,00
   Totale documento                                    549,00
   Scadenza: 10/05/2026   IBAN: IT60X0542811101000000123456
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Arredi Rossi S.r.l.',
      providerTaxId: 'IT00743110157',
      providerIban: 'IT60X0542811101000000123456',
      customerTaxId: 'A28012342',
      invoiceNumber: '55/2026',
      issueDate: '2026-04-10',
      dueDate: '2026-05-10',
      currency: 'EUR',
      taxBase: 45000,
      taxes: [{ type: 'IVA', rate: 22, base: 45000, amount: 9900 }],
      withholding: null,
      total: 54900,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [{ description: 'Lampada tavolo', quantity: 10, amount: 45000 }],
    },
  },
  {
    name: 'inglesa',
    text: `
   INVOICE
   Greenline Consulting Ltd                              Invoice No:   INV-00412
   4 Baker Street                                        Invoice Date: March 5, 2026
   London W1U 3BW                                        Due Date:     April 4, 2026
   VAT Reg No GB123456789                                PO Number:    45001188

   Bill To:
   Hoteles Bahía Azul, S.L.
   Calle Sol 1, 29001 Málaga
   VAT: ESB81200446

   Description                  Hours      Rate        Amount
   Revenue consulting            12.5     120.00      1,500.00
   Travel expenses                  1     230.50        230.50

   Subtotal                                           1,730.50
   VAT 0%                                                 0.00
   Total GBP                                         £1,730.50
   Reverse charge: customer to account for VAT
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Greenline Consulting Ltd',
      providerTaxId: 'GB123456789',
      providerIban: null,
      customerTaxId: 'B81200446',
      invoiceNumber: 'INV-00412',
      issueDate: '2026-03-05',
      dueDate: '2026-04-04',
      currency: 'GBP',
      taxBase: 173050,
      taxes: [],
      withholding: null,
      total: 173050,
      rectifiedInvoiceNumber: null,
      reverseCharge: true,
      lines: [
        { description: 'Revenue consulting', quantity: 12.5, amount: 150000 },
        { description: 'Travel expenses', quantity: 1, amount: 23050 },
      ],
    },
  },
  {
    name: 'cliente primero',
    text: `
   Hoteles Sol y Nieve, S.A.                          FACTURA
   Plaza de Andalucía s/n                             Serie   Número    Fecha
   18196 Sierra Nevada                                 B      004512    22/01/2026
   N.I.F. A76543214

   REF        DESCRIPCIÓN                   UDS.    P.V.P.   DTO.%   NETO
   100201     Gasóleo calefacción (L)       2.000   0,9150           1.830,00
   100988     Tasa ecológica                    1   12,0000            12,00

   BASE IMPONIBLE    % I.V.A.    IMPORTE I.V.A.    TOTAL FACTURA
        1.842,00      21,00           386,82           2.228,82

   Forma de pago: Recibo domiciliado 30 días f.f.   Vto.: 21/02/2026
   Petróleos Granada, S.L. - C.I.F. B33445560 - Ctra. Motril km 2, 18100 Armilla (Granada) - Inscrita en el R.M. de Granada
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Petróleos Granada, S.L.',
      providerTaxId: 'B33445560',
      providerIban: null,
      customerTaxId: 'A76543214',
      invoiceNumber: 'B004512',
      issueDate: '2026-01-22',
      dueDate: '2026-02-21',
      currency: 'EUR',
      taxBase: 184200,
      taxes: [{ type: 'IVA', rate: 21, base: 184200, amount: 38682 }],
      withholding: null,
      total: 222882,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Gasóleo calefacción (L)', quantity: 2000, amount: 183000 },
        { description: 'Tasa ecológica', quantity: 1, amount: 1200 },
      ],
    },
  },
  {
    name: 'mixta exenta',
    text: `
   Centro de Formación Aula Nova, S.L.
   C/ Colón 44, 46004 Valencia
   NIF B65432106
   Factura núm. F26/0077      Fecha factura 28/02/2026

   Destinatario: Cadena Hotelera Turia, S.L.  NIF B12345674

   Curso PRL bonificado (exento art. 20 LIVA)      600,00
   Material didáctico                              100,00

   Base exenta                                     600,00
   Base imponible 21%                              100,00
   Cuota IVA 21%                                    21,00
   Total factura                                   721,00 €
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Centro de Formación Aula Nova, S.L.',
      providerTaxId: 'B65432106',
      providerIban: null,
      customerTaxId: 'B12345674',
      invoiceNumber: 'F26/0077',
      issueDate: '2026-02-28',
      dueDate: null,
      currency: 'EUR',
      taxBase: 70000,
      taxes: [{ type: 'IVA', rate: 21, base: 10000, amount: 2100 }],
      withholding: null,
      total: 72100,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Curso PRL bonificado (exento art. 20 LIVA)', amount: 60000 },
        { description: 'Material didáctico', amount: 10000 },
      ],
    },
  },
  {
    name: 'abono positivo',
    text: `
   Conservas del Norte, S.A.              ABONO Nº AB-2026-15
   39770 Laredo (Cantabria)               Fecha 20/05/2026
   CIF A58120098
   Cliente: Restaurantes Unidos, S.L.   CIF B07771231
   Abono de la factura nº 26/1180

   Producto                 Cantidad   Precio   Importe
   Anchoa 00 lata 1 kg            -6    38,00   -228,00

   Base                                         -228,00
   IVA 10%                                       -22,80
   Total                                        -250,80
`,
    expected: {
      documentType: 'credit_note',
      providerName: 'Conservas del Norte, S.A.',
      providerTaxId: 'A58120098',
      providerIban: null,
      customerTaxId: 'B07771231',
      invoiceNumber: 'AB-2026-15',
      issueDate: '2026-05-20',
      dueDate: null,
      currency: 'EUR',
      taxBase: -22800,
      taxes: [{ type: 'IVA', rate: 10, base: -22800, amount: -2280 }],
      withholding: null,
      total: -25080,
      rectifiedInvoiceNumber: '26/1180',
      reverseCharge: false,
      lines: [{ description: 'Anchoa 00 lata 1 kg', quantity: -6, amount: -22800 }],
    },
  },
  {
    name: 'comision tpv',
    text: `
   Banco Litoral, S.A.     Liquidación de comisiones TPV
   Paseo de Gracia 1, 08007 Barcelona   NIF A28012342
   Factura: 2026TPV00012234                    Fecha de emisión: 31.01.2026
   Cliente: HOSTELERÍA DEL PUERTO SLU          NIF: B33445560
   Número de comercio: 022334455

   Concepto            Base        Tipo IVA    Cuota        Total
   Comisión tarjetas   210,33      21,00       44,17        254,50
   Alquiler TPV         15,00      21,00        3,15         18,15
   TOTAL               225,33                  47,32        272,65

   Cargado en su cuenta ES9121000418450200051332 con fecha 31.01.2026
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Banco Litoral, S.A.',
      providerTaxId: 'A28012342',
      providerIban: null,
      customerTaxId: 'B33445560',
      invoiceNumber: '2026TPV00012234',
      issueDate: '2026-01-31',
      dueDate: null,
      currency: 'EUR',
      taxBase: 22533,
      taxes: [{ type: 'IVA', rate: 21, base: 22533, amount: 4732 }],
      withholding: null,
      total: 27265,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'agua sin cif cliente',
    text: `
   AGUAS MUNICIPALES DE ALICANTE, E.M.            FACTURA DE AGUA
   CIF: A76543214
   Nº Factura  00072026A100045521                 Fecha de emisión  16/04/2026
   Contrato    4455667                            Periodo  01/02/2026 - 31/03/2026
   Titular     HOTEL LUCENTUM S.L.     NIF  B81200446

   Cuota de servicio                        45,20
   Consumo 1er bloque  120 m3 x 0,55        66,00
   Consumo 2º bloque  80 m3 x 1,10          88,00
   Alcantarillado                           20,00
   Canon de saneamiento (exento)            61,40
   Base imponible IVA 10%        219,20     IVA   21,92
   Total importe a pagar                              302,52 €
   Fecha límite de pago 06/05/2026
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Aguas Municipales de Alicante, E.M.',
      providerTaxId: 'A76543214',
      providerIban: null,
      customerTaxId: 'B81200446',
      invoiceNumber: '00072026A100045521',
      issueDate: '2026-04-16',
      dueDate: '2026-05-06',
      currency: 'EUR',
      taxBase: 28060,
      taxes: [{ type: 'IVA', rate: 10, base: 21920, amount: 2192 }],
      withholding: null,
      total: 30252,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'vertical block',
    text: `
                              FACTURA

   EMISOR                                  RECEPTOR
   Nombre: Frío Industrial Duero SL        Nombre: Alojamientos Ribera SA
   NIF: B12345674                          NIF: A58120098
   Dirección: C/ Silo 4, 47008 Valladolid  Dirección: Pza. España 1, 47001 Valladolid

   Factura número: 3
   Fecha: 5/1/2026

   Descripción: Revisión cámaras frigoríficas enero
   Importe: 480 €
   IVA (21%): 100,80 €
   Total: 580,80 €
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Frío Industrial Duero SL',
      providerTaxId: 'B12345674',
      providerIban: null,
      customerTaxId: 'A58120098',
      invoiceNumber: '3',
      issueDate: '2026-01-05',
      dueDate: null,
      currency: 'EUR',
      taxBase: 48000,
      taxes: [{ type: 'IVA', rate: 21, base: 48000, amount: 10080 }],
      withholding: null,
      total: 58080,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'alquiler local',
    text: `
   RECIBO DE ALQUILER
   Recibo nº: 7/2026            Mes: JULIO 2026          Fecha: 01/07/2026
   Arrendador: Inmuebles Casablanca, S.L.     CIF: B65432106
   Arrendatario: Hostelería Moderna, S.L.     CIF: B81200446
   Finca: C/ Real 18, bajo, 15003 A Coruña

   Renta                       2.000,00
   I.B.I.                         85,00
   Comunidad                     115,00
   Suma                        2.200,00
   + 21 % IVA                    462,00
   - 19 % Retención              418,00
   TOTAL A PAGAR               2.244,00
   Ingresar en la cuenta ES17 0182 2370 4402 0151 2345
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Inmuebles Casablanca, S.L.',
      providerTaxId: 'B65432106',
      providerIban: 'ES1701822370440201512345',
      customerTaxId: 'B81200446',
      invoiceNumber: '7/2026',
      issueDate: '2026-07-01',
      dueDate: null,
      currency: 'EUR',
      taxBase: 220000,
      taxes: [{ type: 'IVA', rate: 21, base: 220000, amount: 46200 }],
      withholding: { rate: 19, base: 220000, amount: 41800 },
      total: 224400,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Renta', amount: 200000 },
        { description: 'I.B.I.', amount: 8500 },
        { description: 'Comunidad', amount: 11500 },
      ],
    },
  },
  {
    name: 'descuento global',
    text: `
   Textil Hogar Mediterránea, S.L.U.
   Av. Industria 7 - 46870 Ontinyent
   Tel. 962 001 122 - info@textilhogar.example - CIF B07771231
   ----------------------------------------------------------
   Factura       Fecha        Cliente    N.I.F.
   F-260118      11/11/2026   H-0042     A28012342
   Sres.: Hoteles Peñíscola Playa, S.A.
          Avda. Papa Luna 100
          12598 Peñíscola

   Código   Artículo                      Cant.    Precio     Dto     Importe
   TB-50    Toalla baño 500 g               120     6,50      5 %      741,00
   SB-90    Sábana bajera 90                 80     9,90      5 %      752,40

   Importe bruto   Dto. P.P. 3%   Base imponible   IVA 21%    Total EUR
     1.493,40         44,80          1.448,60       304,21     1.752,81
   Vencimientos:  11/12/2026   1.752,81
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Textil Hogar Mediterránea, S.L.U.',
      providerTaxId: 'B07771231',
      providerIban: null,
      customerTaxId: 'A28012342',
      invoiceNumber: 'F-260118',
      issueDate: '2026-11-11',
      dueDate: '2026-12-11',
      currency: 'EUR',
      taxBase: 144860,
      taxes: [{ type: 'IVA', rate: 21, base: 144860, amount: 30421 }],
      withholding: null,
      total: 175281,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Toalla baño 500 g', quantity: 120, amount: 74100 },
        { description: 'Sábana bajera 90', quantity: 80, amount: 75240 },
      ],
    },
  },
  {
    name: 'agencia viajes',
    text: `
   VIAJES HORIZONTE, S.A.                                   Pág. 1 de 1
   Rambla Catalunya 40 · 08007 Barcelona
   FACTURA VH/0012231/26
   Fecha: 02 feb 2026    Localizador: 7XK2PQ   Expediente: 881220
   Cliente: CADENA HOTELERA ORIENTE, S.L. - CIF B33445560
   Billete tren Madrid-Barcelona  (Sr. Pérez)           86,36    10%     95,00
   Gastos de gestión                                    10,00    21%     12,10
   Bases:    86,36 al 10%  IVA 8,64
             10,00 al 21%  IVA 2,10
   TOTAL FACTURA ......................................  107,10 EUR
   Régimen general. VIAJES HORIZONTE, S.A. CIF A76543214. Tel 933000111
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Viajes Horizonte, S.A.',
      providerTaxId: 'A76543214',
      providerIban: null,
      customerTaxId: 'B33445560',
      invoiceNumber: 'VH/0012231/26',
      issueDate: '2026-02-02',
      dueDate: null,
      currency: 'EUR',
      taxBase: 9636,
      taxes: [
        { type: 'IVA', rate: 10, base: 8636, amount: 864 },
        { type: 'IVA', rate: 21, base: 1000, amount: 210 },
      ],
      withholding: null,
      total: 10710,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'intracomunitaria holandesa',
    text: `
   Koffie Groothandel De Boer B.V.                 FACTUUR
   Havenstraat 8                                   Factuurnummer   2026.0417
   1012 AB Amsterdam                               Factuurdatum    17-04-2026
   BTW-nr. NL810433941B01                          Vervaldatum     17-05-2026
   KvK 33112244                                    Klantnummer     20451
   Aan:
   Hoteles Ámbar, S.L.
   Calle Luna 3
   28004 Madrid
   BTW-nummer: ESB65432106

   Omschrijving                Aantal    Prijs       Bedrag
   Koffiebonen 1 kg                60    12,40       744,00
   Verzendkosten                    1    35,00        35,00

   Totaal excl. BTW                                € 779,00
   BTW 0% (intracommunautaire levering, btw verlegd)   € 0,00
   Te betalen                                      € 779,00
   IBAN NL91 ABNA 0417 1643 00
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Koffie Groothandel De Boer B.V.',
      providerTaxId: 'NL810433941B01',
      providerIban: 'NL91ABNA0417164300',
      customerTaxId: 'B65432106',
      invoiceNumber: '2026.0417',
      issueDate: '2026-04-17',
      dueDate: '2026-05-17',
      currency: 'EUR',
      taxBase: 77900,
      taxes: [],
      withholding: null,
      total: 77900,
      rectifiedInvoiceNumber: null,
      reverseCharge: true,
      lines: [
        { description: 'Koffiebonen 1 kg', quantity: 60, amount: 74400 },
        { description: 'Verzendkosten', quantity: 1, amount: 3500 },
      ],
    },
  },
  {
    name: 'alemana netto',
    text: `
   Küchentechnik Bauer GmbH & Co. KG · Industriestr. 5 · 80331 München
   Hoteles Baviera, S.L.
   Calle Fuente 2
   28010 Madrid
   Spanien                                          Rechnungs-Nr.:   RE2026-1188
                                                    Rechnungsdatum:  12.05.2026
                                                    Kunden-Nr.:      D10442
   Rechnung                                         Lieferdatum:     08.05.2026
   Pos  Artikel                         Menge   Einzelpreis     Gesamt
   1    Kombidämpfer Ersatzteil             2        345,00     690,00
   2    Versand                             1         40,00      40,00
   Nettobetrag                                                  730,00 €
   zzgl. 19% MwSt.                                              138,70 €
   Gesamtbetrag                                                 868,70 €
   Zahlbar bis 11.06.2026 ohne Abzug.
   Bankverbindung: IBAN DE89 3704 0044 0532 0130 00   USt-IdNr. DE136695976   Geschäftsführer: K. Bauer
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Küchentechnik Bauer GmbH & Co. KG',
      providerTaxId: 'DE136695976',
      providerIban: 'DE89370400440532013000',
      invoiceNumber: 'RE2026-1188',
      issueDate: '2026-05-12',
      dueDate: '2026-06-11',
      currency: 'EUR',
      taxBase: 73000,
      taxes: [{ type: 'IVA', rate: 19, base: 73000, amount: 13870 }],
      withholding: null,
      total: 86870,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Kombidämpfer Ersatzteil', quantity: 2, amount: 69000 },
        { description: 'Versand', quantity: 1, amount: 4000 },
      ],
    },
  },
  {
    name: 'cloud usd',
    text: `
   Nimbus Web Services, Inc.                                 Invoice
   Email or talk to us about your account or bill

   Account number:                                    Invoice Summary
   123456789012
                                                      Invoice Number:                         42183017
   Bill to Address:                                   Invoice Date:                   November 3 , 2024
   Hoteles Bahía Azul, S.L.                           TOTAL AMOUNT DUE ON November 3 , 2024      $4.11
   Calle Sol 1
   29001 Málaga, ES

   This invoice is for the billing period October 1 - October 31 , 2024
   Summary
   Nimbus Service Charges                                                                        $4.11
      Charges                                                                                    $4.11
      Credits                                                                                    $0.00
      Tax                                                                                        $0.00
   Total for this invoice                                                                        $4.11
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Nimbus Web Services, Inc.',
      providerIban: null,
      customerTaxId: null,
      invoiceNumber: '42183017',
      issueDate: '2024-11-03',
      currency: 'USD',
      taxBase: 411,
      taxes: [],
      withholding: null,
      total: 411,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'telecom fr',
    text: `
   Libre Télécom SAS                                          FACTURE n° 562044387
   75371 PARIS CEDEX 08                                       Date de facture : 02 juillet 2015
   SIREN 421938861  N° TVA : FR60421938861

   Identifiant : fb123456789
   Hoteles Pirineo S.L.
   12 rue Neuve
   75001 PARIS

                                                    Montant HT      TVA       Montant TTC
   Abonnement Internet                                   24,99     5,00           29,99
   Total de la facture                                   24,99     5,00           29,99
   TVA à 20,00%                                                    5,00
   Total à payer TTC                                                              29,99 €
   Prélèvement le 05/07/2015
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Libre Télécom SAS',
      providerTaxId: 'FR60421938861',
      providerIban: null,
      invoiceNumber: '562044387',
      issueDate: '2015-07-02',
      currency: 'EUR',
      taxBase: 2499,
      taxes: [{ type: 'IVA', rate: 20, base: 2499, amount: 500 }],
      withholding: null,
      total: 2999,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'hosting de',
    text: `
   Qualitäts-Hosting AG, Uferweg 40-42, 63571 Gelnhausen

   Firma                                                     Kundennummer     21122
   Hoteles Baviera                                           Rechnungsnummer  30064443
   z. Hd. Buchhaltung                                        Rechnungsdatum   26. Juli 2016
   Calle Fuente 2
   28010 Madrid

                              RECHNUNG
   Pos.   Bezeichnung                          Menge     Einzelpreis     Gesamtpreis
   1      Small Business StandardExchange 2010    20          1,39 €         27,80 €
          Grundgebühr pro Einheit
          Zeitraum: 01.07.2016 - 31.07.2016
   2      Outlook Web Lizenz                       1          1,20 €          1,20 €
   Gesamt netto                                                              29,00 €
   Umsatzsteuer 19,00 %                                                       5,51 €
   Gesamt brutto                                                             34,51 €
   Der Rechnungsbetrag wird am 02.08.2016 per Lastschrift von Ihrem Konto eingezogen.
   Vorstand: C. Heit   USt-IdNr. DE232446240   Amtsgericht Hanau HRB 6861
   Frankfurter Sparkasse IBAN DE89 3704 0044 0532 0130 00
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Qualitäts-Hosting AG',
      providerTaxId: 'DE232446240',
      invoiceNumber: '30064443',
      issueDate: '2016-07-26',
      currency: 'EUR',
      taxBase: 2900,
      taxes: [{ type: 'IVA', rate: 19, base: 2900, amount: 551 }],
      withholding: null,
      total: 3451,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'varias paginas',
    text: `
   Cash Hostelería Norte, S.A.                    FACTURA  Nº: 26/004417
   Pol. Raos 14, 39600 Camargo                    Fecha: 31/01/2026
   CIF: A58120098                                 Hoja 1 de 2
   Cliente: 43000881  Posada del Valle, S.L.      CIF: B81200446

   Código   Descripción            Cant.    Precio    Importe
   1001     Azúcar sobres caja        10     12,00     120,00
   1002     Servilletas 2000 u         5     18,00      90,00
   Suma y sigue                                        210,00
\f
   Cash Hostelería Norte, S.A.                    FACTURA  Nº: 26/004417
   Pol. Raos 14, 39600 Camargo                    Fecha: 31/01/2026
   CIF: A58120098                                 Hoja 2 de 2
   Suma anterior                                       210,00
   1003     Café molido 1 kg          20      9,50     190,00
   1004     Lavavajillas 10 L          4     22,25      89,00

   Base imp.    % IVA    Cuota IVA
   190,00       10       19,00
   299,00       21       62,79
   TOTAL FACTURA EUR     570,79
   Vencimientos: 02/03/2026  570,79   Forma pago: Giro a 30 días
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Cash Hostelería Norte, S.A.',
      providerTaxId: 'A58120098',
      providerIban: null,
      customerTaxId: 'B81200446',
      invoiceNumber: '26/004417',
      issueDate: '2026-01-31',
      dueDate: '2026-03-02',
      currency: 'EUR',
      taxBase: 48900,
      taxes: [
        { type: 'IVA', rate: 10, base: 19000, amount: 1900 },
        { type: 'IVA', rate: 21, base: 29900, amount: 6279 },
      ],
      withholding: null,
      total: 57079,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Azúcar sobres caja', quantity: 10, amount: 12000 },
        { description: 'Servilletas 2000 u', quantity: 5, amount: 9000 },
        { description: 'Café molido 1 kg', quantity: 20, amount: 19000 },
        { description: 'Lavavajillas 10 L', quantity: 4, amount: 8900 },
      ],
    },
  },
  {
    name: 'comunidad gas',
    text: `
   GASES DEL CANTÁBRICO COMERCIALIZADORA S.L.U.
   CIF B33445560   Domicilio social: C/ Gijón 8, 33001 Oviedo

   DATOS DEL CLIENTE                              DATOS DE LA FACTURA
   Titular: BALNEARIO LAS CALDAS S.A.             Factura: GC260400088123
   NIF: A76543214                                 Fecha emisión: 07/04/2026
   CUPS: ES0217010111222333AB                     Fecha de cargo: 21/04/2026
   Contrato: 200445588                            Periodo: 01/03/2026 - 31/03/2026

   Término fijo                                    31 días              85,21 €
   Consumo de gas                            18.220 kWh x 0,052341     953,65 €
   Impuesto especial hidrocarburos           18.220 kWh x 0,002340      42,63 €
   Alquiler contador                                                     4,10 €
   Total (sin IVA)                                                   1.085,59 €
   IVA 21% de 1.085,59                                                 227,97 €
   TOTAL IMPORTE FACTURA                                             1.313,56 €
   Facturas anteriores pendientes: 0,00 €
   IBAN: ES77 0049 1500 01** **** **** 3456
   La factura se cargará en su cuenta en la fecha indicada
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Gases del Cantábrico Comercializadora S.L.U.',
      providerTaxId: 'B33445560',
      providerIban: null,
      customerTaxId: 'A76543214',
      invoiceNumber: 'GC260400088123',
      issueDate: '2026-04-07',
      dueDate: '2026-04-21',
      currency: 'EUR',
      taxBase: 108559,
      taxes: [{ type: 'IVA', rate: 21, base: 108559, amount: 22797 }],
      withholding: null,
      total: 131356,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Término fijo', amount: 8521 },
        { description: 'Consumo de gas', quantity: 18220, amount: 95365 },
        { description: 'Impuesto especial hidrocarburos', quantity: 18220, amount: 4263 },
        { description: 'Alquiler contador', amount: 410 },
      ],
    },
  },
  {
    name: 'autonomo retencion 7',
    text: `
   Lucía Ferrer Mas                                   Factura 004-26
   Diseñadora gráfica                                 14 de enero de 2026
   44556677L
   c/ Nou 7, 43001 Tarragona                          PARA
   lucia@ferrer.example                               Ribera Hotels, S.L.
                                                      B12345674
                                                      Rambla 2, 43003 Tarragona

   Diseño carta restaurante                    350 €
   Fotografía habitaciones                     600 €

   Subtotal          950,00 €
   IVA 21 %          199,50 €
   IRPF 7 %          -66,50 €
   TOTAL           1.083,00 €

   Transferencia: ES91-2100-0418-4502-0005-1332
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Lucía Ferrer Mas',
      providerTaxId: '44556677L',
      providerIban: 'ES9121000418450200051332',
      customerTaxId: 'B12345674',
      invoiceNumber: '004-26',
      issueDate: '2026-01-14',
      dueDate: null,
      currency: 'EUR',
      taxBase: 95000,
      taxes: [{ type: 'IVA', rate: 21, base: 95000, amount: 19950 }],
      withholding: { rate: 7, base: 95000, amount: 6650 },
      total: 108300,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Diseño carta restaurante', amount: 35000 },
        { description: 'Fotografía habitaciones', amount: 60000 },
      ],
    },
  },
  {
    name: 'igic varios',
    text: `
   FRUTAS DEL TEIDE S.COOP.                        Nº Fact.   1/26000342
   Ctra. Gral. Norte 112, 38300 La Orotava         F. Factura 28/02/2026
   NIF F44556678                                   Vto.       30/03/2026
                                                   Cliente    00451
   Apartamentos Drago, S.L.U.
   Avda. Litoral 5 - 38660 Adeje
   NIF B07771231

   Artículo             Kg.      Precio    IGIC    Total
   Plátano             120,5      1,10      0,00   132,55
   Papaya               40,0      1,95      0,00    78,00
   Zumo envasado        24,0      2,40      7,00    57,60

   Base 0%  210,55   Cuota   0,00
   Base 7%   57,60   Cuota   4,03
   Total factura            272,18
   Cta. ES84 3058 0001 9612 3456 7890
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Frutas del Teide S.Coop.',
      providerTaxId: 'F44556678',
      providerIban: 'ES8430580001961234567890',
      customerTaxId: 'B07771231',
      invoiceNumber: '1/26000342',
      issueDate: '2026-02-28',
      dueDate: '2026-03-30',
      currency: 'EUR',
      taxBase: 26815,
      taxes: [{ type: 'IGIC', rate: 7, base: 5760, amount: 403 }],
      withholding: null,
      total: 27218,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Plátano', quantity: 120.5, amount: 13255 },
        { description: 'Papaya', quantity: 40, amount: 7800 },
        { description: 'Zumo envasado', quantity: 24, amount: 5760 },
      ],
    },
  },
  {
    name: 'construccion isp',
    text: `
   Reformas Integrales Egea, S.L.            CIF B44712032
   C/ Industria 3 · 04001 Almería            Factura nº 15 de fecha 30 de junio de 2026
   ____________________________________________________________
   Promotor: Hoteles Cabo de Gata, S.A.      CIF A28012342
   Obra: Reforma ala norte

   Certificación nº 4 reforma ala norte                 48.350,00 €
   Base imponible                                       48.350,00 €
   IVA 0 % (inversión del sujeto pasivo, art. 84.Uno.2º f LIVA)   0,00 €
   Retención de garantía 5 %                            -2.417,50 €
   Total factura                                        48.350,00 €
   Líquido a pagar en este acto                         45.932,50 €
   Vencimiento 60 días: 29/08/2026
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Reformas Integrales Egea, S.L.',
      providerTaxId: 'B44712032',
      providerIban: null,
      customerTaxId: 'A28012342',
      invoiceNumber: '15',
      issueDate: '2026-06-30',
      dueDate: '2026-08-29',
      currency: 'EUR',
      taxBase: 4835000,
      taxes: [],
      withholding: null,
      total: 4835000,
      rectifiedInvoiceNumber: null,
      reverseCharge: true,
      lines: [{ description: 'Certificación nº 4 reforma ala norte', amount: 4835000 }],
    },
  },
  {
    name: 'notaria',
    text: `
   NOTARÍA DE D. RAMÓN ALCAÑIZ PONS
   Plaza de la Reina 6, 1º - 46001 Valencia
   N.I.F. 07654321J
   Factura: 2026/1544                     Fecha: 19/05/2026
   Cliente: Inversiones Hoteleras Mayve, S.L.     N.I.F.: B65432106

   Escritura de poder, protocolo 1.288
   Honorarios                                       182,40
   I.V.A. 21,00 %                                    38,30
   I.R.P.F. 15,00 %                                 -27,36
   Suplidos no sujetos                               12,02
   TOTAL A PAGAR                                    205,36 €
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Notaría de D. Ramón Alcañiz Pons',
      providerTaxId: '07654321J',
      providerIban: null,
      customerTaxId: 'B65432106',
      invoiceNumber: '2026/1544',
      issueDate: '2026-05-19',
      dueDate: null,
      currency: 'EUR',
      taxBase: 18240,
      taxes: [{ type: 'IVA', rate: 21, base: 18240, amount: 3830 }],
      withholding: { rate: 15, base: 18240, amount: 2736 },
      total: 20536,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'simplificada gasolinera',
    text: `
   E.S. LA JUNQUERA 44              FACTURA SIMPLIFICADA
   Carburantes Pirineos SL
   CIF B81200446
   Op: 118822   Fecha: 03-05-2026 08:14   Surtidor 4
   Nº: FS0442600018
   GASOLEO A    45,30 L x 1,459        66,09
   TOTAL EUR                            66,09
   Base 54,62   IVA 21%  11,47
   Tarjeta VISA ****1881                66,09
`,
    expected: {
      documentType: 'simplified',
      providerName: 'Carburantes Pirineos SL',
      providerTaxId: 'B81200446',
      providerIban: null,
      customerTaxId: null,
      invoiceNumber: 'FS0442600018',
      issueDate: '2026-05-03',
      dueDate: null,
      currency: 'EUR',
      taxBase: 5462,
      taxes: [{ type: 'IVA', rate: 21, base: 5462, amount: 1147 }],
      withholding: null,
      total: 6609,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
  {
    name: 'aplazada 2 vtos',
    text: `
   Mobiliario Contract Alcora S.A.
   Avda. Castellón 100, 12110 l'Alcora     C.I.F. A58120098   Tel. 964 360 000

   Facturar a:                              Enviar a:
   Grupo Hotelero Nácar, S.L.               Hotel Nácar Playa
   C/ Mayor 1                               Paseo Marítimo 22
   03001 Alicante                           03540 Alicante
   CIF: B07771231

   Nº factura: FA-2026-000731    Nº pedido: PC-8812    Albarán: 4417    Fecha factura: 10/09/2026
   Ref.       Descripción                  Cant.    Precio unit.    Total
   SIL-01     Silla apilable aluminio        40          62,00      2.480,00
   MES-07     Mesa abatible 70x70            10         148,50      1.485,00
   Total bruto 3.965,00    Portes 75,00    Base imponible 4.040,00    IVA (21,00%) 848,40    Total factura 4.888,40 €
   Vencimientos: 10/10/2026 2.444,20 €   09/11/2026 2.444,20 €
   Transferencia bancaria: ES17 0182 2370 4402 0151 2345
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Mobiliario Contract Alcora S.A.',
      providerTaxId: 'A58120098',
      providerIban: 'ES1701822370440201512345',
      customerTaxId: 'B07771231',
      invoiceNumber: 'FA-2026-000731',
      issueDate: '2026-09-10',
      currency: 'EUR',
      taxBase: 404000,
      taxes: [{ type: 'IVA', rate: 21, base: 404000, amount: 84840 }],
      withholding: null,
      total: 488840,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Silla apilable aluminio', quantity: 40, amount: 248000 },
        { description: 'Mesa abatible 70x70', quantity: 10, amount: 148500 },
      ],
    },
  },
  {
    name: 'zugferd like',
    text: `
   Lieferschein und Rechnung
   Handelsvertretung Obermeyer GmbH
   Hauptstr. 9, 10115 Berlin                      Rechnung-Nr.: 2026-00871
   Steuernummer: 201/113/40209                    Datum: 15.01.2026
   USt-ID: DE136695976                            Leistungsdatum: 10.01.2026
   An: Hoteles Norte S.L., Bilbao

   Menge  Einheit  Bezeichnung              EP       GP      MwSt
   3      Stk      Duschkopf Chrom        24,90    74,70     19%
   10     m        Schlauch                2,10    21,00      7%
   Warenwert netto                                 95,70
   MwSt 19% auf 74,70                              14,19
   MwSt 7% auf 21,00                                1,47
   Rechnungsbetrag                                111,36 EUR
   Zahlbar innerhalb von 14 Tagen rein netto.
   Sparkasse Berlin, IBAN: DE89370400440532013000, BIC: COBADEFFXXX
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Handelsvertretung Obermeyer GmbH',
      providerTaxId: 'DE136695976',
      providerIban: 'DE89370400440532013000',
      invoiceNumber: '2026-00871',
      issueDate: '2026-01-15',
      dueDate: null,
      currency: 'EUR',
      taxBase: 9570,
      taxes: [
        { type: 'IVA', rate: 19, base: 7470, amount: 1419 },
        { type: 'IVA', rate: 7, base: 2100, amount: 147 },
      ],
      withholding: null,
      total: 11136,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [
        { description: 'Duschkopf Chrom', quantity: 3, amount: 7470 },
        { description: 'Schlauch', quantity: 10, amount: 2100 },
      ],
    },
  },
  {
    name: 'presse fr',
    text: `
   NETPRESSE SARL
   Au capital de 10 000 € - RCS Nanterre 403 554 181
   35 avenue de l'Europe 92500 Rueil            Facture N° SAP3516
   TVA intracommunautaire : FR82403554181       Date : 31/12/2016
                                                Client : Hoteles Atlas SL

   Code     Libellé                        Qté    PU HT     Montant HT
   AB12     Abonnement annuel               1     205,88        205,88
   Total HT            205,88
   TVA 2,10%             4,32
   Net à payer         210,20 EUR
   Conditions de règlement : 30 jours - Échéance 30/01/2017
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Netpresse SARL',
      providerTaxId: 'FR82403554181',
      providerIban: null,
      invoiceNumber: 'SAP3516',
      issueDate: '2016-12-31',
      dueDate: '2017-01-30',
      currency: 'EUR',
      taxBase: 20588,
      taxes: [{ type: 'IVA', rate: 2.1, base: 20588, amount: 432 }],
      withholding: null,
      total: 21020,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
      lines: [{ description: 'Abonnement annuel', quantity: 1, amount: 20588 }],
    },
  },
  {
    name: 'hotel a hotel',
    text: `
   HOTEL PUERTA DE HIERRO ****
   Explotado por Hostelera Castellana, S.A.  CIF A76543214
   Avda. del Valle 1, 28003 Madrid

   Factura a nombre de: Eventos Reunidos, S.L.   CIF: B33445560
   Nº Factura: H-26-08812    Fecha: 12/06/2026   Habitación: 412   Entrada: 10/06/2026  Salida: 12/06/2026

   Fecha        Concepto               Unid.   Importe
   10/06/2026   Alojamiento               1     110,00
   11/06/2026   Alojamiento               1     110,00
   11/06/2026   Cena restaurante          1      33,00
   Total (IVA incluido)                         253,00
   Base imponible 10%: 230,00   IVA 10%: 23,00
   Pagado con tarjeta                          -253,00
   Pendiente                                      0,00
`,
    expected: {
      documentType: 'invoice',
      providerName: 'Hostelera Castellana, S.A.',
      providerTaxId: 'A76543214',
      providerIban: null,
      customerTaxId: 'B33445560',
      invoiceNumber: 'H-26-08812',
      issueDate: '2026-06-12',
      dueDate: null,
      currency: 'EUR',
      taxBase: 23000,
      taxes: [{ type: 'IVA', rate: 10, base: 23000, amount: 2300 }],
      withholding: null,
      total: 25300,
      rectifiedInvoiceNumber: null,
      reverseCharge: false,
    },
  },
]
