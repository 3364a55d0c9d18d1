import { deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { test } from '@japa/runner'
import iconv from 'iconv-lite'
import { selectForAccount } from '#app/accounts/statements/account_file'
import { entryFingerprints } from '#app/accounts/statements/entry_fingerprint'
import { emptyEntry, emptyStatement } from '#app/accounts/statements/parsed_statement'
import { readStatementFile } from '#app/accounts/statements/read_statement_file'
import { decodeText } from '#app/files/decode_text'
import { DomainError } from '#app/kernel/domain_error'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { balance, camt, ntry } from '#tests/accounts/statements/camt_message'
import { close, concept, end, header, movement } from '#tests/accounts/statements/norma43_records'

const norma43 = [
  header({ cents: 1 }),
  movement({ cents: 2 }),
  concept(1, 'ÑANDÚ Y CAÑÓN, NÓMINA DE MARZO'),
  close({ debits: [0, 0], credits: [1, 2], cents: 3 }),
  end(4),
].join('\r\n')

const camt053 = camt({
  balances: balance('OPBD', '1.00') + balance('CLBD', '3.00'),
  entries: ntry('2.00', {
    inside: '<NtryDtls><TxDtls><Refs><EndToEndId>A</EndToEndId></Refs></TxDtls></NtryDtls>',
  }),
})

const csv = 'Fecha;Concepto;Importe;Saldo\n10/03/2026;"a;b";1.234,56;2.000,00\n11/03/2026;c;-5,00;1.995,00\n'

function excel(bookType: 'xlsx' | 'biff8'): Buffer {
  const book = utils.book_new()
  const rows = [
    ['Fecha', 'Concepto', 'Importe'],
    ['10/03/2026', 'a', 12.3],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Hoja')
  return write(book, { type: 'buffer', bookType })
}

/** A ZIP of one file, as any program makes it. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed])
  const entry = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const tail = Buffer.alloc(18)
  tail.writeUInt16LE(1, 4)
  tail.writeUInt16LE(1, 6)
  tail.writeUInt32LE(entry.length, 8)
  tail.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, entry, Buffer.from('PK\u0005\u0006'), tail])
}

test.group('Statement files', () => {
  test('the kind of a file is told by what is in it', async ({ assert }) => {
    const formats = await Promise.all(
      [norma43, camt053, csv].map(async (text) => (await readStatementFile(Buffer.from(text))).format)
    )

    assert.deepEqual(formats, ['n43', 'camt.053.001.08', 'csv'])
    assert.equal((await readStatementFile(excel('xlsx'))).format, 'xlsx')
    assert.equal((await readStatementFile(excel('biff8'))).format, 'xlsx')
  })

  test('Norma 43 in {$self} keeps its ñ')
    .with(['utf8', 'windows-1252', 'cp850', 'utf-16le'])
    .run(async ({ assert }, encoding) => {
      const bytes = iconv.encode(norma43, encoding, { addBOM: encoding.startsWith('utf-16') })

      const file = await readStatementFile(bytes)

      assert.equal(file.statements[0]?.entries[0]?.text, 'ÑANDÚ Y CAÑÓN, NÓMINA DE MARZO')
      assert.deepEqual(file.statements[0]?.issues, [])
    })

  test('byte 165 alone is an Ñ of the old code page', ({ assert }) => {
    assert.deepEqual(decodeText(Buffer.from([0x45, 0x53, 0x50, 0x41, 0xa5, 0x41])), {
      text: 'ESPAÑA',
      encoding: 'cp850',
    })
  })

  test('a statement inside a ZIP is read', async ({ assert }) => {
    const file = await readStatementFile(zip('extracto.xml', Buffer.from(camt053)))

    assert.equal(file.format, 'camt.053.001.08')
    assert.equal(file.statements[0]?.entries[0]?.amountMinor, 200)
  })

  test('a ZIP that unpacks to gigabytes is refused before it does', async ({ assert }) => {
    const bomb = zip('extracto.n43', Buffer.alloc(60 * 1024 * 1024))

    const file = await readStatementFile(bomb)

    assert.deepEqual(
      file.issues.map(({ message }) => message),
      ['El fichero ocupa más de 20 MB una vez descomprimido: divídalo en partes.']
    )
  })

  test('an empty file, a picture and a letter are told', async ({ assert }) => {
    const messages = async (bytes: Buffer) =>
      (await readStatementFile(bytes)).issues.map(({ message }) => message)

    assert.deepEqual(await messages(Buffer.alloc(0)), ['El fichero está vacío.'])
    assert.deepEqual(await messages(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])), [
      'Formato no reconocido.',
    ])
    assert.deepEqual(await messages(Buffer.from('Estimado señor:')), ['Formato no reconocido.'])
    assert.deepEqual(await messages(Buffer.from('PK\u0003\u0004roto')), [
      'El fichero comprimido está dañado o protegido y no se puede abrir.',
    ])
  })

  test('more than 20 MB or 200,000 lines are refused', async ({ assert }) => {
    const refusal = 'El fichero supera el máximo (20 MB / 200.000 líneas).'

    await assert.rejects(() => readStatementFile(Buffer.alloc(20 * 1024 * 1024 + 1)), refusal)
    await assert.rejects(() => readStatementFile(Buffer.from(`${norma43}\n${'\n'.repeat(200_000)}`)), refusal)
  })

  test('{name} with its bits flipped or its end cut never makes the reader fail')
    .with([
      { name: 'Norma 43', bytes: Buffer.from(norma43) },
      { name: 'camt', bytes: Buffer.from(camt053) },
      { name: 'CSV', bytes: Buffer.from(csv) },
      { name: 'XLSX', bytes: excel('xlsx') },
    ])
    .run(async ({ assert }, { bytes }) => {
      const random = seeded(20_261_121)
      for (let round = 0; round < 300; round++) {
        const broken = damage(bytes, random)
        try {
          const file = await readStatementFile(broken)
          for (const statement of file.statements) entryFingerprints(statement.entries)
          for (const { message } of file.issues) assert.isNotEmpty(message)
        } catch (error) {
          assert.instanceOf(error, DomainError, broken.toString('base64'))
        }
      }
    })
})

test.group('Whose a statement is', () => {
  const iban = 'ES9121000418450200051332'
  const statement = (account: string | null, currency = 'EUR') => ({ ...emptyStatement(), account, currency })
  const fileOf = (...statements: ReturnType<typeof statement>[]) => ({
    format: 'n43',
    encoding: null,
    issues: [],
    statements,
  })
  const picked = (file: ReturnType<typeof fileOf>, account: Parameters<typeof selectForAccount>[1]) =>
    selectForAccount(file, account).statements.map((found) => `${found.account} ${found.currency}`)

  test('a few figures of the number do not tell an account', ({ assert }) => {
    const account = { iban, currency: 'EUR' }

    assert.deepEqual(picked(fileOf(statement('0200051332')), account), ['0200051332 EUR'])
    assert.throws(() => picked(fileOf(statement('1332')), account), /El extracto es de la cuenta 1332/)
  })

  test('the same number in another currency is another account', ({ assert }) => {
    const file = fileOf(statement('210004180200051332', 'USD'), statement('210004180200051332'))

    assert.deepEqual(picked(file, { iban, currency: 'EUR' }), ['210004180200051332 EUR'])
    assert.throws(() => picked(file, { iban, currency: 'GBP' }), /El extracto está en USD/)
  })

  test('an account without IBAN is told by its number, once it has one', ({ assert }) => {
    const both = fileOf(statement('77001'), statement('77002'))

    assert.deepEqual(picked(both, { iban: null, statementAccount: '77002', currency: 'EUR' }), ['77002 EUR'])
    assert.throws(() => picked(both, { iban: null, currency: 'EUR' }), /varias cuentas \(77001, 77002\)/)
    assert.throws(
      () => picked(fileOf(statement('77001')), { iban: null, statementAccount: '77002', currency: 'EUR' }),
      'El extracto es de la cuenta 77001, no de 77002.'
    )
  })
})

test.group('What makes an entry the same', () => {
  const toll = {
    ...emptyEntry(-355, 'EUR'),
    bookedOn: calendarDate('2026-03-10'),
    valueOn: calendarDate('2026-03-11'),
    text: 'AUTOPISTA DEL SOL',
  }

  test('two equal tolls of one day are two, and the same two in the next file', ({ assert }) => {
    const [first, second] = entryFingerprints([toll, toll])

    assert.notEqual(first, second)
    assert.deepEqual(
      entryFingerprints([toll, { ...toll, amountMinor: -1 }, toll]).filter((_, at) => at !== 1),
      [first, second]
    )
  })

  test('capitals, accents and the line of the file do not matter; amount, dates and references do', ({
    assert,
  }) => {
    const [same] = entryFingerprints([toll])

    assert.deepEqual(entryFingerprints([{ ...toll, text: 'Autopista  del sol', line: 9 }]), [same])
    for (const change of [
      { amountMinor: 355 },
      { currency: 'USD' },
      { bookedOn: calendarDate('2026-03-11') },
      { valueOn: null },
      { reference1: 'x' },
      { documentNo: 'x' },
      { text: 'OTRA' },
      { balanceAfterMinor: 1 },
    ]) {
      assert.notDeepEqual(entryFingerprints([{ ...toll, ...change }]), [same])
    }
  })

  test('what the bank calls an entry for good is enough, whatever the text of the report', ({ assert }) => {
    const booked = { ...toll, bankReference: 'R-1', bankTransactionCode: 'PMNT/CCRD/POSD' }

    assert.deepEqual(
      entryFingerprints([{ ...booked, text: 'intradía', documentNo: '1' }]),
      entryFingerprints([{ ...booked, text: 'final', documentNo: '7' }])
    )
  })
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** One to five in a hundred bits flipped, or the end cut off, or both. */
function damage(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(
    bytes.subarray(0, random() < 0.3 ? Math.floor(random() * bytes.length) : bytes.length)
  )
  const flips = random() < 0.2 ? 0 : Math.ceil(copy.length * 8 * (0.001 + random() * 0.02))
  for (let flip = 0; flip < flips; flip++) {
    const at = Math.floor(random() * copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  }
  return copy
}
