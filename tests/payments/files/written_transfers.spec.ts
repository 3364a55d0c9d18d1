import { test } from '@japa/runner'
import { buildPain001 } from '#app/payments/files/pain001'
import { readPain001 } from '#app/payments/files/read_pain001'
import { readWrittenTransfers } from '#app/payments/files/read_written_transfers'
import { block, file, transfer } from '#tests/payments/files/credit_transfers'

const second = transfer({ instructionId: 'PO-2026-000002', endToEndId: 'PAGO-2026-000002', amountMinor: 250 })
const xml = buildPain001(file({ blocks: [block({ transfers: [transfer(), second] })] }))

test.group('A file of ours read back', () => {
  test('it says the same as the reader of files from elsewhere', ({ assert }) => {
    const read = readPain001(xml)

    const written = readWrittenTransfers(xml)

    assert.deepEqual(
      written.transfers,
      read.blocks
        .flatMap(({ transfers }) => transfers)
        .map(({ instructionId, endToEndId, amountMinor, currency, creditorIban }) => ({
          instructionId,
          endToEndId,
          amountMinor,
          currency,
          creditorIban,
        }))
    )
    assert.equal(written.totalMinor, read.totalMinor)
    assert.deepEqual(written.declared[0], { count: read.declaredCount, minor: read.declaredMinor })
  })

  test('an amount that is not written as ours has no total', ({ assert }) => {
    const altered = xml.replace(/(<InstdAmt Ccy="EUR">)[\d.]+/, '$112,5')

    const { transfers, totalMinor } = readWrittenTransfers(altered)

    assert.isNull(transfers[0]?.amountMinor)
    assert.isNull(totalMinor)
  })

  test('a transfer that was taken out is missed', ({ assert }) => {
    const cut = xml.replace(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/s, '')

    const whole = readWrittenTransfers(xml)
    const left = readWrittenTransfers(cut)

    assert.lengthOf(left.transfers, whole.transfers.length - 1)
    assert.notEqual(left.totalMinor, left.declared[0]?.minor)
  })
})
