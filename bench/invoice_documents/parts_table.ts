import type { Line } from './invoice.js'
import { escapeHtml, markQuantity, type Sheet } from './sheet.js'

type Column = { key: string; head: string; cell: (line: Line) => string; isRight: boolean }

/** The columns of a layout by letters: c code, d description, q quantity, u unit, p price, x discount, v rate, a amount, i amount with tax, t day. */
function columnsOf(sheet: Sheet, letters: string): Column[] {
  const all: Record<string, Column> = {
    c: { key: 'c', head: sheet.word('code'), cell: (line) => escapeHtml(line.code), isRight: false },
    d: {
      key: 'd',
      head: sheet.word('desc'),
      cell: (line) => escapeHtml(line.text) + detailOf(sheet, line),
      isRight: false,
    },
    q: { key: 'q', head: sheet.word('qty'), cell: (line) => quantityOf(sheet, line), isRight: true },
    u: { key: 'u', head: sheet.word('unit'), cell: (line) => line.unit, isRight: false },
    p: { key: 'p', head: sheet.word('price'), cell: (line) => sheet.money(line.price, true), isRight: true },
    x: {
      key: 'x',
      head: sheet.word('disc'),
      cell: (line) => (line.discount ? sheet.decimal(line.discount, sheet.choose('dp', [0, 2])) : ''),
      isRight: true,
    },
    v: {
      key: 'v',
      head: sheet.word('rate'),
      cell: (line) => `${sheet.decimal(line.rate)}${sheet.choose('pct', ['', '%', ' %'])}`,
      isRight: true,
    },
    a: {
      key: 'a',
      head: sheet.word('amount'),
      cell: (line) => sheet.money(line.amount, sheet.choose('plain', [true, false])),
      isRight: true,
    },
    i: {
      key: 'i',
      head: sheet.choose('inc', ['Total c/IVA', 'Imp. con imp.', 'PVP']),
      cell: (line) => sheet.money(Math.round(line.amount * (1 + line.rate / 100)), true),
      isRight: true,
    },
    t: {
      key: 't',
      head: sheet.word('date').split(' ')[0] ?? '',
      cell: (line) => sheet.date(line.day, 'dd/mm'),
      isRight: false,
    },
  }
  return [...letters].flatMap((letter) => all[letter] ?? [])
}

function detailOf(sheet: Sheet, line: Line): string {
  return line.detail && sheet.choose('details', [true, false])
    ? `<div style="font-size:.82em;color:#666">${line.detail}</div>`
    : ''
}

function quantityOf(sheet: Sheet, line: Line): string {
  return markQuantity(
    sheet.decimal(line.quantity, Number.isInteger(line.quantity) ? sheet.choose('qp', [0, 0, 2, 3]) : 3)
  )
}

/** Rows of one page, with the sums carried from and to the other pages. */
export interface Slice {
  lines: Line[]
  carriedIn: number | null
  carriedOut: number | null
}

/** The lines in one of many kinds of table. */
export function tableBlock(sheet: Sheet, variant: string, letters: string, slice: Slice): string {
  if (variant === 'stacked') return stacked(sheet, slice)
  if (variant === 'amountfirst') return amountFirst(sheet, slice)
  const columns = columnsOf(sheet, letters)
  const { accent } = sheet.look
  const border =
    variant === 'grid'
      ? 'border:.2mm solid #777;'
      : variant === 'rows'
        ? 'border-bottom:.2mm solid #bbb;'
        : variant === 'columns'
          ? 'border-left:.2mm solid #777;border-right:.2mm solid #777;'
          : ''
  const headStyle =
    {
      grid: 'background:#e6e6e6',
      rows: `border-bottom:.5mm solid ${accent};text-align:left`,
      zebra: `background:${accent};color:#fff`,
      columns: 'border:.2mm solid #777',
      bare: 'font-weight:normal;font-style:italic',
      headless: '',
    }[variant] ?? ''
  const pad = sheet.choose('pad', ['.5mm 1.5mm', '1.1mm 2mm', '1.8mm 1.5mm'])
  const head =
    variant === 'headless'
      ? ''
      : `<tr>${columns.map(({ head, isRight }) => `<th style="${border}${headStyle};padding:${pad}" class="${isRight ? 'r' : 'l'}">${head}</th>`).join('')}</tr>`
  let note: string | null = null
  const rows = slice.lines.flatMap((line, at) => {
    const before: string[] = []
    if (line.note !== note) {
      if (note !== null) before.push(noteSum(sheet, columns.length, slice.lines, note))
      before.push(
        `<tr><td colspan="${columns.length}" style="${border}padding:${pad};font-weight:600">${sheet.word('note')} ${line.note} &nbsp; ${sheet.date(line.day)}</td></tr>`
      )
      note = line.note
    }
    const shade = variant === 'zebra' && at % 2 ? 'background:#f1f1f1;' : ''
    return [
      ...before,
      `<tr>${columns.map(({ key, cell, isRight }) => `<td style="${border}${shade}padding:${pad}${key === 'd' ? '' : ';white-space:nowrap'}" class="${isRight ? 'r' : 'l'}">${cell(line)}</td>`).join('')}</tr>`,
    ]
  })
  if (note !== null) rows.push(noteSum(sheet, columns.length, slice.lines, note))
  return `<table class="full lines">${head}${carried(sheet, columns.length, 'brought', slice.carriedIn)}${rows.join('')}${carried(sheet, columns.length, 'carry', slice.carriedOut)}</table>`
}

function noteSum(sheet: Sheet, span: number, lines: Line[], note: string): string {
  const ofNote = sheet.invoice.lines.filter((line) => line.note === note)
  const last = ofNote.at(-1)
  if (!last || !lines.includes(last)) return ''
  const sum = ofNote.reduce((total, { amount }) => total + amount, 0)
  return `<tr><td colspan="${span}" class="r" style="padding:.5mm 2mm 2mm;font-style:italic">${sheet.choose('ns', ['Total albarán', 'Suma alb.', 'Subtotal'])} ${sheet.money(sum)}</td></tr>`
}

function carried(sheet: Sheet, span: number, key: 'carry' | 'brought', sum: number | null): string {
  if (sum === null) return ''
  return `<tr><td colspan="${span - 1}" class="r" style="padding:1.5mm 2mm;font-weight:600">${sheet.word(key)}</td><td class="r" style="padding:1.5mm 2mm;font-weight:600;white-space:nowrap">${sheet.money(sum, true)}</td></tr>`
}

/** Wording above, "12 ud x 3,20" under it, the amount at the right. */
function stacked(sheet: Sheet, slice: Slice): string {
  const sign = sheet.choose('times', [' x ', ' × ', ' a ', ' @ '])
  return slice.lines
    .map(
      (line) =>
        `<div style="display:flex;justify-content:space-between;align-items:flex-end;border-bottom:.2mm dotted #aaa;padding:1mm 0"><div>${escapeHtml(line.text)}<div style="color:#555;font-size:.9em">${quantityOf(sheet, line)} ${line.unit}${sign}${sheet.money(line.price, true)}${line.discount ? ` (-${sheet.decimal(line.discount)}%)` : ''}</div></div><div style="white-space:nowrap">${sheet.money(line.amount)}</div></div>`
    )
    .join('')
}

/** Some write the amount before the wording. */
function amountFirst(sheet: Sheet, slice: Slice): string {
  return `<table class="full"><tr><th class="l" style="width:26mm;border-bottom:.3mm solid">${sheet.word('amount')}</th><th class="l" style="border-bottom:.3mm solid">${sheet.word('desc')}</th><th class="r" style="border-bottom:.3mm solid">${sheet.word('qty')}</th></tr>${slice.lines.map((line) => `<tr><td class="l" style="padding:1.3mm 0;white-space:nowrap">${sheet.money(line.amount)}</td><td>${escapeHtml(line.text)}</td><td class="r">${quantityOf(sheet, line)}</td></tr>`).join('')}</table>`
}
