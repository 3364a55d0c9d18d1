import type { Tax } from './invoice.js'
import { mark, type Sheet } from './sheet.js'

type Row = [label: string, value: string]

const taxAmount = (sheet: Sheet, at: number, amount: number): string => mark(`tax${at}`, sheet.money(amount))

/** Zero rates are shown by some issuers and left out by others. */
function shownTaxes(sheet: Sheet): { tax: Tax; at: number }[] {
  const all = sheet.invoice.taxes.map((tax, at) => ({ tax, at }))
  return sheet.choose('zero', [true, false]) ? all : all.filter(({ tax }) => tax.amount !== 0)
}

/** Rows above the total, in the order in which the sum is done. */
function sumRows(sheet: Sheet): Row[] {
  const { invoice } = sheet
  const rows: Row[] = []
  if (invoice.discount)
    rows.push(
      [sheet.word('subtotal'), sheet.money(invoice.gross)],
      [
        `${sheet.word('discount')} ${sheet.decimal(invoice.discount.percent)} %`,
        sheet.money(-invoice.discount.amount),
      ]
    )
  rows.push([sheet.word('base'), sheet.taxBase()])
  for (const { tax, at } of shownTaxes(sheet)) {
    const several = invoice.taxes.length > 1
    const label =
      several && sheet.choose('withbase', [true, true, false])
        ? `${sheet.taxLabel(tax)} ${sheet.choose('of', ['s/', 'de', 'sobre'])} ${sheet.money(tax.base)}`
        : sheet.taxLabel(tax)
    rows.push([label, taxAmount(sheet, at, tax.amount)])
  }
  return [...rows, ...afterTaxRows(sheet)]
}

function afterTaxRows(sheet: Sheet): Row[] {
  const { withholding, suplidos } = sheet.invoice
  const rows: Row[] = []
  if (withholding)
    rows.push([
      `${sheet.word('withholding')} ${sheet.choose('retsign', ['', '-'])}${sheet.decimal(withholding.rate)}%`,
      sheet.withholdingAmount(),
    ])
  for (const row of suplidos) rows.push([`${sheet.word('suplidos')}: ${row.text}`, sheet.money(row.amount)])
  return rows
}

/** What follows the total: advances, earlier debts and what is left to pay. None of it is the total of the invoice. */
function afterTotalRows(sheet: Sheet): Row[] {
  const { previousBalance, paidOnAccount, total } = sheet.invoice
  const rows: Row[] = []
  if (paidOnAccount !== null) rows.push([sheet.word('paid'), sheet.money(-paidOnAccount)])
  if (previousBalance !== null) rows.push([sheet.word('previous'), sheet.money(previousBalance)])
  if (rows.length)
    rows.push([sheet.word('toPay'), sheet.money(total - (paidOnAccount ?? 0) + (previousBalance ?? 0))])
  return rows
}

const rowsTable = (rows: Row[], style = ''): string =>
  `<table class="bare" style="margin-left:auto;${style}">${rows.map(([name, value]) => `<tr><td style="padding:.5mm 5mm .5mm 0">${name}</td><td class="r" style="white-space:nowrap">${value}</td></tr>`).join('')}</table>`

/** The sums in one of many arrangements. */
export function totalsBlock(sheet: Sheet, variant: string): string {
  const { accent } = sheet.look
  const total: Row = [`<b>${sheet.word('total')}</b>`, `<b style="font-size:1.2em">${sheet.total()}</b>`]
  const after = afterTotalRows(sheet)
  const tail = after.length ? rowsTable(after, 'font-size:.92em') : ''
  switch (variant) {
    case 'list':
      return rowsTable([...sumRows(sheet), total, ...after])
    case 'boxed':
      return (
        rowsTable(sumRows(sheet)) +
        `<div style="margin:2mm 0 2mm auto;width:70mm;background:${accent};color:#fff;display:flex;justify-content:space-between;padding:2mm 3mm">${total.map((part) => `<span>${part}</span>`).join('')}</div>${tail}`
      )
    case 'strip':
      return stripTable(sheet) + tail
    case 'rates':
      return `<div style="display:flex;justify-content:space-between;align-items:flex-end">${ratesTable(sheet)}<div>${rowsTable([...discountRows(sheet), ...afterTaxRows(sheet), total, ...after])}</div></div>`
    case 'transposed':
      return transposed(sheet) + rowsTable([...afterTaxRows(sheet), total, ...after])
    case 'valuefirst':
      return `<table class="bare">${[...sumRows(sheet), total, ...after].map(([name, value]) => `<tr><td class="r" style="white-space:nowrap">${value}</td><td style="padding-left:4mm;color:#555">${name}</td></tr>`).join('')}</table>`
    case 'cards':
      return `<div style="display:flex;flex-wrap:wrap;gap:2mm;justify-content:flex-end">${[...sumRows(sheet), total].map(([name, value]) => `<div style="border:.2mm solid #999;padding:1mm 3mm"><div style="font-size:.7em;color:#777">${name}</div><div class="r">${value}</div></div>`).join('')}</div>${tail}`
    case 'inline':
      return `<div style="border-top:.3mm solid;border-bottom:.3mm solid;padding:2mm 0">${sumRows(sheet)
        .map(([name, value]) => `${name}: ${value}`)
        .join(
          ' &nbsp;·&nbsp; '
        )}</div><div class="r" style="font-size:1.3em;margin-top:2mm">${total.join(' ')}</div>${tail}`
    case 'above':
      return `<table class="full" style="text-align:center">${headAndValues([...sumRows(sheet), total])}</table>${tail}`
    default:
      return rowsTable(
        [...sumRows(sheet).map(([name, value]): Row => [`<i>${name}</i>`, value]), total, ...after],
        'border:.3mm solid #555;padding:2mm'
      )
  }
}

function discountRows(sheet: Sheet): Row[] {
  const { discount, gross } = sheet.invoice
  return discount
    ? [
        [sheet.word('subtotal'), sheet.money(gross)],
        [`${sheet.word('discount')} ${sheet.decimal(discount.percent)} %`, sheet.money(-discount.amount)],
      ]
    : []
}

const headAndValues = (rows: Row[]): string =>
  `<tr>${rows.map(([name]) => `<td style="font-size:.72em;color:#666;padding:0 1.5mm">${name}</td>`).join('')}</tr><tr>${rows.map(([, value]) => `<td style="border-top:.2mm solid #666;padding:1mm 1.5mm;white-space:nowrap">${value}</td>`).join('')}</tr>`

/** One row a rate, the surcharge beside its tax: the usual foot of Spanish accounting programs. */
function ratesTable(sheet: Sheet): string {
  const rated = shownTaxes(sheet)
  const hasSurcharge = rated.some(({ tax }) => tax.type === 'RE')
  const cell = 'border:.2mm solid #888;padding:.7mm 2.5mm'
  const single = sheet.invoice.taxes.filter(({ type }) => type !== 'RE').length === 1
  const heads = [
    sheet.word('base'),
    sheet.word('rate').replace('IVA', sheet.invoice.taxName),
    sheet.word('quota').replace('IVA', sheet.invoice.taxName),
    ...(hasSurcharge ? ['% RE', sheet.choose('reh', ['Cuota RE', 'Recargo'])] : []),
  ]
  const rows = rated
    .filter(({ tax }) => tax.type !== 'RE')
    .map(({ tax, at }) => {
      const surcharge = sheet.invoice.taxes.findIndex(
        (other) => other.type === 'RE' && other.base === tax.base
      )
      const re = sheet.invoice.taxes[surcharge]
      const base = single ? sheet.taxBase() : sheet.money(tax.base)
      return [
        base,
        sheet.decimal(tax.rate, sheet.choose('rp', [0, 2])),
        taxAmount(sheet, at, tax.amount),
        ...(hasSurcharge
          ? [re ? sheet.decimal(re.rate) : '', re ? taxAmount(sheet, surcharge, re.amount) : '']
          : []),
      ]
    })
  if (!single)
    rows.push([sheet.taxBase(), '', sheet.money(sheet.invoice.taxTotal), ...(hasSurcharge ? ['', ''] : [])])
  if (rated.length === 0) rows.push([sheet.taxBase(), '', ''])
  return `<table class="bare"><tr>${heads.map((head) => `<th style="${cell};background:#eee;font-size:.82em">${head}</th>`).join('')}</tr>${rows.map((row) => `<tr>${row.map((value) => `<td class="r" style="${cell};white-space:nowrap">${value}</td>`).join('')}</tr>`).join('')}</table>`
}

/** Everything in one strip at the foot: gross, discount, base, rate, quota, total. */
function stripTable(sheet: Sheet): string {
  const { invoice } = sheet
  const cell = 'border:.25mm solid #444;padding:1mm 2mm'
  const column = (head: string, values: string[]): string =>
    `<td style="${cell};vertical-align:top;padding:0"><div style="font-size:.75em;border-bottom:.25mm solid #444;padding:.5mm 2mm;text-align:center">${head}</div>${values.map((value) => `<div class="r" style="padding:.4mm 2mm;white-space:nowrap">${value}</div>`).join('')}</td>`
  const main = invoice.taxes.map((tax, at) => ({ tax, at })).filter(({ tax }) => tax.type !== 'RE')
  const surcharges = invoice.taxes.map((tax, at) => ({ tax, at })).filter(({ tax }) => tax.type === 'RE')
  const bases = main.length === 1 ? [sheet.taxBase()] : main.map(({ tax }) => sheet.money(tax.base))
  const columns = [
    ...discountRows(sheet).map(([head, value]) => column(head, [value])),
    column(sheet.word('base'), bases),
    column(
      sheet.word('rate').replace('IVA', invoice.taxName),
      main.map(({ tax }) => sheet.decimal(tax.rate, 2))
    ),
    column(
      sheet.word('quota').replace('IVA', invoice.taxName),
      main.map(({ tax, at }) => taxAmount(sheet, at, tax.amount))
    ),
    ...(surcharges.length
      ? [
          column(
            '% R.E.',
            surcharges.map(({ tax }) => sheet.decimal(tax.rate, 2))
          ),
          column(
            'R. Equiv.',
            surcharges.map(({ tax, at }) => taxAmount(sheet, at, tax.amount))
          ),
        ]
      : []),
    ...afterTaxRows(sheet).map(([head, value]) => column(head, [value])),
    column(sheet.word('total'), [`<b style="font-size:1.2em">${sheet.total()}</b>`]),
  ]
  return `<table class="full"><tr>${columns.join('')}</tr></table>`
}

/** Rates as columns, base and quota as rows. */
function transposed(sheet: Sheet): string {
  const taxes = sheet.invoice.taxes.map((tax, at) => ({ tax, at }))
  const cell = 'padding:.6mm 3mm;border-bottom:.2mm solid #aaa'
  const row = (name: string, values: string[], sum: string): string =>
    `<tr><td style="${cell}">${name}</td>${values.map((value) => `<td class="r" style="${cell}">${value}</td>`).join('')}<td class="r" style="${cell};font-weight:600">${sum}</td></tr>`
  return `<table class="bare">${row(
    '',
    taxes.map(({ tax }) => sheet.taxLabel(tax)),
    sheet.choose('sum', ['Suma', 'Total', 'Σ'])
  )}${row(
    sheet.word('base'),
    taxes.map(({ tax }) => sheet.money(tax.base)),
    sheet.taxBase()
  )}${row(
    sheet.word('quota'),
    taxes.map(({ tax, at }) => taxAmount(sheet, at, tax.amount)),
    sheet.money(sheet.invoice.taxTotal)
  )}</table>`
}
