import { test } from '@japa/runner'
import fc from 'fast-check'

import { orderOutcome, reportedOrders, type SentOrder } from '#app/payments/files/order_outcomes'
import { readPain002 } from '#app/payments/files/pain002'
import { describeReturnReason, isAccountReason, returnReasonLabel } from '#app/payments/files/return_reasons'

function report(
  group: string,
  blocks = '',
  namespace = ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"'
): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Document${namespace}><CstmrPmtStsRpt>
<GrpHdr><MsgId>R1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId>${group}</OrgnlGrpInfAndSts>
${blocks}</CstmrPmtStsRpt></Document>`
}

function blockStatus(id: string, inside: string): string {
  return `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${inside}</OrgnlPmtInfAndSts>`
}

const order: SentOrder = {
  blockId: 'B1',
  instructionId: 'I1',
  endToEndId: 'E1',
  creditorIban: 'ES0600815398730001414452',
  amountMinor: 1234,
}
const other: SentOrder = { ...order, instructionId: 'I2', endToEndId: 'E2', amountMinor: 99 }

test.group('Answers of the bank', () => {
  test('without details the group status is that of all its orders', ({ assert }) => {
    const read = readPain002(
      report(
        '<GrpSts>RCVC</GrpSts><NbOfTxsPerSts><DtldNbOfTxs>2</DtldNbOfTxs><DtldSts>RCVC</DtldSts></NbOfTxsPerSts>'
      )
    )

    assert.equal(read.format, 'pain.002.001.10')
    assert.equal(read.originalMessageId, 'M1')
    assert.deepEqual(read.statusCounts, { RCVC: 2 })
    assert.deepEqual(
      reportedOrders(read, 'M1', [order, other]).map(({ outcome }) => outcome),
      ['vop_match', 'vop_match']
    )
  })

  test('the most detailed status wins, and PART only says to look at each', ({ assert }) => {
    const transaction = `<TxInfAndSts><OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>E1</OrgnlEndToEndId>
      <TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>cerrada</AddtlInf></StsRsnInf></TxInfAndSts>`
    const read = readPain002(
      report('<GrpSts>ACCP</GrpSts>', blockStatus('B1', `<PmtInfSts>PART</PmtInfSts>${transaction}`))
    )

    const [rejected, accepted] = reportedOrders(read, 'M1', [order, other])

    assert.equal(rejected?.outcome, 'failed')
    assert.deepEqual(rejected?.reasons, [{ code: 'AC04', additional: ['cerrada'] }])
    assert.deepEqual([accepted?.code, accepted?.outcome], ['ACCP', 'sent'])
  })

  test('the status of a block is that of its own orders only', ({ assert }) => {
    const read = readPain002(report('', blockStatus('B2', '<PmtInfSts>ACSC</PmtInfSts>')))

    const reported = reportedOrders(read, 'M1', [order, { ...other, blockId: 'B2' }])

    assert.deepEqual(
      reported.map(({ order: { instructionId }, outcome }) => [instructionId, outcome]),
      [['I2', 'paid']]
    )
  })

  const five = ['1', '2', '3', '4', '5'].map((no) => ({
    ...order,
    instructionId: `I${no}`,
    endToEndId: `E${no}`,
    amountMinor: 1000 + Number(no),
  }))
  const listed = (no: string, status: string) =>
    `<TxInfAndSts><OrgnlInstrId>I${no}</OrgnlInstrId><OrgnlEndToEndId>E${no}</OrgnlEndToEndId><TxSts>${status}</TxSts></TxInfAndSts>`
  const counted = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(
        ([status, count]) =>
          `<NbOfTxsPerSts><DtldNbOfTxs>${count}</DtldNbOfTxs><DtldSts>${status}</DtldSts></NbOfTxsPerSts>`
      )
      .join('')
  const block = (inside: string) => blockStatus('B1', inside)
  const statuses = (text: string) => reportedOrders(readPain002(text), 'M1', five).map(({ code }) => code)

  test('the group status about names sums them up: only those listed are doubted - {title}')
    .with([
      {
        title: 'counts for all',
        text: report(
          `<GrpSts>RVNM</GrpSts>${counted({ RCVC: 3, RVMC: 1, RVNM: 1 })}`,
          block(listed('2', 'RVMC') + listed('4', 'RVNM'))
        ),
        codes: ['RCVC', 'RVMC', 'RCVC', 'RVNM', 'RCVC'],
      },
      {
        title: 'no counts',
        text: report('<GrpSts>RVMC</GrpSts>', block(listed('1', 'RVMC'))),
        codes: ['RVMC', 'RCVC', 'RCVC', 'RCVC', 'RCVC'],
      },
      {
        title: 'counts of the doubted alone',
        text: report(`<GrpSts>RVNA</GrpSts>${counted({ RVNA: 1 })}`, block(listed('5', 'RVNA'))),
        codes: ['RCVC', 'RCVC', 'RCVC', 'RCVC', 'RVNA'],
      },
      {
        title: 'at the block, with its own counts',
        text: report(
          '<GrpSts>PART</GrpSts>',
          block(`<PmtInfSts>RVNM</PmtInfSts>${counted({ RVNM: 1, RCVC: 4 })}${listed('3', 'RVNM')}`)
        ),
        codes: ['RCVC', 'RCVC', 'RVNM', 'RCVC', 'RCVC'],
      },
      {
        title: 'the block and the group both',
        text: report(
          `<GrpSts>RVNM</GrpSts>${counted({ RVNM: 1, RCVC: 4 })}`,
          block(`<PmtInfSts>RVNM</PmtInfSts>${listed('3', 'RVNM')}`)
        ),
        codes: ['RCVC', 'RCVC', 'RVNM', 'RCVC', 'RCVC'],
      },
      {
        title: 'the other names could not be checked',
        text: report(`<GrpSts>RVNM</GrpSts>${counted({ RVNM: 1, RVNA: 4 })}`, block(listed('3', 'RVNM'))),
        codes: ['RVNA', 'RVNA', 'RVNM', 'RVNA', 'RVNA'],
      },
      {
        title: 'two doubted and one named: nobody knows which is the other',
        text: report(`<GrpSts>RVNM</GrpSts>${counted({ RVNM: 2, RCVC: 3 })}`, block(listed('3', 'RVNM'))),
        codes: ['RVNM', 'RVNM', 'RVNM', 'RVNM', 'RVNM'],
      },
      {
        title: 'nothing listed nor counted: it is said of all',
        text: report('<GrpSts>RVNM</GrpSts>'),
        codes: ['RVNM', 'RVNM', 'RVNM', 'RVNM', 'RVNM'],
      },
      {
        title: 'counted and none listed: nobody knows which',
        text: report(`<GrpSts>RVNM</GrpSts>${counted({ RVNM: 1, RCVC: 4 })}`),
        codes: ['RVNM', 'RVNM', 'RVNM', 'RVNM', 'RVNM'],
      },
      {
        title: 'a refused file stays refused',
        text: report(`<GrpSts>RJCT</GrpSts>${counted({ RJCT: 5 })}`, block(listed('1', 'RJCT'))),
        codes: ['RJCT', 'RJCT', 'RJCT', 'RJCT', 'RJCT'],
      },
    ])
    .run(({ assert }, { text, codes }) => {
      assert.deepEqual(statuses(text), codes)
    })

  test('identifiers the bank lost are replaced by account and amount, unless two orders share them', ({
    assert,
  }) => {
    const transaction = `<TxInfAndSts><OrgnlEndToEndId>NOTPROVIDED</OrgnlEndToEndId><TxSts>ACSC</TxSts><OrgnlTxRef>
      <Amt><InstdAmt Ccy="EUR">12.34</InstdAmt></Amt><Cdtr><Pty><Nm>NÚÑEZ</Nm></Pty></Cdtr>
      <CdtrAcct><Id><IBAN>ES0600815398730001414452</IBAN></Id></CdtrAcct></OrgnlTxRef></TxInfAndSts>`
    const read = readPain002(report('', blockStatus('B1', transaction)))

    const [reported] = reportedOrders(read, 'M1', [order, other])

    assert.deepEqual([reported?.order.instructionId, reported?.creditorName], ['I1', 'NÚÑEZ'])
    assert.deepEqual(reportedOrders(read, 'M1', [order, { ...other, amountMinor: 1234 }]), [])
  })

  test('an answer to another message says nothing of ours', ({ assert }) => {
    assert.deepEqual(reportedOrders(readPain002(report('<GrpSts>RJCT</GrpSts>')), 'M2', [order]), [])
  })

  test('a report without namespace, with another prefix, or with loose transactions is read', ({
    assert,
  }) => {
    const loose = '<TxInfAndSts><OrgnlEndToEndId>E1</OrgnlEndToEndId><TxSts>ACSP</TxSts></TxInfAndSts>'
    const bare = readPain002(report('', loose, ''))
    const prefixed = readPain002(report('<GrpSts>RJCT</GrpSts>').replaceAll(/<(\/?)([A-Z])/g, '<$1p:$2'))

    assert.equal(bare.format, 'pain.002')
    assert.equal(reportedOrders(bare, 'M1', [order])[0]?.code, 'ACSP')
    assert.equal(prefixed.groupStatus, 'RJCT')
  })

  test('each status takes an order where it belongs')
    .with([
      { code: 'ACTC', outcome: 'sent' },
      { code: 'ACWC', outcome: 'sent' },
      { code: 'PDNG', outcome: 'sent' },
      { code: 'ACCC', outcome: 'paid' },
      { code: 'CANC', outcome: 'failed' },
      { code: 'RVMC', outcome: 'vop_close_match' },
      { code: 'RVNM', outcome: 'vop_no_match' },
      { code: 'RVNA', outcome: 'vop_unavailable' },
      { code: 'XXXX', outcome: 'unknown' },
    ])
    .run(({ assert }, { code, outcome }) => {
      assert.equal(orderOutcome(code), outcome)
    })

  test('anything else is told and never makes the reader fail', ({ assert }) => {
    assert.equal(readPain002('<a/>').problem?.code, 'unknown_format')
    assert.equal(readPain002('<!DOCTYPE a><a/>').problem?.code, 'dtd_refused')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(), (noise, at) => {
        const text = report('<GrpSts>RJCT</GrpSts>')
        const cut = at % text.length
        assert.isObject(readPain002(text.slice(0, cut) + noise + text.slice(cut)))
      })
    )
  })
})

test.group('Reasons of a return', () => {
  test('known codes have a name, unknown ones are shown as they came with what the bank adds', ({
    assert,
  }) => {
    assert.equal(returnReasonLabel('AM04'), 'Saldo insuficiente')
    assert.equal(describeReturnReason('AC01'), 'IBAN incorrecto (AC01)')
    assert.equal(describeReturnReason('ZZ99', ['texto', 'más']), 'ZZ99. texto. más')
    assert.equal(describeReturnReason(null, ['solo texto']), 'solo texto')
    assert.isNull(returnReasonLabel('constructor'))
    assert.isTrue(isAccountReason('AC04'))
    assert.isFalse(isAccountReason('AM04'))
  })
})
