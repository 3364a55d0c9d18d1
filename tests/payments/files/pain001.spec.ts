import { test } from '@japa/runner'
import fc from 'fast-check'
import { isDomainError } from '#app/kernel/domain_error'
import { isSepaText, lettersWithoutTable } from '#app/kernel/text/sepa_text'
import { calendarDate } from '#app/kernel/time/calendar_date'
import type { CreditTransferFile } from '#app/payments/files/credit_transfer_file'
import { buildPain001 } from '#app/payments/files/pain001'
import { readPain001 } from '#app/payments/files/read_pain001'
import { validateXml } from '#app/payments/files/validate_xml'
import { block, file, transfer } from '#tests/payments/files/credit_transfers'

function refusal(bad: CreditTransferFile): string {
  try {
    buildPain001(bad)
  } catch (error) {
    if (isDomainError(error)) return error.code
    throw error
  }
  return 'accepted'
}

const thousand = Array.from({ length: 1000 }, (_, index) =>
  transfer({
    instructionId: `PO-${index}`,
    endToEndId: `PAGO-${index}`,
    amountMinor: 1 + index * 997,
    creditor: { name: `Proveedor nº ${index} <Ñandú> & Cía "Ç"`, iban: 'ES0600815398730001414452' },
  })
)

/** Without the letters for which a name is refused. */
const sendable = (text: string) =>
  [...text.normalize('NFC')].filter((letter) => lettersWithoutTable(letter).length === 0).join('')

test.group('Files of transfers', () => {
  test('a thousand transfers are valid in pain.{version} and say what they were made of')
    .with([{ version: '001.001.09' as const }, { version: '001.001.03' as const }])
    .run(async ({ assert }, { version }) => {
      const xml = buildPain001(file({ version, blocks: [block({ transfers: thousand })] }))

      const validation = await validateXml(xml, `pain.${version}`)
      const read = readPain001(xml)
      assert.deepEqual(validation.errors, [])
      assert.isTrue(validation.isValid)
      assert.equal(read.version, version)
      assert.deepEqual([read.count, read.declaredCount], [1000, 1000])
      assert.deepEqual([read.totalMinor, read.declaredMinor], [498_002_500, 498_002_500])
      assert.deepEqual([read.blocks[0]?.declaredCount, read.blocks[0]?.declaredMinor], [1000, 498_002_500])
    })

  test('the same orders give the same bytes', ({ assert }) => {
    assert.equal(buildPain001(file()), buildPain001(file()))
  })

  test('letters the bank does not take are changed for those it does, unless it takes ñ and ç', ({
    assert,
  }) => {
    const [plain] = readPain001(buildPain001(file())).blocks[0]?.transfers ?? []
    const [spanish] = readPain001(buildPain001(file({ charset: 'spanish' }))).blocks[0]?.transfers ?? []

    assert.equal(plain?.creditorName, 'Lavanderia Nunez y Facade, S.L.')
    assert.equal(plain?.remittance, 'Factura F2026/118 ano')
    assert.equal(spanish?.creditorName, 'Lavanderia Nuñez y Façade, S.L.')
  })

  test('the header says who sends it and when, on the clock of Madrid', ({ assert }) => {
    const xml = buildPain001(file())

    assert.include(xml, '<CreDtTm>2026-11-21T10:00:00</CreDtTm>')
    assert.include(xml, '<Nm>Hotel Uno, S.L.</Nm><Id><OrgId><Othr><Id>B12345674001</Id></Othr></OrgId></Id>')
    assert.include(xml, '<NbOfTxs>1</NbOfTxs><CtrlSum>1234.56</CtrlSum>')
    assert.isFalse(xml.startsWith('\ufeff'))
  })

  test('the sender is repeated in every debtor only when the file has several days', ({ assert }) => {
    const days = [
      block(),
      block({
        id: 'LOTE-2',
        executionOn: calendarDate('2026-11-24'),
        transfers: [transfer({ endToEndId: 'B' })],
      }),
    ]

    assert.lengthOf(buildPain001(file()).split('B12345674001'), 2)
    assert.lengthOf(buildPain001(file({ blocks: days })).split('B12345674001'), 4)
  })

  test('each version writes the day and the bank its own way', ({ assert }) => {
    const new9 = buildPain001(file())
    const old3 = buildPain001(file({ version: '001.001.03' }))

    assert.include(new9, '<ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt>')
    assert.include(new9, '<BICFI>CAIXESBBXXX</BICFI>')
    assert.include(old3, '<ReqdExctnDt>2026-11-23</ReqdExctnDt>')
    assert.include(old3, '<BIC>CAIXESBBXXX</BIC>')
  })

  test('payroll goes as SALA in one movement, instant as INST, urgent outside the scheme', async ({
    assert,
  }) => {
    const payroll = buildPain001(file({ blocks: [block({ batchBooking: true, categoryPurpose: 'SALA' })] }))
    const instant = buildPain001(file({ blocks: [block({ instant: true })] }))
    const urgent = buildPain001(file({ blocks: [block({ urgent: true })] }))

    assert.include(payroll, '<BtchBookg>true</BtchBookg>')
    assert.include(payroll, '<SvcLvl><Cd>SEPA</Cd></SvcLvl><CtgyPurp><Cd>SALA</Cd></CtgyPurp>')
    assert.include(instant, '<SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>INST</Cd></LclInstrm>')
    assert.include(urgent, '<SvcLvl><Cd>URGP</Cd></SvcLvl>')
    for (const xml of [payroll, instant, urgent]) {
      assert.isTrue((await validateXml(xml, 'pain.001.001.09')).isValid)
    }
  })

  test('the bank of the creditor is left out inside SEPA, and ours is not provided when unknown', ({
    assert,
  }) => {
    const inside = buildPain001(
      file({
        blocks: [
          block({
            debtor: {
              name: 'Hotel Uno',
              iban: 'ES9121000418450200051332',
              address: { town: 'Madrid', country: 'ES' },
            },
            transfers: [
              transfer({ creditor: { name: 'Uno', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' } }),
              transfer({
                endToEndId: 'B',
                creditor: { name: 'Dos', iban: 'TR330006100519786457841326', bic: 'TCZBTR2A' },
              }),
            ],
          }),
        ],
      })
    )

    assert.notInclude(inside, 'COBADEFF')
    assert.include(inside, '<CdtrAgt><FinInstnId><BICFI>TCZBTR2A</BICFI></FinInstnId></CdtrAgt>')
    assert.include(inside, '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>')
  })

  test('an address is structured, and never in the old version', async ({ assert }) => {
    const address = {
      street: 'Calle Mayor',
      buildingNumber: '5',
      postcode: '28013',
      town: 'Madrid',
      country: 'ES',
    }
    const hybrid = { town: 'Alcalá', country: 'ES', lines: ['Polígono 3', 'Nave 7'] }
    const creditor = { name: 'Uno', iban: 'ES0600815398730001414452', address }
    const blocks = [
      block({
        transfers: [
          transfer({ creditor }),
          transfer({ endToEndId: 'B', creditor: { ...creditor, address: hybrid } }),
        ],
      }),
    ]

    const xml = buildPain001(file({ blocks }))

    assert.include(
      xml,
      '<PstlAdr><StrtNm>Calle Mayor</StrtNm><BldgNb>5</BldgNb><PstCd>28013</PstCd><TwnNm>Madrid</TwnNm><Ctry>ES</Ctry></PstlAdr>'
    )
    assert.include(
      xml,
      '<TwnNm>Alcala</TwnNm><Ctry>ES</Ctry><AdrLine>Poligono 3</AdrLine><AdrLine>Nave 7</AdrLine>'
    )
    assert.isTrue((await validateXml(xml, 'pain.001.001.09')).isValid)
    assert.notInclude(buildPain001(file({ version: '001.001.03', blocks })), 'PstlAdr')
  })

  test('an RF reference goes structured, alone', async ({ assert }) => {
    const withReference = transfer({ remittance: undefined, rfReference: 'RF18 5390 0754 7034' })

    const xml = buildPain001(file({ blocks: [block({ transfers: [withReference] })] }))

    assert.include(
      xml,
      '<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>'
    )
    assert.isTrue((await validateXml(xml, 'pain.001.001.09')).isValid)
  })

  test('to a bank outside the EEA the payer says where it is, structured; inside it does not', ({
    assert,
  }) => {
    const address = { street: 'Κεντρική 1', postcode: '28013', town: 'Madrid', country: 'ES' }
    const debtor = { ...block().debtor, address }
    const to = (iban: string, changes = {}) =>
      file({
        blocks: [
          block({ debtor, transfers: [transfer({ creditor: { name: 'Acme Ltd', iban } })], ...changes }),
        ],
      })
    const [british, swiss, german] = [
      'GB82WEST12345698765432',
      'CH9300762011623852957',
      'DE89370400440532013000',
    ]

    for (const iban of [british, swiss])
      assert.include(
        buildPain001(to(iban)),
        '</Nm><PstlAdr><StrtNm>Kentriki 1</StrtNm><PstCd>28013</PstCd><TwnNm>Madrid</TwnNm><Ctry>ES</Ctry></PstlAdr></Dbtr>'
      )
    assert.notInclude(buildPain001(to(german)), 'PstlAdr')
    assert.equal(refusal(to(british, { debtor: block().debtor })), 'E_SEPA_DEBTOR_ADDRESS')
    assert.equal(
      refusal(to(swiss, { debtor: { ...debtor, address: { town: '', country: 'ES' } } })),
      'E_SEPA_DEBTOR_ADDRESS'
    )
    assert.equal(refusal({ ...to(british), version: '001.001.03' }), 'E_SEPA_DEBTOR_ADDRESS')
    assert.equal(refusal({ ...to(german), version: '001.001.03' }), 'accepted')
  })

  test('what no bank would take is refused before it is written', ({ assert }) => {
    const withTransfer = (changes: Parameters<typeof transfer>[0]) =>
      refusal(file({ blocks: [block({ transfers: [transfer(changes)] })] }))
    const creditor = transfer().creditor

    assert.equal(withTransfer({ amountMinor: 0 }), 'E_SEPA_AMOUNT')
    assert.equal(withTransfer({ amountMinor: 100_000_000_000 }), 'E_SEPA_AMOUNT')
    assert.equal(withTransfer({ amountMinor: 0.5 }), 'E_SEPA_AMOUNT')
    assert.equal(withTransfer({ creditor: { ...creditor, iban: 'ES0600815398730001414453' } }), 'E_SEPA_IBAN')
    assert.equal(
      withTransfer({ creditor: { ...creditor, iban: block().debtor.iban } }),
      'E_SEPA_SAME_ACCOUNT'
    )
    assert.equal(withTransfer({ creditor: { ...creditor, name: '日本' } }), 'E_SEPA_NAME')
    assert.equal(withTransfer({ creditor: { ...creditor, name: '日本 Hotel' } }), 'E_SEPA_NAME')
    assert.equal(withTransfer({ creditor: { ...creditor, name: '. .' } }), 'E_SEPA_NAME')
    assert.equal(withTransfer({ creditor: { ...creditor, name: 'Ξενοδοχεία Α.Ε.' } }), 'accepted')
    assert.equal(withTransfer({ remittance: '請求書' }), 'E_CONCEPT')
    assert.equal(
      withTransfer({ creditor: { ...creditor, iban: 'TR330006100519786457841326' } }),
      'E_SEPA_BIC'
    )
    assert.equal(withTransfer({ endToEndId: 'NOTPROVIDED' }), 'E_SEPA_IDENTIFIER')
    assert.equal(withTransfer({ endToEndId: '/A' }), 'E_SEPA_IDENTIFIER')
    assert.equal(withTransfer({ instructionId: 'x'.repeat(36) }), 'E_SEPA_IDENTIFIER')
    assert.equal(withTransfer({ rfReference: 'RF18539007547034' }), 'E_SEPA_REMITTANCE')
    assert.equal(withTransfer({ remittance: undefined, rfReference: 'RF19539007547034' }), 'E_SEPA_REFERENCE')
    assert.equal(withTransfer({ purpose: 'sala' }), 'E_SEPA_PURPOSE')
    assert.equal(
      withTransfer({
        creditor: { ...creditor, address: { town: '', country: 'ES', lines: ['Calle Mayor 5'] } },
      }),
      'E_SEPA_ADDRESS'
    )
    assert.equal(
      refusal(file({ blocks: [block({ transfers: [transfer(), transfer()] })] })),
      'E_SEPA_DUPLICATE'
    )
    assert.equal(refusal(file({ blocks: [block(), block()] })), 'E_SEPA_DUPLICATE')
    assert.equal(refusal(file({ blocks: [] })), 'E_SEPA_EMPTY')
    assert.equal(refusal(file({ blocks: [block({ transfers: [] })] })), 'E_SEPA_EMPTY')
    assert.equal(refusal(file({ blocks: [block({ instant: true, urgent: true })] })), 'E_SEPA_SPEED')
    assert.equal(refusal(file()), 'accepted')
  })

  test('whatever the names, texts and amounts, the file reads back to the same orders', ({ assert }) => {
    const anyTransfer = fc.record({
      amountMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
      name: fc.string({ unit: 'grapheme', maxLength: 150 }),
      remittance: fc.string({ unit: 'grapheme', maxLength: 300 }),
    })

    fc.assert(
      fc.property(fc.array(anyTransfer, { minLength: 1, maxLength: 20 }), (orders) => {
        const transfers = orders.map(({ amountMinor, name, remittance }, index) =>
          transfer({
            endToEndId: `E${index}`,
            amountMinor,
            remittance: `A${remittance}`,
            creditor: { name: `A${sendable(name)}`, iban: 'ES0600815398730001414452' },
          })
        )
        const read = readPain001(buildPain001(file({ blocks: [block({ transfers })] })))
        assert.isNull(read.problem)
        assert.equal(read.totalMinor, read.declaredMinor)
        assert.deepEqual(
          read.blocks[0]?.transfers.map(({ endToEndId, amountMinor }) => [endToEndId, amountMinor]),
          transfers.map(({ endToEndId, amountMinor }) => [endToEndId, amountMinor])
        )
        for (const { creditorName, remittance } of read.blocks[0]?.transfers ?? []) {
          assert.isTrue(isSepaText(creditorName ?? '') && (creditorName ?? '').length <= 70)
          assert.isTrue(isSepaText(remittance ?? '') && (remittance ?? '').length <= 140)
        }
      }),
      { numRuns: 50 }
    )
  })

  test('any text stays valid against the official schema', async ({ assert }) => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), { numRuns: 300, seed: 20_261_121 })
    const transfers = texts.map((text, index) =>
      transfer({
        endToEndId: `E${index}`,
        remittance: `A${text}`,
        creditor: { name: `A${sendable(text)}`, iban: 'ES0600815398730001414452' },
      })
    )

    const validation = await validateXml(
      buildPain001(file({ blocks: [block({ transfers })] })),
      'pain.001.001.09'
    )

    assert.deepEqual(validation.errors, [])
  })

  test('a file that breaks its schema is told where', async ({ assert }) => {
    const broken = buildPain001(file()).replace('<ChrgBr>SLEV</ChrgBr>', '<ChrgBr>NADA</ChrgBr>')

    const validation = await validateXml(broken, 'pain.001.001.09')

    assert.isFalse(validation.isValid)
    assert.include(validation.errors[0]?.message, 'ChrgBr')
    assert.isNumber(validation.errors[0]?.line)
  })

  test('a file of another office is read as far as it goes', ({ assert }) => {
    const read = readPain001(
      '<Document><CstmrCdtTrfInitn><PmtInf><CdtTrfTxInf><Amt><InstdAmt Ccy="EUR">1,x</InstdAmt>'
    )

    assert.equal(read.problem?.code, 'truncated_xml')
    assert.deepEqual([read.count, read.totalMinor, read.declaredMinor], [1, null, null])
    assert.deepEqual(readPain001('').blocks, [])
  })
})
