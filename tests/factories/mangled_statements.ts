import { utils, write } from '@e965/xlsx'
import { balance, camt, ntry } from '#tests/accounts/statements/camt_message'
import { close, concept, end, header, movement } from '#tests/accounts/statements/norma43_records'

export type Format = 'norma43' | 'camt052' | 'camt053' | 'camt054' | 'csv' | 'xlsx'
export const FORMATS: readonly Format[] = ['norma43', 'camt052', 'camt053', 'camt054', 'csv', 'xlsx']

const AMOUNTS = [-12_100, -350, 45_000, -9_999, 1, -25_000, 7_777, -60]

/** A sound statement of each format, of the account ES91 2100 0418 4502 0005 1332. */
export function soundStatement(format: Format): Buffer {
  switch (format) {
    case 'norma43':
      return Buffer.from(norma43(), 'latin1')
    case 'camt052':
      return Buffer.from(message('052.001.08', 'BkToCstmrAcctRpt', 'Rpt'))
    case 'camt053':
      return Buffer.from(message('053.001.08', 'BkToCstmrStmt', 'Stmt'))
    case 'camt054':
      return Buffer.from(message('054.001.08', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'))
    case 'csv':
      return Buffer.from(
        table()
          .map((cells) => cells.join(';'))
          .join('\r\n')
      )
    case 'xlsx':
      return workbook()
    default:
      return format satisfies never
  }
}

const sumOf = (sign: number) => AMOUNTS.filter((amount) => Math.sign(amount) === sign)

function norma43(): string {
  const moves = AMOUNTS.flatMap((cents, at) => [
    movement({ cents, on: `2603${String(at + 2).padStart(2, '0')}`, documentNo: String(at) }),
    concept(1, `RECIBO NÚMERO ${at}`, 'SUMINISTROS DE PRUEBA'),
  ])
  const total = (sign: number): [number, number] => {
    const amounts = sumOf(sign)
    return [amounts.length, Math.abs(amounts.reduce((sum, amount) => sum + amount, 0))]
  }
  const cents = 100_000 + AMOUNTS.reduce((sum, amount) => sum + amount, 0)
  return [
    header({ cents: 100_000 }),
    ...moves,
    close({ debits: total(-1), credits: total(1), cents }),
    end(moves.length + 2),
  ].join('\r\n')
}

const euros = (cents: number) => (Math.abs(cents) / 100).toFixed(2)

function message(version: string, container: string, statement: string): string {
  const closing = 100_000 + AMOUNTS.reduce((sum, amount) => sum + amount, 0)
  return camt({
    version,
    container,
    statement,
    balances: balance('OPBD', '1000.00', { on: '2026-03-01' }) + balance('CLBD', euros(closing)),
    entries: AMOUNTS.map((cents, at) =>
      ntry(euros(cents), {
        sign: cents < 0 ? 'DBIT' : 'CRDT',
        inside: `<NtryDtls><TxDtls><Refs><EndToEndId>E2E-${at}</EndToEndId></Refs><RmtInf><Ustrd>Recibo número ${at}</Ustrd></RmtInf></TxDtls></NtryDtls>`,
      })
    ).join('\n'),
  })
}

function table(): string[][] {
  let rest = 100_000
  const rows = AMOUNTS.map((cents, at) => {
    rest += cents
    return [
      `${String(at + 2).padStart(2, '0')}/03/2026`,
      `RECIBO NÚMERO ${at}`,
      spanish(cents),
      spanish(rest),
    ]
  })
  return [['Fecha', 'Concepto', 'Importe', 'Saldo'], ...rows]
}

const spanish = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')

function workbook(): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table()), 'Movimientos')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/** A file damaged in one to three of the ways in which files arrive damaged; the same for the same `draw`. */
export function mangle(bytes: Buffer, draw: (below: number) => number): Buffer {
  let damaged: Buffer = Buffer.from(bytes)
  const times = 1 + draw(3)
  for (let time = 0; time < times; time++) damaged = DAMAGES[draw(DAMAGES.length)]?.(damaged, draw) ?? damaged
  return damaged
}

type Damage = (bytes: Buffer, draw: (below: number) => number) => Buffer

const DAMAGES: readonly Damage[] = [
  // Flipped bits, one in a hundred bytes at most.
  (bytes, draw) => {
    const flips = 1 + draw(Math.max(1, Math.floor(bytes.length / 100)))
    for (let flip = 0; flip < flips && bytes.length > 0; flip++) {
      const at = draw(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8))
    }
    return bytes
  },
  // Cut off.
  (bytes, draw) => bytes.subarray(0, draw(bytes.length + 1)),
  (bytes, draw) => bytes.subarray(draw(bytes.length + 1)),
  // Another encoding than it says.
  (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString('utf8'), 'utf16le')]),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  // Lines twice, lost or out of order.
  (bytes, draw) => onLines(bytes, draw, (lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')),
  (bytes, draw) => onLines(bytes, draw, (lines, at) => lines.toSpliced(at, 1)),
  (bytes, draw) => onLines(bytes, draw, (lines, at) => [...lines.slice(at), ...lines.slice(0, at)]),
  // Something foreign in the middle.
  (bytes, draw) => {
    const at = draw(bytes.length + 1)
    const foreign = FOREIGN[draw(FOREIGN.length)] ?? ''
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(foreign), bytes.subarray(at)])
  },
]

const FOREIGN = [
  '\0',
  '"',
  ';;;;',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '&a;',
  ']]>',
  '-0',
  '1.234',
  '31/02/2026',
  '99999999999999999999',
  '=1+1',
  '\u202e',
  'NaN',
  '\r',
  '<Ntry>',
]

function onLines(
  bytes: Buffer,
  draw: (below: number) => number,
  change: (lines: string[], at: number) => string[]
): Buffer {
  const lines = bytes.toString('latin1').split('\n')
  return Buffer.from(change(lines, draw(lines.length)).join('\n'), 'latin1')
}
