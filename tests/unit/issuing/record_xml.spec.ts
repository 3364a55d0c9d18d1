import { test } from '@japa/runner'
import { answerXml, faultXml } from '#app/issuing/aeat/stand_in/answer_xml'
import { readSending } from '#app/issuing/aeat/stand_in/read_sending'
import { readAeatAnswer } from '#app/issuing/sending/aeat_answer'
import { altaXml } from '#app/issuing/verifactu/xml/alta_xml'
import { anulacionXml } from '#app/issuing/verifactu/xml/anulacion_xml'
import { envelopeXml, RECORDS_MAX } from '#app/issuing/verifactu/xml/envelope_xml'
import { validateMessage } from '#app/issuing/verifactu/xml/validate_message'
import { alta, chained, line, RECIPIENT } from '#tests/factories/billing_records'

const HASH = 'A'.repeat(64)
const PREVIOUS = { ...alta().IDFactura, NumSerieFactura: 'REF-2027-0000', Huella: 'B'.repeat(64) }
const HEADER = { issuer: { NombreRazon: 'EMISORA SL', NIF: 'B12345674' }, isIncident: false }

const rectifying = alta({
  RefExterna: '2',
  Subsanacion: 'S',
  RechazoPrevio: 'X',
  TipoFactura: 'R1',
  TipoRectificativa: 'S',
  FacturasRectificadas: [alta().IDFactura],
  ImporteRectificacion: {
    BaseRectificada: '100.00',
    CuotaRectificada: '21.00',
    CuotaRecargoRectificado: '5.20',
  },
  FechaOperacion: '01-01-2027',
  Macrodato: 'N',
  EmitidaPorTerceroODestinatario: 'T',
  Tercero: RECIPIENT,
  Destinatarios: [
    RECIPIENT,
    { NombreRazon: 'ΑΘΗΝΑ & CO', IDOtro: { CodigoPais: 'GR', IDType: '02', ID: 'EL094259216' } },
  ],
  Cupon: 'N',
  Desglose: [
    line({ TipoRecargoEquivalencia: '5.20', CuotaRecargoEquivalencia: '5.20' }) as never,
    { Impuesto: '01', ClaveRegimen: '01', OperacionExenta: 'E1', BaseImponibleOimporteNoSujeto: '-10.50' },
  ],
  NumRegistroAcuerdoFacturacion: '123',
  IdAcuerdoSistemaInformatico: '456',
})

test.group('XML of records', () => {
  test('of an alta, a whole rectifying one and an anulación holds against the schema in one sending', async ({
    assert,
  }) => {
    const xml = envelopeXml({ ...HEADER, isIncident: true, endsOn: '31-12-2027' }, [
      altaXml(alta(), chained(null, HASH)),
      altaXml(rectifying, chained(PREVIOUS, HASH)),
      anulacionXml(
        {
          IDFactura: alta().IDFactura,
          SinRegistroPrevio: 'S',
          RechazoPrevio: 'S',
          GeneradoPor: 'E',
          Generador: RECIPIENT,
        },
        chained(PREVIOUS, HASH)
      ),
    ])

    assert.deepEqual(await validateMessage(xml), { isValid: true, errors: [] })
  }).timeout(60_000)

  test('that the schema does not know is refused with its reason', async ({ assert }) => {
    const broken = altaXml(alta(), chained(null, HASH)).replace('<sf:TipoFactura>F1', '<sf:TipoFactura>F9')

    const judged = await validateMessage(envelopeXml(HEADER, [broken]))

    assert.isFalse(judged.isValid)
    assert.include(judged.errors[0]?.message, 'TipoFactura')
  }).timeout(60_000)

  test('writes what XML would read otherwise, and reads it back', ({ assert }) => {
    const id = { ...alta().IDFactura, NumSerieFactura: 'FA&B  1' }
    const xml = envelopeXml(HEADER, [
      altaXml(alta({ IDFactura: id, RefExterna: '7' }), chained(PREVIOUS, HASH)),
    ])

    const sending = readSending(xml)

    assert.include(xml, '<sf:NumSerieFactura>FA&amp;B  1</sf:NumSerieFactura>')
    assert.propertyVal(sending?.records[0]?.given.IDFactura, 'NumSerieFactura', 'FA&B  1')
    assert.equal(sending?.records[0]?.reference, '7')
    assert.equal(RECORDS_MAX, 1000)
  })
})

test.group('Answers of the tax agency', () => {
  const sending = () => {
    const read = readSending(envelopeXml(HEADER, [altaXml(alta({ RefExterna: '1' }), chained(null, HASH))]))
    if (!read) throw new Error('not read')
    return read
  }
  const answer = (judged: Parameters<typeof answerXml>[0]['judged'][number]) =>
    answerXml({
      sending: sending(),
      judged: [judged],
      presenter: 'B12345674',
      at: new Date('2027-01-02T09:00:00Z'),
      csv: 'A-1',
      waitSeconds: 90,
    })
  const base = { id: alta().IDFactura, code: null, message: null, duplicate: null }

  test('hold against the schema and are read: taken, with its wait', async ({ assert }) => {
    const xml = answer({ ...base, state: 'Correcto' })

    assert.isTrue((await validateMessage(xml)).isValid)
    assert.deepEqual(readAeatAnswer(xml), {
      kind: 'answered',
      outcome: 'Correcto',
      csv: 'A-1',
      waitSeconds: 90,
      records: [{ reference: '1', state: 'Correcto', code: null, message: null, duplicate: null }],
    })
  }).timeout(60_000)

  test('a duplicate says in which state the tax agency has it', async ({ assert }) => {
    const xml = answer({
      ...base,
      state: 'Incorrecto',
      code: 3000,
      message: 'Duplicado',
      duplicate: {
        state: 'AceptadaConErrores',
        code: 2001,
        message: 'No censado',
        requestId: 'VF1',
        hash: HASH,
      },
    })
    const read = readAeatAnswer(xml)

    assert.isTrue((await validateMessage(xml)).isValid)
    assert.deepEqual(read?.kind === 'answered' ? read.records[0]?.duplicate : null, {
      state: 'AceptadaConErrores',
      code: 2001,
      message: 'No censado',
    })
  }).timeout(60_000)

  test('a fault tells its code, and what is no answer is none', ({ assert }) => {
    assert.deepEqual(readAeatAnswer(faultXml(4112)), {
      kind: 'fault',
      code: 4112,
      message: 'El certificado no puede enviar por esta empresa.',
    })
    assert.isNull(readAeatAnswer('<html><body>Mantenimiento</body></html>'))
    assert.isNull(readAeatAnswer(answer({ ...base, state: 'Correcto' }).slice(0, 400)))
  })
})
