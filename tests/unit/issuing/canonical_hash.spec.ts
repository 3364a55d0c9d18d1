import { test } from '@japa/runner'
import { hashAlta, hashAnulacion, hashEvent } from '#app/issuing/verifactu/canonical_hash'
import { qrAddress, qrAddresses } from '#app/issuing/verifactu/qr_address'
import { amountText, instantText, recordText } from '#app/issuing/verifactu/record_text'

const FIRST = {
  IDEmisorFactura: '89890001K',
  NumSerieFactura: '12345678/G33',
  FechaExpedicionFactura: '01-01-2024',
  TipoFactura: 'F1',
  CuotaTotal: '12.35',
  ImporteTotal: '123.45',
  Huella: '',
  FechaHoraHusoGenRegistro: '2024-01-01T19:20:30+01:00',
}
const FIRST_HASH = '3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60'
const SECOND_HASH = 'F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97'

test.group('Hash of a billing record', () => {
  test('is that of the examples of the tax agency: alta, chained alta, anulación, event', ({ assert }) => {
    const second = hashAlta({
      ...FIRST,
      NumSerieFactura: '12345679/G34',
      Huella: FIRST_HASH,
      FechaHoraHusoGenRegistro: '2024-01-01T19:20:35+01:00',
    })
    const third = hashAnulacion({
      IDEmisorFacturaAnulada: '89890001K',
      NumSerieFacturaAnulada: '12345679/G34',
      FechaExpedicionFacturaAnulada: '01-01-2024',
      Huella: SECOND_HASH,
      FechaHoraHusoGenRegistro: '2024-01-01T19:20:40+01:00',
    })
    const event = hashEvent({
      producerNif: '89890001K',
      producerId: undefined,
      system: { IdSistemaInformatico: '77', Version: '1.0.03', NumeroInstalacion: '383' },
      issuerNif: 'A28083806',
      type: '01',
      previousHash: undefined,
      at: '2024-11-20T19:00:55+01:00',
    })

    assert.equal(hashAlta(FIRST).hash, FIRST_HASH)
    assert.equal(second.hash, SECOND_HASH)
    assert.equal(third.hash, '177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68')
    assert.equal(event.hash, '96E4F799E89D44E5DF9339384C275CEB44F271F8FC9D88F60AEFFD809EFCA84A')
  })

  test('is taken over the text as it stands: blanks go at both ends only, and nothing is encoded', ({
    assert,
  }) => {
    const { text } = hashAlta({ ...FIRST, NumSerieFactura: ' FA&B/2027  0002\t' })

    assert.include(text, '&NumSerieFactura=FA&B/2027  0002&FechaExpedicionFactura=')
    assert.include(text, '&Huella=&FechaHoraHusoGenRegistro=')
  })

  test('of 123.1 is another than of 123.10', ({ assert }) => {
    assert.notEqual(
      hashAlta({ ...FIRST, ImporteTotal: '123.1' }).hash,
      hashAlta({ ...FIRST, ImporteTotal: '123.10' }).hash
    )
  })

  test('keeps a hard space at the end, which is no blank of XML', ({ assert }) => {
    assert.include(hashAlta({ ...FIRST, NumSerieFactura: 'A1\u00a0' }).text, 'NumSerieFactura=A1\u00a0&')
  })
})

test.group('QR of an invoice', () => {
  const invoice = {
    IDEmisorFactura: '89890001K',
    NumSerieFactura: '12345678&G33',
    FechaExpedicionFactura: '01-01-2024',
    ImporteTotal: '241.4',
  }

  test('leads where the tax agency says', ({ assert }) => {
    assert.equal(
      qrAddress(invoice, 'test'),
      'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678%26G33&fecha=01-01-2024&importe=241.4'
    )
  })

  test('of every place and with signs of any kind reads back as it was', ({ assert }) => {
    const number = `T+100% 'ñ'*(~)/#?`
    for (const address of Object.values(qrAddresses({ ...invoice, NumSerieFactura: number })))
      assert.equal(new URL(address).searchParams.get('numserie'), number)
  })
})

test.group('Texts of a record', () => {
  test('amounts always have two decimals and their sign', ({ assert }) => {
    assert.deepEqual([0, 5, -24_200, 123_456_789].map(amountText), ['0.00', '0.05', '-242.00', '1234567.89'])
  })

  test('the hour is that of the place, to the second', ({ assert }) => {
    const summer = new Date('2027-07-01T10:00:00.987Z')
    assert.equal(instantText(summer, 'peninsula_baleares'), '2027-07-01T12:00:00+02:00')
    assert.equal(instantText(summer, 'canarias'), '2027-07-01T11:00:00+01:00')
    assert.equal(
      instantText(new Date('2027-01-02T09:00:00Z'), 'peninsula_baleares'),
      '2027-01-02T10:00:00+01:00'
    )
  })

  test('signs that the tax agency refuses are written otherwise', ({ assert }) => {
    assert.equal(recordText(`L'Hospitalet <Sur> "A" = B`, 120), 'L’Hospitalet (Sur) ”A” - B')
    assert.equal(recordText('x'.repeat(130), 120).length, 120)
  })
})
