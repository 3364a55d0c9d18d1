import { test } from '@japa/runner'
import fc from 'fast-check'

import { isUnbalanced, selectForAccount } from '#app/accounts/statements/account_file'
import { readNorma43 } from '#app/accounts/statements/norma43/norma43'
import { normaConceptLabel } from '#app/accounts/statements/norma43/norma43_concepts'
import type { ParsedStatementFile } from '#app/accounts/statements/parsed_statement'
import { close, concept, end, header, movement } from '#tests/accounts/statements/norma43_records'

const whole = [
  header({ cents: 100_000 }),
  movement({ cents: -1098, concept: '12', reference2: '5540014387733014' }),
  concept(1, 'COMPRA TARG 5540XXXXXXXX3014 DNH*MICHA', 'EL SCOTT'),
  movement({ cents: 25_000, on: '260311', valueOn: '260309' }),
  concept(1, 'TRANSFERENCIA DE', 'HOTEL MAR'),
  concept(2, 'FRA 118'),
  close({ debits: [1, 1098], credits: [1, 25_000], cents: 123_902 }),
  end(7),
]

function codes(file: ParsedStatementFile): string[] {
  return [...file.issues, ...file.statements.flatMap(({ issues }) => issues)].map(({ code }) => code)
}

test.group('Norma 43', () => {
  test('a whole file is read without a word', ({ assert }) => {
    const file = readNorma43(whole.join('\r\n'))

    const [statement] = file.statements
    const [card, transfer] = statement?.entries ?? []
    assert.deepEqual(codes(file), [])
    assert.equal(statement?.iban, 'ES9121000418450200051332')
    assert.equal(statement?.currency, 'EUR')
    assert.equal(statement?.holderName, 'HOTEL SOL SL')
    assert.deepEqual([statement?.from, statement?.to], ['2026-03-01', '2026-03-31'])
    assert.deepEqual([statement?.openingMinor, statement?.closingMinor], [100_000, 123_902])
    assert.equal(card?.amountMinor, -1098)
    assert.equal(card?.reference2, '5540014387733014')
    assert.equal(card?.commonConcept, '12')
    assert.equal(card?.line, 2)
    assert.equal(transfer?.amountMinor, 25_000)
    assert.deepEqual([transfer?.bookedOn, transfer?.valueOn], ['2026-03-11', '2026-03-09'])
  })

  test('a word cut between the two fields of a record is put together again, any others get a space', ({
    assert,
  }) => {
    const [card, transfer] = readNorma43(whole.join('\n')).statements[0]?.entries ?? []

    assert.equal(card?.text, 'COMPRA TARG 5540XXXXXXXX3014 DNH*MICHAEL SCOTT')
    assert.equal(transfer?.text, 'TRANSFERENCIA DE HOTEL MAR FRA 118')
    assert.deepEqual(transfer?.rawLines, ['TRANSFERENCIA DE', 'HOTEL MAR', 'FRA 118', ''])
  })

  test('lines cut at their last letter, blank lines, Ctrl-Z and a record 00 change nothing', ({ assert }) => {
    const lines = ['00 0081260331', ...whole.map((line) => line.trimEnd()), '', '\u001a']

    const file = readNorma43(lines.join('\n'))

    assert.deepEqual(codes(file), [])
    assert.deepEqual(file.statements, readNorma43(whole.join('\n')).statements.map(oneLineLater))
  })

  test('a file cut before its end keeps its movements and has a computed balance only', ({ assert }) => {
    const file = readNorma43(whole.slice(0, 4).join('\n'))

    const [statement] = file.statements
    assert.sameMembers(codes(file), ['missing_record_88', 'missing_record_33'])
    assert.equal(statement?.entries.length, 2)
    assert.isNull(statement?.closingDeclaredMinor)
    assert.equal(statement?.closingComputedMinor, 123_902)
  })

  test('each total that does not add up is told with both figures and its line', ({ assert }) => {
    const lines = whole.with(6, close({ debits: [2, 1099], credits: [1, 25_001], cents: 1 })).with(7, end(9))

    const file = readNorma43(lines.join('\n'))

    assert.sameMembers(codes(file), [
      'record_count_mismatch',
      'entry_count_mismatch',
      'debit_total_mismatch',
      'credit_total_mismatch',
      'closing_balance_mismatch',
    ])
    const closing = file.statements[0]?.issues.find(({ code }) => code === 'closing_balance_mismatch')
    assert.equal(closing?.line, 7)
    assert.include(closing?.message, '0,01')
    assert.include(closing?.message, '1.239,02')
  })

  test('a movement of nothing is a notice, on whichever side the bank counts it', ({ assert }) => {
    const file = readNorma43(
      [
        header({ cents: 500 }),
        movement({ cents: 0 }),
        close({ debits: [1, 0], credits: [0, 0], cents: 500 }),
        end(3),
      ].join('\n')
    )

    assert.deepEqual(codes(file), [])
    assert.equal(file.statements[0]?.entries[0]?.status, 'INFO')
  })

  test('an overdrawn account has a negative balance', ({ assert }) => {
    const file = readNorma43(
      [
        header({ cents: -500 }),
        movement({ cents: -1 }),
        close({ debits: [1, 1], credits: [0, 0], cents: -501 }),
        end(3),
      ].join('\n')
    )

    assert.deepEqual(codes(file), [])
    assert.deepEqual([file.statements[0]?.openingMinor, file.statements[0]?.closingMinor], [-500, -501])
  })

  test('years from 80 are of the last century and a value date may be far from the period', ({ assert }) => {
    const file = readNorma43([header(), movement({ cents: 1, valueOn: '991231' })].join('\n'))

    assert.equal(file.statements[0]?.entries[0]?.valueOn, '1999-12-31')
    assert.notInclude(codes(file), 'date_outside_period')
  })

  test('an operation outside the period is told', ({ assert }) => {
    const file = readNorma43([header(), movement({ cents: 1, on: '260401' })].join('\n'))

    assert.deepInclude(file.statements[0]?.issues ?? [], {
      code: 'date_outside_period',
      message: 'La fecha de operación está fuera del periodo del extracto.',
      line: 2,
    })
  })

  test('a movement without a readable amount is named and left out with its texts', ({ assert }) => {
    const broken = movement({ cents: 100 }).replace('200000000000100', '2000000000001O0')

    const file = readNorma43([header(), broken, concept(1, 'PERDIDO'), movement({ cents: 7 })].join('\n'))

    const [issue] = file.statements[0]?.issues ?? []
    assert.deepInclude(issue, { code: 'unreadable_amount', line: 2 })
    assert.deepEqual(
      file.statements[0]?.entries.map(({ amountMinor, text }) => [amountMinor, text]),
      [[7, normaConceptLabel('04')]]
    )
  })

  test('a day that does not exist is told and the value date stands in', ({ assert }) => {
    const file = readNorma43([header(), movement({ cents: 1, on: '260231', valueOn: '260228' })].join('\n'))

    assert.include(codes(file), 'assumed_date')
    assert.notInclude(codes(file), 'unreadable_date')
    assert.equal(file.statements[0]?.entries[0]?.bookedOn, '2026-02-28')
  })

  test('a movement without any day is counted as one that cannot be read', ({ assert }) => {
    const file = readNorma43([header(), movement({ cents: 1, on: '260231', valueOn: '000000' })].join('\n'))

    assert.include(codes(file), 'unreadable_date')
  })

  test('records in one line without ends are read all the same', ({ assert }) => {
    const records = [
      header({ cents: 100 }),
      movement({ cents: -40 }),
      close({ debits: [1, 40], credits: [0, 0], cents: 60 }),
    ]

    const file = readNorma43([...records, end(records.length)].map((record) => record.padEnd(80)).join(''))

    assert.deepEqual(codes(file), [])
    assert.equal(file.statements[0]?.closingMinor, 60)
  })

  test('however many warnings come before it, a total that does not hold is told', ({ assert }) => {
    const outside = Array.from({ length: 600 }, () => movement({ cents: -1, on: '250101' }))
    const records = [
      header({ cents: 1_000 }),
      ...outside,
      close({ debits: [600, 600], credits: [0, 0], cents: 999 }),
    ]

    const file = readNorma43([...records, end(records.length)].join('\n'))

    assert.include(codes(file), 'closing_balance_mismatch')
    const account = selectForAccount(file, { iban: 'ES9121000418450200051332', currency: 'EUR' })
    assert.deepEqual(
      account.controlIssues.map(({ code }) => code),
      ['closing_balance_mismatch']
    )
    assert.isTrue(file.statements.every((statement) => isUnbalanced(statement, account)))
  })

  test('several accounts and currencies come in one file', ({ assert }) => {
    const dollars = header({ cents: 1, currency: '840' })
    const closes = { debits: [0, 0] as [number, number], credits: [0, 0] as [number, number] }

    const file = readNorma43(
      [
        header(),
        close({ ...closes, cents: 0 }),
        dollars,
        close({ ...closes, cents: 1, currency: '840' }),
        end(4),
      ].join('\n')
    )

    assert.deepEqual(
      file.statements.map(({ currency, closingMinor }) => [currency, closingMinor]),
      [
        ['EUR', 0],
        ['USD', 1],
      ]
    )
    assert.deepEqual(codes(file), [])
  })

  test('yens are written with two decimals that are always zero', ({ assert }) => {
    const file = readNorma43(
      [header({ cents: 123_400, currency: '392' }), movement({ cents: -100 })].join('\n')
    )

    assert.equal(file.statements[0]?.openingMinor, 1234)
    assert.equal(file.statements[0]?.entries[0]?.amountMinor, -1)
  })

  test('the next statement of an account must open with what the one before closed with', ({ assert }) => {
    const first = [header({ cents: 5 }), close({ debits: [0, 0], credits: [0, 0], cents: 5 })]
    const second = [header({ cents: 6 }), close({ debits: [0, 0], credits: [0, 0], cents: 6 })]

    assert.deepEqual(codes(readNorma43([...first, ...second, end(4)].join('\n'))), [
      'opening_balance_mismatch',
    ])
  })

  test('two equal movements of one day are both kept', ({ assert }) => {
    const toll = movement({ cents: -355, concept: '12' })

    const file = readNorma43([header(), toll, toll].join('\n'))

    assert.equal(file.statements[0]?.entries.length, 2)
  })

  test('the original amount of a movement abroad is kept', ({ assert }) => {
    const file = readNorma43([header(), movement({ cents: -900 }), '240184000000000001000'].join('\n'))

    assert.deepEqual(file.statements[0]?.entries[0]?.original, { amountMinor: 1000, currency: 'USD' })
  })

  test('the agreed layout of SEPA transfers gives the other party and the end-to-end reference', ({
    assert,
  }) => {
    const records = [
      concept(1, `${'HOTEL MAR SL'.padEnd(66)}B12345674`),
      concept(2, 'PAGO-2026-000123'),
      concept(3, 'SUPPSUPPFACTURA 118'),
    ]

    const [entry] =
      readNorma43([header(), movement({ cents: 5 }), ...records].join('\n')).statements[0]?.entries ?? []

    assert.equal(entry?.counterpartyName, 'HOTEL MAR SL')
    assert.equal(entry?.endToEndId, 'PAGO-2026-000123')
  })

  test('lines of no record, and movements before any account, are named', ({ assert }) => {
    const file = readNorma43(['77 basura', movement({ cents: 1 }), concept(1, 'x'), '33'].join('\n'))

    assert.includeMembers(codes(file), ['unknown_record', 'entry_without_account', 'close_without_account'])
    assert.deepEqual(
      file.issues.slice(0, 2).map(({ line }) => line),
      [1, 2]
    )
  })

  test('whatever its movements, a file that declares its own sums is right', ({ assert }) => {
    const amounts = fc.array(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), { maxLength: 30 })

    fc.assert(
      fc.property(amounts, fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (cents, opening) => {
        const minus = cents.filter((amount) => amount < 0)
        const plus = cents.filter((amount) => amount >= 0)
        const sum = (list: number[]) => list.reduce((total, amount) => total + Math.abs(amount), 0)
        const file = readNorma43(
          [
            header({ cents: opening }),
            ...cents.map((amount) => movement({ cents: amount })),
            close({
              debits: [minus.length, sum(minus)],
              credits: [plus.length, sum(plus)],
              cents: opening + sum(plus) - sum(minus),
            }),
            end(cents.length + 2),
          ].join('\n')
        )
        assert.deepEqual(codes(file), [])
        assert.deepEqual(
          file.statements[0]?.entries.map(({ amountMinor }) => amountMinor),
          cents.map((amount) => amount + 0)
        )
      })
    )
  })
})

function oneLineLater(statement: ParsedStatementFile['statements'][number]) {
  return {
    ...statement,
    entries: statement.entries.map((entry) => ({ ...entry, line: (entry.line ?? 0) + 1 })),
  }
}
