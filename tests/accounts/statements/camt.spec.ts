import { test } from '@japa/runner'
import { selectForAccount } from '#app/accounts/statements/account_file'
import { bankTransactionKind } from '#app/accounts/statements/camt/bank_transaction_kind'
import { readCamt } from '#app/accounts/statements/camt/camt'
import type { ParsedStatementFile } from '#app/accounts/statements/parsed_statement'
import { balance, camt, ntry } from '#tests/accounts/statements/camt_message'

function codes(file: ParsedStatementFile): string[] {
  return [...file.issues, ...file.statements.flatMap(({ issues }) => issues)].map(({ code }) => code)
}

function firstEntry(entries: string) {
  return readCamt(camt({ entries })).statements[0]?.entries[0]
}

test.group('camt', () => {
  test('a statement that adds up is read without a word', ({ assert }) => {
    const file = readCamt(
      camt({
        balances: balance('OPBD', '100.00', { on: '2026-03-01' }) + balance('CLBD', '80.5'),
        entries: ntry('20.00', { sign: 'DBIT' }) + ntry('0.5'),
      })
    )

    const [statement] = file.statements
    assert.deepEqual(codes(file), [])
    assert.equal(file.format, 'camt.053.001.08')
    assert.equal(statement?.iban, 'ES9121000418450200051332')
    assert.equal(statement?.sequence, '7')
    assert.deepEqual([statement?.openingMinor, statement?.closingMinor], [10_000, 8050])
    assert.deepEqual([statement?.from, statement?.to], ['2026-03-01', '2026-03-31'])
    assert.deepEqual(
      statement?.entries.map(({ amountMinor, bookedOn, valueOn }) => [amountMinor, bookedOn, valueOn]),
      [
        [-2000, '2026-03-10', '2026-03-11'],
        [50, '2026-03-10', '2026-03-11'],
      ]
    )
  })

  test('{message} of version {version} is read by its local names')
    .with([
      { message: 'camt.053', version: '053.001.02', container: 'BkToCstmrStmt', statement: 'Stmt' },
      { message: 'camt.052', version: '052.001.06', container: 'BkToCstmrAcctRpt', statement: 'Rpt' },
      { message: 'camt.054', version: '054.001.04', container: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
    ])
    .run(({ assert }, { version, container, statement }) => {
      const file = readCamt(
        camt({ version, container, statement, entries: ntry('1.00', { status: '<Sts>BOOK</Sts>' }) })
      )

      assert.equal(file.format, `camt.${version}`)
      assert.equal(file.statements[0]?.entries[0]?.status, 'BOOK')
    })

  test('a prefix on every element or none at all makes no difference', ({ assert }) => {
    const plain = camt({ entries: ntry('1.00') })
    const prefixed = plain.replaceAll(/<(\/?)([A-Z])/g, '<$1ns2:$2').replace('xmlns=', 'xmlns:ns2=')
    const bare = plain.replace(/ xmlns="[^"]+"/, '')

    assert.equal(readCamt(prefixed).statements[0]?.entries[0]?.amountMinor, 100)
    assert.equal(readCamt(bare).statements[0]?.entries[0]?.amountMinor, 100)
    assert.equal(readCamt(bare).format, 'camt.053')
  })

  test('the closing balance that does not follow is told with both figures', ({ assert }) => {
    const file = readCamt(
      camt({ balances: balance('OPBD', '100.00') + balance('CLBD', '90.00'), entries: ntry('1.00') })
    )

    const issue = file.statements[0]?.issues[0]
    assert.equal(issue?.code, 'closing_balance_mismatch')
    assert.include(issue?.message, '90,00')
    assert.include(issue?.message, '101,00')
  })

  test('only booked entries count in the balance', ({ assert }) => {
    const file = readCamt(
      camt({
        balances: balance('PRCD', '100.00') + balance('CLBD', '101.00'),
        entries: ntry('1.00') + ntry('7.00', { status: '<Sts><Cd>PDNG</Cd></Sts>' }),
      })
    )

    assert.deepEqual(codes(file), [])
    assert.equal(file.statements[0]?.entries[1]?.status, 'PDNG')
  })

  test('an end-of-day entry without status is booked; elsewhere, or with a status of the bank’s own, it is left out and counted', ({
    assert,
  }) => {
    const account = { iban: 'ES9121000418450200051332', currency: 'EUR' }
    const own = '<Sts><Prtry>XYZ</Prtry></Sts>'
    const read = (entries: string, message = {}) => {
      const file = selectForAccount(readCamt(camt({ entries, ...message })), account)
      return [file.statements[0]?.entries[0]?.status, file.rejected.map(({ code }) => code)]
    }
    const report = { container: 'BkToCstmrAcctRpt', statement: 'Rpt', version: '052.001.08' }

    assert.deepEqual(read(ntry('5.00', { status: '' })), ['BOOK', []])
    assert.deepEqual(read(ntry('5.00', { status: '' }), report), ['OTHER', ['unknown_status']])
    assert.deepEqual(read(ntry('5.00', { status: own })), ['OTHER', ['unknown_status']])
    const valued = ntry('5.00', { booked: '<ValDt><Dt>2026-03-11</Dt></ValDt>' })
    assert.deepEqual(read(valued), ['BOOK', []])
  })

  test('a reversal does not turn the sign again', ({ assert }) => {
    const entry = firstEntry(ntry('9.00', { inside: '<RvslInd>true</RvslInd>' }))

    assert.equal(entry?.amountMinor, 900)
    assert.isTrue(entry?.isReversal)
  })

  test('balances in several currencies are told and not added up', ({ assert }) => {
    const file = readCamt(
      camt({
        balances: balance('OPBD', '1.00') + balance('CLBD', '9', { currency: 'USD' }),
        entries: ntry('1.00'),
      })
    )

    assert.deepEqual(codes(file), ['balances_in_several_currencies'])
    assert.isNull(file.statements[0]?.closingComputedMinor)
  })

  test('decimals a currency does not have are rounded half up and told', ({ assert }) => {
    const file = readCamt(
      camt({ entries: ntry('10.00500') + ntry('10.00400', { sign: 'DBIT' }) + ntry('1.10000') })
    )

    assert.deepEqual(
      file.statements[0]?.entries.map(({ amountMinor }) => amountMinor),
      [1001, -1000, 110]
    )
    assert.deepEqual(
      file.statements[0]?.entries.map(({ amountText }) => amountText),
      ['10.00500', '-10.00400', null]
    )
    assert.deepEqual(codes(file), ['amount_rounded', 'amount_rounded'])
  })

  test('the date of an instant is cut, never moved by its zone', ({ assert }) => {
    const entry = firstEntry(
      ntry('1.00', {
        booked:
          '<BookgDt><DtTm>2026-03-10T23:59:00-05:00</DtTm></BookgDt><ValDt><Dt>2026-03-11T00:00:00+02:00</Dt></ValDt>',
      })
    )

    assert.deepEqual([entry?.bookedOn, entry?.valueOn], ['2026-03-10', '2026-03-11'])
  })

  test('a batch is one movement with its operations inside', ({ assert }) => {
    const operation = (amount: string, id: string) =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`
    const inside = `<NtryDtls>${operation('1.00', 'A')}${operation('2.00', 'B')}</NtryDtls><AddtlNtryInf>REMESA</AddtlNtryInf>`

    const file = readCamt(
      camt({ entries: ntry('3.00', { sign: 'DBIT', inside }) + ntry('4.00', { inside }) })
    )

    const [right] = file.statements[0]?.entries ?? []
    assert.equal(right?.text, 'REMESA')
    assert.isNull(right?.endToEndId)
    assert.deepEqual(
      right?.details.map(({ endToEndId, amountMinor }) => [endToEndId, amountMinor]),
      [
        ['A', -100],
        ['B', -200],
      ]
    )
    assert.deepEqual(codes(file), ['details_mismatch'])
  })

  test('the only operation of an entry names the other party, its references and why it came back', ({
    assert,
  }) => {
    const inside = `<AcctSvcrRef>B-1</AcctSvcrRef><NtryDtls><TxDtls>
      <Refs><EndToEndId>PAGO-1</EndToEndId><MndtId>M-1</MndtId></Refs>
      <RltdPties><Dbtr><Pty><Nm>Núñez &amp; C&#237;a</Nm></Pty></Dbtr>
      <DbtrAcct><Id><IBAN>ES7921000813610123456789</IBAN></Id></DbtrAcct><Cdtr><Nm>Nosotros</Nm></Cdtr></RltdPties>
      <RmtInf><Ustrd>FRA</Ustrd><Ustrd>118</Ustrd><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>
      <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`

    const entry = firstEntry(ntry('1.00', { inside }))

    assert.equal(entry?.counterpartyName, 'Núñez & Cía')
    assert.equal(entry?.counterpartyIban, 'ES7921000813610123456789')
    assert.equal(entry?.endToEndId, 'PAGO-1')
    assert.equal(entry?.reference1, 'B-1')
    assert.equal(entry?.reference2, 'RF18539007547034')
    assert.equal(entry?.text, 'FRA 118')
    assert.equal(entry?.returnReason, 'AC04')
  })

  test('the other party of a returned transfer is whom we had paid', ({ assert }) => {
    const inside = `<RvslInd>true</RvslInd><NtryDtls><TxDtls><RltdPties>
      <Dbtr><Nm>Nosotros</Nm></Dbtr><Cdtr><Nm>Proveedor</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>`

    assert.equal(firstEntry(ntry('1.00', { inside }))?.counterpartyName, 'Proveedor')
  })

  const returned = (code: string, parties: string, flag = '') =>
    firstEntry(
      ntry('75.00', {
        inside: `${flag}<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${code.split('/')[0]}</Cd><SubFmlyCd>${code.split('/')[1]}</SubFmlyCd></Fmly></Domn></BkTxCd>
          <NtryDtls><TxDtls><Refs><MsgId>CAU1</MsgId><PmtInfId>RM1</PmtInfId><InstrId>OP-1</InstrId><EndToEndId>E1</EndToEndId><TxId>T1</TxId></Refs>
          <RltdPties>${parties}</RltdPties><RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>CUENTA</AddtlInf><AddtlInf>CERRADA</AddtlInf></RtrInf></TxDtls></NtryDtls>`,
      })
    )
  const ours = '<DbtrAcct><Id><IBAN>ES9121000418450200051332</IBAN></Id></DbtrAcct>'
  const kept = `<Dbtr><Nm>Nosotros</Nm></Dbtr>${ours}<Cdtr><Nm>Proveedor</Nm></Cdtr>`
  const turned = `<Dbtr><Nm>Proveedor</Nm></Dbtr><Cdtr><Nm>Nosotros</Nm></Cdtr><CdtrAcct><Id><IBAN>ES9121000418450200051332</IBAN></Id></CdtrAcct>`

  test('the other party of what comes back is never ourselves: {title}')
    .with([
      { title: 'a returned transfer', entry: returned('ICDT/RRTN', kept) },
      { title: 'marked as a reversal too', entry: returned('ICDT/RRTN', kept, '<RvslInd>true</RvslInd>') },
      { title: 'told by the reason alone', entry: returned('RCDT/ESCT', kept) },
      { title: 'the bank turned the parties', entry: returned('RCDT/ESCT', turned) },
      {
        title: 'no account of anybody',
        entry: returned('ICDT/RRTN', '<Dbtr><Nm>Nosotros</Nm></Dbtr><Cdtr><Nm>Proveedor</Nm></Cdtr>'),
      },
      { title: 'only the other is named', entry: returned('RCDT/ESCT', '<Dbtr><Nm>Proveedor</Nm></Dbtr>') },
    ])
    .run(({ assert }, { entry }) => {
      assert.equal(entry?.counterpartyName, 'Proveedor')
      assert.equal(entry?.returnReason, 'AC04')
      assert.equal(entry?.text, 'Transferencia devuelta')
      assert.equal(entry?.details[0]?.returnText, 'CUENTA CERRADA')
      assert.deepEqual(entry?.identifiers, ['OP-1', 'RM1', 'CAU1', 'T1'])
    })

  test('a charge of a group company is with the other company, whatever the roles', ({ assert }) => {
    const inside = `<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Nosotros</Nm></Dbtr>${ours}<Cdtr><Nm>Nosotros</Nm></Cdtr>
      <CdtrAcct><Id><IBAN>ES7921000813610123456789</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls>`

    const entry = firstEntry(ntry('1.00', { sign: 'DBIT', inside }))

    assert.equal(entry?.counterpartyIban, 'ES7921000813610123456789')
  })

  test('operations with a sign of their own, charges or only instructed amounts add up to their entry', ({
    assert,
  }) => {
    const operation = (inside: string) => `<TxDtls>${inside}</TxDtls>`
    const amount = (text: string, sign = '') =>
      `<Amt Ccy="EUR">${text}</Amt>${sign && `<CdtDbtInd>${sign}</CdtDbtInd>`}`
    const instructed = (text: string) =>
      `<AmtDtls><InstdAmt><Amt Ccy="EUR">${text}</Amt></InstdAmt></AmtDtls>`
    const batch = (...operations: string[]) => `<NtryDtls>${operations.map(operation).join('')}</NtryDtls>`
    const charged = `${amount('1500.00', 'DBIT')}<Chrgs><Rcrd><Amt Ccy="EUR">26.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>`

    const file = readCamt(
      camt({
        entries:
          ntry('100.00', { inside: batch(amount('150.00', 'CRDT'), amount('50.00', 'DBIT')) }) +
          ntry('1526.00', { sign: 'DBIT', inside: batch(charged) }) +
          ntry('30.00', { inside: batch(instructed('10.00'), instructed('20.00')) }) +
          ntry('29.00', { inside: batch(instructed('10.00'), instructed('20.00')) }),
      })
    )

    assert.deepEqual(codes(file), [])
    const [mixed, fee, split, unlike] = file.statements[0]?.entries ?? []
    const amounts = (entry: typeof mixed) => entry?.details.map(({ amountMinor }) => amountMinor)
    assert.deepEqual(amounts(mixed), [15_000, -5000])
    assert.equal(fee?.details[0]?.chargesMinor, 2600)
    assert.deepEqual(amounts(split), [1000, 2000])
    assert.deepEqual(amounts(unlike), [null, null])
  })

  test('an entry whose amount or sign cannot be read is named with its line and left out', ({ assert }) => {
    const file = readCamt(
      camt({ entries: `${ntry('1.00')}\n${ntry('1,2,3')}\n${ntry('1.00', { sign: 'XXXX' })}` })
    )

    assert.equal(file.statements[0]?.entries.length, 1)
    assert.deepEqual(
      file.statements[0]?.issues.map(({ code, line }) => [code, line]),
      [
        ['unreadable_amount', 6],
        ['unreadable_amount', 7],
      ]
    )
  })

  test('a document type or an entity is refused unread', ({ assert }) => {
    const bomb = camt().replace(
      '<Document',
      '<!DOCTYPE D [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><Document'
    )

    const file = readCamt(bomb)

    assert.deepEqual(codes(file), ['dtd_refused'])
    assert.deepEqual(file.statements, [])
    assert.equal(file.issues[0]?.line, 2)
  })

  test('a file cut in the middle keeps what it has and says where it ends', ({ assert }) => {
    const text = camt({ entries: `${ntry('1.00')}\n${ntry('2.00')}\n${ntry('3.00')}` })

    const file = readCamt(text.slice(0, text.indexOf('>3.00') + 1))

    assert.equal(file.issues[0]?.code, 'truncated_xml')
    assert.equal(file.issues[0]?.line, 7)
    assert.deepEqual(
      file.statements[0]?.entries.map(({ amountMinor }) => amountMinor),
      [100, 200]
    )
  })

  test('any other XML, or one without statements, is told', ({ assert }) => {
    assert.deepEqual(codes(readCamt('<Facturae/>')), ['unknown_format'])
    assert.deepEqual(codes(readCamt('<Document><BkToCstmrStmt/></Document>')), ['no_statements'])
    assert.include(codes(readCamt('<a>'.repeat(5000))), 'malformed_xml')
  })

  test('two statements of one account must follow on', ({ assert }) => {
    const first = camt({ balances: balance('OPBD', '1.00') + balance('CLBD', '1.00') })
    const statement = /<Stmt>[\s\S]*<\/Stmt>/.exec(first)?.[0] ?? ''
    const second = statement.replace('1.00', '2.00').replace('>1.00', '>2.00')

    assert.deepEqual(codes(readCamt(first.replace(statement, statement + statement))), [])
    assert.deepEqual(codes(readCamt(first.replace(statement, statement + second))), [
      'opening_balance_mismatch',
    ])
  })

  test('codes of ISO 20022 fall into our kinds', ({ assert }) => {
    assert.equal(bankTransactionKind('PMNT/RCDT/ESCT'), 'transfer_received')
    assert.equal(bankTransactionKind('PMNT/IDDT/UPDD'), 'direct_debit_returned')
    assert.equal(bankTransactionKind('LDAS/FTLN/PPAY'), 'loan')
    const credit = { isReturn: false, isCredit: true }
    assert.equal(bankTransactionKind('PMNT/RDDT/ESDD', credit), 'direct_debit_refunded')
    assert.equal(bankTransactionKind('PMNT/RDDT/UPDD'), 'direct_debit_refunded')
    assert.equal(bankTransactionKind('PMNT/ICDT/RRTN', credit), 'transfer_returned')
    assert.equal(bankTransactionKind('PMNT/ICDT/ESCT', credit), 'transfer_returned')
    assert.equal(bankTransactionKind('PMNT/IDDT/UPDD', credit), 'other')
    assert.equal(bankTransactionKind('PMNT/RCDT/ESCT', { isReturn: false, isCredit: false }), 'other')
    assert.equal(bankTransactionKind('XTND/NTAV/NTAV'), 'other')
    assert.equal(bankTransactionKind(null), 'other')
  })
})
