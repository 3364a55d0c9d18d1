import type { PrintedInvoice } from '#tests/reading/printed_invoices'

/** Small invoices of invented companies, each with one thing that once misled the reader. */
export const printedTraps: PrintedInvoice[] = [
  {
    name: 'fecha larga y total con la palabra euros',
    text: `
   Reformas Quintana, S.L.          CIF B91029389
   C/ Gran Vía 28, 28013 Madrid

   Cliente: Hoteles Bahía Serena, S.L.     CIF B44712032

   Factura nº: 2026/77
   Fecha: 2 de octubre de 2026
   Entrega realizada 11/09/2026 en Marbella

   Base imponible 100,00 euros
   IVA 21% 21,00 euros
   Total factura 121,00 euros
   Total presupuesto aceptado 484,00
`,
    expected: {
      issueDate: '2026-10-02',
      dueDate: null,
      taxBase: 10000,
      taxes: [{ type: 'IVA', rate: 21, base: 10000, amount: 2100 }],
      total: 12100,
    },
  },
  {
    name: 'importes seguidos en una línea',
    text: `
   Factura 1 fecha 01/01/2026 Base imponible 100,00 IVA 21% 21,00 Total 121,00
`,
    expected: { taxBase: 10000, taxes: [{ type: 'IVA', rate: 21, base: 10000, amount: 2100 }], total: 12100 },
  },
  {
    name: 'agua con un canon no sujeto',
    text: `
   Factura nº 0120260300045512       Fecha de emisión: 31 de marzo de 2026
   Titular: Hoteles Bahía Serena, S.L.  NIF: B44712032

   Consumo y servicio                            1.224,42 €
   Canon autonómico (no sujeto a IVA)              135,51 €

   Base imponible IVA 10%                        1.224,42 €
   IVA 10% s/ 1.224,42                             122,44 €
   TOTAL FACTURA                                 1.482,37 €

   Compañía de Aguas del Litoral, S.A. Registro Mercantil de Cádiz, tomo 12, folio 3. CIF A77115525
`,
    expected: {
      providerTaxId: 'A77115525',
      taxBase: 135993,
      taxes: [{ type: 'IVA', rate: 10, base: 122442, amount: 12244 }],
      taxTotal: 12244,
      total: 148237,
    },
  },
  {
    name: 'retención solo de la parte sujeta',
    text: `
   Notaría Ruiz de Alda        NIF 30123987J
   Cliente: Hoteles Bahía Serena, S.L.   CIF B44712032
   Factura nº: 1182/2026    Fecha: 12/05/2026

   Derechos arancelarios escritura 1182          412,30
   Papel timbrado (no sujeto a IVA)               18,15

   Base imponible                                412,30
   IVA 21 %                                       86,58
   No sujeto                                      18,15
   Retención 15 %                                -61,85
   TOTAL                                         455,18 €
`,
    expected: {
      taxBase: 43045,
      taxes: [{ type: 'IVA', rate: 21, base: 41230, amount: 8658 }],
      withholding: { rate: 15, base: 41230, amount: 6185 },
      total: 45518,
    },
  },
  {
    name: 'periodo que parece un NIF',
    text: `
   Limpiezas Ártica, S.L.     CIF B91029389
   Hoteles Bahía Serena, S.L.
   Avda. del Mar 1, 29600 Marbella

   Factura nº: 2026/77    Fecha: 05/07/2026
   Servicio de 09/06/2026 a 30/06/2026                   100,00
   Base imponible   100,00    IVA 21%   21,00    Total   121,00
`,
    expected: { providerTaxId: 'B91029389', customerTaxId: null, total: 12100 },
  },
  {
    name: 'cliente arriba a la derecha y membrete en una línea',
    text: `
                                                     Hoteles Bahía Serena, S.L.
                                                     Avda. del Mar 1
                                                     29600 Marbella
                                                     N.I.F.: B-44712032

   EVENTOS Y CARPAS DEL SUR, SOCIEDAD LIMITADA
   N.I.F.: B-76543214 · Ctra. Cádiz km 182, 29604 Marbella

   FACTURA: 2026 / EC / 0091      FECHA: 30.09.2026      PEDIDO: P-5521
   Alquiler carpa 20x30 (bodas)              4.800,00
   Base imponible 4.800,00   IVA 21% 1.008,00   Total factura 5.808,00
`,
    expected: {
      providerTaxId: 'B76543214',
      providerName: 'Eventos y carpas del sur, sociedad limitada',
      customerTaxId: 'B44712032',
      invoiceNumber: '2026/EC/0091',
    },
  },
  {
    name: 'nota de abono con su factura',
    text: `
   Hoteles Bahía Serena, S.L.
   Avda. del Mar 1, 29600 Marbella · NIF B44712032

   NOTA DE ABONO Nº: AB-77   Fecha: 2 de octubre de 2026 · S/ factura: 2026/1990 de fecha 11/09/2026

   Bonificación por volumen 3T                   1.000,00
   Importe neto 1.000,00
   IVA 21,00 % 210,00
   Importe total 1.210,00 EUR

   Cafés Torrealta, S.A. – Avda. Tostadero 5, 28906 Getafe – C.I.F. A77115525 – Reg. Merc. Madrid T. 3.321 F. 12
`,
    expected: {
      documentType: 'credit_note',
      providerTaxId: 'A77115525',
      invoiceNumber: 'AB-77',
      issueDate: '2026-10-02',
      rectifiedInvoiceNumber: '2026/1990',
      total: 121000,
      lines: [{ description: 'Bonificación por volumen 3T', amount: 100000 }],
    },
  },
  {
    name: 'abono con número y sin título aparte',
    text: `
   Cafés Torrealta, S.A.   CIF A77115525
   Abono nº 12        Fecha: 02/10/2026
   Cliente: Hoteles Bahía Serena, S.L.   CIF B44712032
   Devolución café molido              50,00
   Base imponible 50,00   IVA 10% 5,00   Total 55,00
`,
    expected: { documentType: 'credit_note', invoiceNumber: '12', total: 5500 },
  },
  ...[
    'Telefónica de España, S.A.U.',
    'Page Personnel Selección España, S.A.',
    'Total Gas y Electricidad España, S.A.',
  ].map((providerName) => ({
    name: providerName,
    text: `
   ${providerName}
   CIF A81332231
   C/ Gran Vía 28, 28013 Madrid

   Cliente: Hoteles Bahía Serena, S.L.
   CIF B44712032

   Factura nº: F-881    Fecha: 03/06/2026
   Servicios varios del mes de junio            100,00
   Base imponible   100,00    IVA 21%   21,00    Total   121,00
`,
    expected: { providerName, providerTaxId: 'A81332231' },
  })),
  ...[
    ['2026 / RQ / 0091', '2026/RQ/0091'],
    ['FV*26-1187', 'FV*26-1187'],
    ['15/06/26', '15/06/26'],
  ].map(([printed, invoiceNumber]) => ({
    name: `número ${printed}`,
    text: `
   Reformas Quintana, S.L.    CIF B91029389
   Cliente: Hoteles Bahía Serena, S.L.   CIF B44712032
   Factura nº: ${printed}    Fecha: 30/06/2026
   Servicios varios                          100,00
   Base imponible   100,00    IVA 21%   21,00    Total   121,00
`,
    expected: { invoiceNumber: invoiceNumber ?? null, issueDate: '2026-06-30' },
  })),
  {
    name: 'rótulos debajo del valor',
    text: `
   2026-0045          12 ene 2026          11 feb 2026
   factura            fecha                vencimiento

   Rosa Benítez Calvo · 44556677L
   C/ Sol, 3, 29015 Málaga

   Para: Hoteles Bahía Serena, S.L.   B44712032

   Dirección de obra                     2.400,00
   2.400,00 €   Base imponible
     504,00 €   IVA 21%
    -360,00 €   Retención IRPF 15%
   2.544,00 €   Total a percibir
`,
    expected: { invoiceNumber: '2026-0045', issueDate: '2026-01-12', dueDate: '2026-02-11', total: 254400 },
  },
  {
    name: 'nombre en dos líneas',
    text: `
   SUMINISTROS HOSTELEROS
   DEL PONIENTE SA
   A28374650

   FACTURA SIMPLIFICADA 014-0008812    03/09/2026
   VASO SIDRA            11,36
   BASE 11,36   IVA 21% 2,39   TOTAL 13,75
`,
    expected: { providerName: 'Suministros hosteleros del poniente sa', invoiceNumber: '014-0008812' },
  },
  {
    name: 'suma y sigue no es una línea',
    text: `
   Costa Linen Services, S.L.   VAT no: ESB76543214
   Invoice no. CLS-2026/118   Date: 5 March 2026
   Bill to: Hoteles Bahía Serena, S.L.   VAT no: ESB44712032

   Description                  Qty     Unit price     Amount
   Linen service week 1           3          12.50      37.50
   Linen service week 2           6          12.50      75.00
   Carried forward                                     112.50
\f
   Brought forward                                     112.50
   Description                  Qty     Unit price     Amount
   Drinking water for staff     100           4.20     420.00

   Net 21%                                             112.50
   Net 10%                                             420.00
   VAT 21%                                              23.63
   VAT 10%                                              42.00
   Total due                                           598.13
`,
    expected: {
      taxBase: 53250,
      total: 59813,
      lines: [
        { description: 'Linen service week 1', quantity: 3, amount: 3750 },
        { description: 'Linen service week 2', quantity: 6, amount: 7500 },
        { description: 'Drinking water for staff', quantity: 100, amount: 42000 },
      ],
    },
  },
  {
    name: 'descuento general tras la suma de líneas',
    text: `
   Menaje Ibérico, S.A.   CIF A77115525
   Factura nº: 881    Fecha: 03/06/2026
   Cliente: Hoteles Bahía Serena, S.L.   CIF B44712032

   Descripción               Cantidad     Precio      Importe
   Copa de vino 45 cl              24       5,00       120,00
   Plato llano                     40       2,00        80,00
   Suma importes                                       200,00
   Descuento comercial 10%                             -20,00
   Base imponible                                      180,00
   IVA 21%                                              37,80
   Total factura                                       217,80
`,
    expected: {
      taxBase: 18000,
      total: 21780,
      lines: [
        { description: 'Copa de vino 45 cl', quantity: 24, amount: 12000 },
        { description: 'Plato llano', quantity: 40, amount: 8000 },
      ],
    },
  },
  {
    name: 'retención de garantía de una obra',
    text: `
   Construcciones Hermanos Vera, S.A. NIF A28374650
   FACTURA Nº: 2026/C-17      FECHA: 22/05/2026
   CLIENTE: HOTELES BAHÍA SERENA, S.L. NIF: B44712032

   Importe de esta certificación                    43.180,00
   Retención garantía 5%                            -2.159,00
   Líquido a percibir                               41.021,00

   Base imponible 43.180,00 · IVA: inversión del sujeto pasivo art. 84.Uno.2.f) LIVA · Total factura 43.180,00 €
`,
    expected: { taxBase: 4318000, taxes: [], total: 4318000, reverseCharge: true },
  },
]
