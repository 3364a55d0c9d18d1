import { test } from '@japa/runner'
import { altaValues, hashAlta } from '#app/issuing/verifactu/canonical_hash'
import { checkAlta } from '#app/issuing/verifactu/rules/check_alta'
import { checkAnulacion } from '#app/issuing/verifactu/rules/check_anulacion'
import type { Circumstances, GivenAlta } from '#app/issuing/verifactu/rules/rule'
import { alta, given, line, NOW, RECIPIENT, simplified, untaxed } from '#tests/factories/billing_records'

const numbered = (NumSerieFactura: string): GivenAlta =>
  given({ IDFactura: { ...alta().IDFactura, NumSerieFactura } })
const issuedOn = (FechaExpedicionFactura: string): GivenAlta =>
  given({ IDFactura: { ...alta().IDFactura, FechaExpedicionFactura } })
const lines = (...Desglose: GivenAlta['Desglose']): GivenAlta => given({ Desglose })
const identified = (IDType: string, ID: string, CodigoPais?: string): GivenAlta =>
  given({
    Destinatarios: [
      { NombreRazon: 'AJENA', IDOtro: { IDType, ID, ...(CodigoPais === undefined ? {} : { CodigoPais }) } },
    ],
  })
const rectifying = (changed: Partial<GivenAlta>): GivenAlta =>
  given({ TipoFactura: 'R1', TipoRectificativa: 'I', ...changed })

const REFUSED: [why: string, code: number, record: GivenAlta][] = [
  ['no type', 4102, given({ TipoFactura: undefined as never })],
  ['thirteen lines', 4113, lines(...Array.from({ length: 13 }, () => line()))],
  ['three decimals', 1100, given({ ImporteTotal: '121.000' })],
  ['a number of 61 signs', 1104, numbered('A'.repeat(61))],
  ['an equals sign in the number', 1130, numbered('A=1')],
  ['an eñe in the number', 1130, numbered('AÑO-1')],
  [
    'another issuer than the header',
    1108,
    given({ IDFactura: { ...alta().IDFactura, IDEmisorFactura: 'B90000019' } }),
  ],
  ['no such day', 1105, issuedOn('31-02-2027')],
  ['tomorrow', 1112, issuedOn('16-01-2027')],
  ['before the order', 1152, issuedOn('27-10-2024')],
  ['a quote in a description', 1287, given({ DescripcionOperacion: 'Obra "A"' })],
  ['a less-than in a name', 1287, given({ Destinatarios: [{ ...RECIPIENT, NombreRazon: 'A < B' }] })],
  ['previous rejection X without correction', 1153, given({ RechazoPrevio: 'X' })],
  ['previous rejection S without correction', 1161, given({ Subsanacion: 'N', RechazoPrevio: 'S' })],
  ['rectifying without a kind', 1114, given({ TipoFactura: 'R1' })],
  ['a kind on what rectifies nothing', 1115, given({ TipoRectificativa: 'I' })],
  ['substituted invoices on F1', 1116, given({ FacturasSustituidas: [alta().IDFactura] })],
  ['rectified invoices on F1', 1117, given({ FacturasRectificadas: [alta().IDFactura] })],
  ['substitution without amounts', 1118, rectifying({ TipoRectificativa: 'S' })],
  [
    'amounts on differences',
    1119,
    rectifying({ ImporteRectificacion: { BaseRectificada: '100.00', CuotaRectificada: '21.00' } }),
  ],
  ['an operation 21 years ago', 1134, given({ FechaOperacion: '01-01-2006' })],
  ['an operation in two years', 1125, given({ FechaOperacion: '01-01-2029' })],
  ['an operation after today', 1173, given({ FechaOperacion: '20-01-2027' })],
  ['an operation after the issue', 1146, given({ FechaOperacion: '10-01-2027' })],
  ['art. 7.2 on a simplified one', 1183, simplified({ FacturaSimplificadaArt7273: 'S' })],
  ['no recipient by art. 6.1.d on a full one', 1185, given({ FacturaSinIdentifDestinatarioArt61d: 'S' })],
  ['a hundred millions without saying so', 1139, given({ ImporteTotal: '-100000000.00' })],
  ['macrodata on little', 1138, given({ Macrodato: 'S' })],
  ['a coupon on F1', 1157, given({ Cupon: 'S' })],
  ['a fraction of a second', 1244, given({ FechaHoraHusoGenRegistro: '2027-01-02T10:00:00.5+01:00' })],
  ['an offset without colon', 1244, given({ FechaHoraHusoGenRegistro: '2027-01-02T10:00:00+0100' })],
  ['a full one without recipient', 1189, given({ Destinatarios: [] })],
  ['a simplified one with recipient', 1190, given({ TipoFactura: 'F2' })],
  ['by a third party that is not told', 1186, given({ EmitidaPorTerceroODestinatario: 'T' })],
  ['a wrong NIF', 1123, given({ Destinatarios: [{ NombreRazon: 'X', NIF: 'B90000018' }] })],
  ['an identification without country', 1111, identified('03', 'AB123')],
  ['a Spanish number as of another country', 1126, identified('04', 'AB123', 'ES')],
  ['not in the census and not Spanish', 1126, identified('07', '12345678Z', 'FR')],
  ['a VAT number of no form', 1103, identified('02', 'DE12')],
  ['a VAT number of another country', 1122, identified('02', 'DE123456788', 'FR')],
  ['a British VAT number', 1255, identified('02', 'GB999999973')],
  ['bad debt of a foreigner', 1191, rectifying({ ...identified('02', 'IT00743110157'), TipoFactura: 'R3' })],
  ['bankruptcy by passport', 1192, rectifying({ ...identified('03', 'AB123', 'FR'), TipoFactura: 'R2' })],
  ['no such tax', 1218, lines(line({ Impuesto: '04' }))],
  ['no key of a regime', 1245, lines(line({ ClaveRegimen: '' }))],
  ['a key of IGIC under VAT', 1246, lines(line({ ClaveRegimen: '21' }))],
  ['IPSI without a key from 2027 on', 1245, lines(line({ Impuesto: '02', ClaveRegimen: '' }))],
  ['a key where the tax has none', 1260, lines(line({ Impuesto: '05' }))],
  ['neither qualified nor exempt', 1195, lines(line({ CalificacionOperacion: '' }))],
  ['qualified and exempt', 1196, lines(line({ OperacionExenta: 'E1' }))],
  ['an exemption of IGIC under VAT', 1182, lines(untaxed({ OperacionExenta: 'E7' }))],
  ['a base at cost in the general regime', 1257, lines(line({ BaseImponibleACoste: '90.00' }))],
  ['a rate that there is not', 1124, lines(line({ TipoImpositivo: '18.00' }))],
  ['five per cent after its days', 1194, lines(line({ TipoImpositivo: '5.00', CuotaRepercutida: '5.00' }))],
  ['two per cent after its days', 1235, lines(line({ TipoImpositivo: '2.00', CuotaRepercutida: '2.00' }))],
  [
    'seven and a half after its days',
    1236,
    lines(line({ TipoImpositivo: '7.50', CuotaRepercutida: '7.50' })),
  ],
  [
    'a surcharge that there is not',
    1127,
    lines(line({ TipoRecargoEquivalencia: '5.10', CuotaRecargoEquivalencia: '5.10' })),
  ],
  [
    'the surcharge of another rate',
    1162,
    lines(line({ TipoRecargoEquivalencia: '1.40', CuotaRecargoEquivalencia: '1.40' })),
  ],
  ['a surcharge without its quota', 1284, lines(line({ TipoRecargoEquivalencia: '5.20' }))],
  [
    'reverse charge on a simplified one',
    1197,
    simplified({
      Desglose: [line({ CalificacionOperacion: 'S2', TipoImpositivo: '0', CuotaRepercutida: '0' })],
    }),
  ],
  ['reverse charge with a quota', 1198, lines(line({ CalificacionOperacion: 'S2' }))],
  ['not subject with a rate', 1237, lines(line({ CalificacionOperacion: 'N1' }))],
  ['exempt with a quota', 1238, lines({ ...untaxed({ OperacionExenta: 'E1' }), CuotaRepercutida: '0.00' })],
  ['export in the general regime', 1199, lines(untaxed({ OperacionExenta: 'E2' }))],
  ['the export regime with tax', 1286, lines(line({ ClaveRegimen: '02' }))],
  ['used goods not subject', 1200, lines(untaxed({ ClaveRegimen: '03', CalificacionOperacion: 'N1' }))],
  ['gold without reverse charge', 1201, lines(line({ ClaveRegimen: '04' }))],
  ['the group regime without its cost', 1202, lines(line({ ClaveRegimen: '06' }))],
  ['cash basis not subject', 1203, lines(untaxed({ ClaveRegimen: '07', CalificacionOperacion: 'N2' }))],
  ['subject to IGIC and taxed', 1252, lines(line({ ClaveRegimen: '08' }))],
  ['collections that are taxed', 1205, lines(line({ ClaveRegimen: '10' }))],
  [
    'a lease at ten per cent',
    1206,
    lines(line({ ClaveRegimen: '11', TipoImpositivo: '10.00', CuotaRepercutida: '10.00' })),
  ],
  ['works certificates without their day', 1147, lines(line({ ClaveRegimen: '14' }))],
  [
    'works certificates to a company',
    1149,
    given({ FechaOperacion: '01-03-2027', Desglose: [line({ ClaveRegimen: '14' })] }),
  ],
  [
    'IGIC 20 that is taxed',
    1293,
    lines(line({ Impuesto: '03', ClaveRegimen: '20', TipoImpositivo: '7.00', CuotaRepercutida: '7.00' })),
  ],
  ['no quota', 1208, lines(untaxed({ CalificacionOperacion: 'S1' }))],
  ['a quota of the other sign', 1143, lines(line({ CuotaRepercutida: '-21.00' }))],
  ['a quota eleven euros off', 1142, lines(line({ CuotaRepercutida: '32.00' }))],
  ['intra-EU to a Spanish NIF', 1289, lines(untaxed({ OperacionExenta: 'E5' }))],
  [
    'a simplified one of 3.010,01 €',
    1150,
    simplified({
      Desglose: [line({ BaseImponibleOimporteNoSujeto: '2487.61', CuotaRepercutida: '522.40' })],
      CuotaTotal: '522.40',
      ImporteTotal: '3010.01',
    }),
  ],
]

const WARNED: [why: string, code: number, record: GivenAlta][] = [
  ['a total without the withholding', 2005, given({ ImporteTotal: '102.00' })],
  ['a quota in total that is none of its lines', 2006, given({ CuotaTotal: '31.01' })],
  ['a hash of no form', 2000, given({ Huella: 'abc' })],
  [
    'a hash of something else',
    2000,
    given({ Huella: 'A'.repeat(64), previous: null, FechaHoraHusoGenRegistro: '2027-01-02T10:00:00+01:00' }),
  ],
  ['a hash before of no length', 2002, given({ previous: { ...alta().IDFactura, Huella: 'AB' } })],
  [
    'a hash before of other signs',
    2003,
    given({ previous: { ...alta().IDFactura, Huella: 'Z'.repeat(64) } }),
  ],
  ['five minutes ahead', 2004, given({ FechaHoraHusoGenRegistro: '2027-01-15T12:05:00+01:00' })],
  [
    'IPSI without a key before 2027',
    2009,
    given({
      IDFactura: { ...alta().IDFactura, FechaExpedicionFactura: '30-12-2026' },
      Desglose: [
        line({ Impuesto: '02', ClaveRegimen: '', TipoImpositivo: '10.00', CuotaRepercutida: '10.00' }),
      ],
      CuotaTotal: '10.00',
      ImporteTotal: '110.00',
    }),
  ],
]

const ACCEPTED: [why: string, record: GivenAlta][] = [
  ['a full invoice', given()],
  ['an ampersand in the number', numbered('FA&B/2027 0002')],
  ['Z as offset', given({ FechaHoraHusoGenRegistro: '2027-01-02T09:00:00Z' })],
  ['a quota ten euros off', lines(line({ CuotaRepercutida: '31.00' }))],
  [
    'differences whose quota is another',
    rectifying({
      Desglose: [line({ CuotaRepercutida: '-21.00' })],
      CuotaTotal: '-21.00',
      ImporteTotal: '79.00',
    }),
  ],
  [
    'bankruptcy whose quota is another',
    rectifying({
      TipoFactura: 'R2',
      Desglose: [line({ BaseImponibleOimporteNoSujeto: '0', CuotaRepercutida: '-42.00' })],
      CuotaTotal: '-42.00',
      ImporteTotal: '-42.00',
    }),
  ],
  [
    'substitution with its amounts',
    rectifying({
      TipoRectificativa: 'S',
      ImporteRectificacion: { BaseRectificada: '100.00', CuotaRectificada: '21.00' },
    }),
  ],
  ['export', lines(untaxed({ ClaveRegimen: '02', OperacionExenta: 'E2' }))],
  [
    'intra-EU goods',
    { ...identified('02', 'IT00743110157'), Desglose: [untaxed({ OperacionExenta: 'E5' })] },
  ],
  [
    'a service to a company of the Union',
    { ...identified('02', 'EL094259216', 'GR'), Desglose: [untaxed({ CalificacionOperacion: 'N2' })] },
  ],
  [
    'reverse charge',
    lines(line({ CalificacionOperacion: 'S2', TipoImpositivo: '0.00', CuotaRepercutida: '0.00' })),
  ],
  ['a lease of premises', lines(line({ ClaveRegimen: '11' }))],
  [
    'a surcharge in the general regime',
    lines(line({ TipoRecargoEquivalencia: '5.2', CuotaRecargoEquivalencia: '5.20' })),
  ],
  [
    'a simplified one of 3.010,00 €',
    simplified({
      Desglose: [line({ BaseImponibleOimporteNoSujeto: '2487.60', CuotaRepercutida: '522.40' })],
    }),
  ],
  ['a correction of one that was refused', given({ Subsanacion: 'S', RechazoPrevio: 'X' })],
  [
    'margins, whose totals are no sum',
    given({ Desglose: [line({ ClaveRegimen: '03' })], ImporteTotal: '500.00' }),
  ],
]

test.group('What the tax agency answers to an alta', () => {
  const judge = (record: GivenAlta, about: Circumstances = NOW) => checkAlta(record, about)

  for (const [why, code, record] of REFUSED)
    test(`refused: ${why}`, ({ assert }) => {
      assert.deepEqual(judge(record), { effect: 'refused', code })
    })

  for (const [why, code, record] of WARNED)
    test(`accepted with an error: ${why}`, ({ assert }) => {
      assert.deepEqual(judge(record), { effect: 'warning', code })
    })

  for (const [why, record] of ACCEPTED)
    test(`accepted: ${why}`, ({ assert }) => {
      assert.notEqual(judge(record).effect, 'refused')
    })

  test('accepted: the hash of its own text', ({ assert }) => {
    const at = '2027-01-02T10:00:00+01:00'
    const { hash } = hashAlta(altaValues(alta(), { previousHash: null, at }))

    assert.deepEqual(judge(given({ Huella: hash, previous: null, FechaHoraHusoGenRegistro: at })), {
      effect: 'accepted',
      code: null,
    })
  })
})

test.group('What the tax agency answers to an anulación', () => {
  const id = alta().IDFactura

  test('accepted as it is, and refused with half a generator', ({ assert }) => {
    assert.equal(checkAnulacion({ IDFactura: id }, NOW).effect, 'accepted')
    assert.equal(checkAnulacion({ IDFactura: id, GeneradoPor: 'E' }, NOW).code, 1224)
    assert.equal(checkAnulacion({ IDFactura: { ...id, NumSerieFactura: 'A<1' } }, NOW).code, 1130)
  })
})
