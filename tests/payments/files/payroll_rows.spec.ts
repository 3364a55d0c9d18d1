import { test } from '@japa/runner'
import { readRows } from '#app/imports/read_rows'
import { openTable } from '#app/imports/tables/open_table'
import { readPain001 } from '#app/payments/files/read_pain001'
import {
  PAYROLL_COLUMNS,
  payrollHash,
  readPayrollRow,
  readPayrollTransfers,
} from '#app/payments/kinds/payroll/payroll_rows'

function read(text: string, choice: Record<string, string> = {}) {
  const table = openTable(Buffer.from(text, 'utf8'), {
    columns: PAYROLL_COLUMNS,
    choice,
    sheet: null,
    orderWithoutHeadings: [],
    oneOf: [],
  })
  if (!table) throw new Error('The file has no rows')
  return { table, rows: table.missing.length > 0 ? [] : readRows(table, readPayrollRow, 'due').rows }
}

test.group('A payroll from a file', () => {
  test('names of columns vary, and so do months and figures', ({ assert }) => {
    const { rows } = read(
      'DNI;Líquido a percibir;Mes\r\n12345678z;1.234,56;noviembre de 2026\r\n12345678Z;900;2026-11'
    )

    assert.deepEqual(
      rows.map(({ value }) => [value?.taxId, value?.netMinor, value?.period, value?.concept]),
      [
        ['12345678Z', 123_456, '2026-11', 'salary'],
        ['12345678Z', 90_000, '2026-11', 'salary'],
      ]
    )
  })

  test('the month is read however it is written: {written}')
    .with([
      { written: 'nov-26', period: '2026-11' },
      { written: 'Nov-26', period: '2026-11' },
      { written: 'nov. 2026', period: '2026-11' },
      { written: 'sept-26', period: '2026-09' },
      { written: 'ene 26', period: '2026-01' },
      { written: 'Diciembre/26', period: '2026-12' },
      { written: 'marzo del 2026', period: '2026-03' },
      { written: '01-nov-26', period: '2026-11' },
      { written: '11-2026', period: '2026-11' },
      { written: 'nómina 26', period: null },
      { written: 'nov-1926', period: null },
      { written: '26-nov', period: null },
      { written: 'nov', period: null },
      { written: '11/26', period: null },
    ])
    .run(({ assert }, { written, period }) => {
      const { rows } = read(`NIF;Neto;Periodo\r\n12345678Z;10,00;${written}`)

      assert.equal(rows[0]?.value?.period ?? null, period)
    })

  test('a needed column under another name is pointed out by somebody', ({ assert }) => {
    const text = 'Trabajador nº;Cobra;Periodo\r\n12345678Z;900,00;11/2026'

    assert.deepEqual(read(text).table.missing, ['taxId', 'net'])
    const { table, rows } = read(text, { taxId: 'Trabajador nº', net: 'Cobra' })
    assert.deepEqual(table.missing, [])
    assert.equal(rows[0]?.value?.netMinor, 90_000)
  })

  test('each row says all that is wrong with it: {label}')
    .with([
      { label: 'no NIF', row: ';1.000,00;11/2026;;', error: /Falta el NIF/ },
      { label: 'a net of zero', row: '12345678Z;0,00;11/2026;;', error: /mayor que cero/ },
      { label: 'a negative net', row: '12345678Z;-10,00;11/2026;;', error: /no es un importe válido/ },
      { label: 'a month that is none', row: '12345678Z;10,00;13/2026;;', error: /periodo/ },
      { label: 'an unknown concept', row: '12345678Z;10,00;11/2026;Propina;', error: /concepto/ },
      { label: 'a wrong IBAN', row: '12345678Z;10,00;11/2026;;ES0012345678901234567890', error: /IBAN/ },
    ])
    .run(({ assert }, { row, error }) => {
      const { rows } = read(`NIF;Neto;Periodo;Concepto;IBAN\r\n${row}`)
      assert.isNull(rows[0]?.value ?? null)
      assert.match(rows[0]?.errors.join(' ') ?? '', error)
    })

  test('a breakdown must give the net amount', ({ assert }) => {
    const head = 'NIF;Neto;Periodo;Bruto;IRPF;Seguridad Social;SS empresa'
    const { rows } = read(
      `${head}\r\n12345678Z;1.500,00;11/2026;2.000,00;370,00;130,00;640,00\r\n12345678Z;1.500,00;11/2026;2.000,00;370,00;131,00;640,00`
    )

    assert.deepInclude(rows[0]?.value, {
      grossMinor: 200_000,
      irpfMinor: 37_000,
      socialMinor: 13_000,
      employerSocialMinor: 64_000,
    })
    assert.match(rows[1]?.errors.join(' ') ?? '', /no cuadra/)
  })

  test('the same payment has the same mark wherever it stands', ({ assert }) => {
    const [a, b] = ['12345678Z;900,00;11/2026', '00000000T;800,00;11/2026']
    const hashes = (text: string) =>
      read(`NIF;Neto;Periodo\r\n${text}`).rows.map(({ value }) => value && payrollHash(value))

    assert.sameMembers(hashes(`${a}\r\n${b}`), hashes(`${b}\r\n${a}`))
    assert.lengthOf(new Set(hashes(`${a}\r\n${b}`)), 2)
  })

  test('a pain.001 of the payroll office is read by accounts', ({ assert }) => {
    const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><PmtInf><ReqdExctnDt><Dt>2026-11-30</Dt></ReqdExctnDt><CdtTrfTxInf><PmtId><EndToEndId>N1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1234.56</InstdAmt></Amt><Cdtr><Nm>Ana</Nm></Cdtr><CdtrAcct><Id><IBAN>ES9121000418450200051332</IBAN></Id></CdtrAcct><RmtInf><Ustrd>NOMINA 11/2026</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`

    const [row] = readPayrollTransfers(readPain001(xml))

    assert.deepInclude(row?.value, {
      taxId: null,
      iban: 'ES9121000418450200051332',
      netMinor: 123_456,
      period: '2026-11',
      concept: 'salary',
    })
  })

  test('a transfer is of the month and the kind that its text names: {text}')
    .with([
      { text: 'Nomina noviembre 2026', paidOn: '2026-12-02', said: ['2026-11', 'salary', 0] },
      { text: 'NOMINA NOVIEMBRE', paidOn: '2026-12-02', said: ['2026-11', 'salary', 0] },
      { text: 'Nómina diciembre', paidOn: '2027-01-04', said: ['2026-12', 'salary', 0] },
      { text: 'Paga extra diciembre', paidOn: '2026-12-20', said: ['2026-12', 'extra', 0] },
      { text: 'Finiquito 11/2026', paidOn: '2026-12-02', said: ['2026-11', 'settlement', 0] },
      { text: 'Transferencia', paidOn: '2026-12-02', said: ['2026-12', 'salary', 1] },
    ] as const)
    .run(({ assert }, { text, paidOn, said }) => {
      const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><PmtInf><ReqdExctnDt><Dt>${paidOn}</Dt></ReqdExctnDt><CdtTrfTxInf><PmtId><EndToEndId>N1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1234.56</InstdAmt></Amt><Cdtr><Nm>Ana</Nm></Cdtr><CdtrAcct><Id><IBAN>ES9121000418450200051332</IBAN></Id></CdtrAcct><RmtInf><Ustrd>${text}</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`

      const [row] = readPayrollTransfers(readPain001(xml))

      assert.deepEqual([row?.value?.period, row?.value?.concept, row?.warnings.length], [...said])
    })

  test('a word that objects know is no concept', ({ assert }) => {
    const [row] = read('NIF;Neto;Periodo;Concepto\r\n12345678Z;10,00;2026-11;constructor').rows

    assert.include(row?.errors.join(' '), 'El concepto «constructor» no se reconoce.')
  })
})
