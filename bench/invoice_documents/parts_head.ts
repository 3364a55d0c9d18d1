import { escapeHtml, mark, type Sheet } from './sheet.js'

/** The logo: a picture (its name is not text), the name in large letters, or nothing. */
export function logoOf(sheet: Sheet, variant: string): string {
  if (variant === 'picture')
    return `<img src="${sheet.logo}" style="height:17mm;max-width:100%;object-fit:contain;object-position:left;display:block">`
  if (variant === 'brand')
    return `<div style="font-size:2em;font-weight:800;color:${sheet.look.accent};letter-spacing:.04em">${escapeHtml(sheet.invoice.brand)}</div>`
  if (variant === 'name')
    return `<div style="font-size:1.6em;font-weight:700;color:${sheet.look.accent}">${sheet.issuerName()}</div>`
  return ''
}

/** Who issues it, in one of many shapes. The tax id is always in it. */
export function issuerBlock(sheet: Sheet, variant: string): string {
  return `<div>${issuerText(sheet, variant)}</div>`
}

function issuerText(sheet: Sheet, variant: string): string {
  const { issuer, language } = sheet.invoice
  const address = `${issuer.street}`
  const town = `${issuer.postcode} ${issuer.city}`
  const id = `${sheet.label('taxId')} ${sheet.issuerTaxId()}`
  const phone = `${sheet.label('phone')} ${phoneOf(issuer.name)}`
  switch (variant) {
    case 'stack':
      return `<b>${sheet.issuerName()}</b><br>${address}<br>${town}<br>${id}<br>${phone}`
    case 'idfirst':
      return `${id}<br>${sheet.issuerName()}<br>${address} · ${town}`
    case 'line':
      return `${sheet.issuerName()} · ${address} · ${town} · ${id} · ${phone}`
    case 'registry':
      return `${sheet.issuerName()}. ${language === 'es' || language === 'gl' ? 'Domicilio social' : ''} ${address}, ${town}. ${registryOf(sheet)} ${id}`
    case 'labelled': {
      const rows: [string, string][] = [
        [language === 'es' ? 'Razón social' : sheet.choose('rs', ['Name', 'Nom']), sheet.issuerName()],
        [sheet.word('taxId'), sheet.issuerTaxId()],
        [language === 'es' ? 'Domicilio' : 'Adr.', `${address}, ${town}`],
      ]
      return `<table class="bare">${rows.map(([name, value]) => `<tr><td style="color:#777;padding-right:3mm">${name}</td><td>${value}</td></tr>`).join('')}</table>`
    }
    default:
      return `<span style="font-size:1.15em">${sheet.issuerName()}</span><br>${address}, ${town}<br>${phone} — info@${mailOf(issuer.name)}<br>${id}`
  }
}

const phoneOf = (name: string): string =>
  `9${((name.length * 7919) % 90) + 10} ${((name.length * 104729) % 900) + 100} ${((name.charCodeAt(3) * 37) % 900) + 100}`
const mailOf = (name: string): string =>
  `${
    name
      .normalize('NFD')
      .replaceAll(/[^A-Za-z ]/g, '')
      .split(' ')[0]
      ?.toLowerCase() ?? 'x'
  }.example`
const registryOf = (sheet: Sheet): string =>
  sheet.invoice.issuer.country === 'ES'
    ? sheet.choose('reg', [
        'Inscrita en el Registro Mercantil, Tomo 2.114, Libro 0, Folio 87, Hoja B-41022, Inscripción 1ª.',
        'R.M. Tomo 14.332, F. 118, H. M-239.114, I. 4.',
        'Insc. Reg. Merc. T 887 gral., folio 21, hoja V-10.224.',
      ])
    : 'HRB 48213.'

/** Who is billed. */
export function customerBlock(sheet: Sheet, variant: string): string {
  return `<div>${customerText(sheet, variant)}</div>`
}

function customerText(sheet: Sheet, variant: string): string {
  const { customer } = sheet.invoice
  const town = `${customer.postcode} ${customer.city}`
  const id = mark('customerTaxId', sheet.taxId(customer))
  const name = mark('customerName', customer.name)
  const label = sheet.label('customer')
  switch (variant) {
    case 'window':
      return `${name}<br>${customer.street}<br>${town}<br>${sheet.label('taxId')} ${id}`
    case 'boxed':
      return `<div style="border:.3mm solid ${sheet.look.accent};border-radius:1.5mm;padding:2.5mm"><b>${label}</b> ${sheet.invoice.extra.customerNo}<br>${name}<br>${customer.street}<br>${town} (${customer.region})<br>${id}</div>`
    case 'idfirst':
      return `<div style="font-size:.8em;color:#666">${label}</div><b>${sheet.word('taxId')} ${id}</b><br><span style="font-size:1.25em">${name}</span><br>${customer.street}, ${town}`
    case 'labelled':
      return `<table class="bare"><tr><td style="padding-right:3mm">${label}</td><td>${name}</td></tr><tr><td>${sheet.label('taxId')}</td><td>${id}</td></tr><tr><td></td><td>${customer.street}<br>${town}</td></tr></table>`
    case 'line':
      return `${label} ${name} · ${sheet.word('taxId')} ${id} · ${customer.street} · ${town}`
    default:
      return `<div style="background:${sheet.look.accent};color:#fff;padding:.6mm 2mm;font-size:.85em">${sheet.word('customer')}</div><div style="padding:1mm 2mm">${name}<br>${id}<br>${customer.street}<br>${town}</div>`
  }
}

/** Label and value of everything that is written at the head; `field` for what is judged. */
export function headPairs(sheet: Sheet, which: string): [string, string][] {
  const { invoice } = sheet
  const { extra } = invoice
  const number: [string, string][] =
    invoice.series !== null && sheet.choose('apart', [true, false])
      ? [
          [sheet.word('series'), mark('invoiceNumber', invoice.series, true)],
          [sheet.word('number'), mark('invoiceNumber', invoice.number, true)],
        ]
      : [[sheet.word('number'), sheet.number()]]
  const due = sheet.dueDate()
  const period = extra.period
    .map((day) => sheet.date(day, sheet.look.date === 'words' ? 'dd/mm/yyyy' : sheet.look.date))
    .join(sheet.choose('per', [' - ', ' a ', ' / ']))
  const more: Record<string, [string, string]> = {
    n: [sheet.word('customerNo'), extra.customerNo],
    o: [sheet.word('order'), extra.order],
    c: [sheet.word('contract'), extra.contract],
    u: ['CUPS', extra.cups],
    a: [sheet.word('note'), extra.note],
    p: [sheet.word('period'), period],
    g: [sheet.word('page'), '1/1'],
  }
  const pairs: [string, string][] = [...number, [sheet.word('date'), sheet.issueDate()]]
  if (due) pairs.push([sheet.word('due'), due])
  for (const key of which) {
    const pair = more[key]
    if (pair) pairs.splice(sheet.choose(`at${key}`, [0, 1, 2, pairs.length]), 0, pair)
  }
  if (invoice.rectified)
    pairs.push(
      [sheet.word('rectifies'), mark('rectifiedInvoiceNumber', invoice.rectified.number)],
      [sheet.choose('rd', ['Fecha fra. original', 'De fecha']), sheet.date(invoice.rectified.date)]
    )
  return pairs
}

/** The head's pairs in one of many arrangements. */
export function headBlock(sheet: Sheet, variant: string, which: string): string {
  const pairs = headPairs(sheet, which)
  const { accent, labelEnd } = sheet.look
  const cell = 'padding:.8mm 2mm;border:.2mm solid #888'
  switch (variant) {
    case 'list':
      return `<table class="bare">${pairs.map(([name, value]) => `<tr><td style="padding-right:5mm">${name}${labelEnd}</td><td class="r">${value}</td></tr>`).join('')}</table>`
    case 'colon':
      return pairs.map(([name, value]) => `<div>${name}: <b>${value}</b></div>`).join('')
    case 'strip':
      return `<table class="full"><tr>${pairs.map(([name]) => `<th style="${cell};background:#eee;font-size:.85em">${name}</th>`).join('')}</tr><tr>${pairs.map(([, value]) => `<td style="${cell};text-align:center">${value}</td>`).join('')}</tr></table>`
    case 'far':
      return `<table class="full"><tr>${pairs.map(([name]) => `<th style="color:${accent};text-align:left;border-top:.4mm solid ${accent}">${name}</th>`).join('')}</tr><tr>${pairs.map(() => '<td style="font-size:.7em;color:#999;padding-bottom:2.5mm">(ver condiciones)</td>').join('')}</tr><tr>${pairs.map(([, value]) => `<td>${value}</td>`).join('')}</tr></table>`
    case 'boxes':
      return `<div style="display:flex;flex-wrap:wrap;gap:1.5mm">${pairs.map(([name, value]) => `<div style="border:.2mm solid ${accent};padding:1mm 2mm;min-width:24mm"><div style="font-size:.68em;color:#666">${name}</div>${value}</div>`).join('')}</div>`
    case 'valuefirst':
      return `<table class="bare" style="margin-left:auto">${pairs.map(([name, value]) => `<tr><td class="r" style="padding-right:3mm"><b>${value}</b></td><td style="color:#777;font-size:.85em">${name}</td></tr>`).join('')}</table>`
    case 'below':
      return pairs
        .map(
          ([name, value]) =>
            `<div style="margin-bottom:1.6mm"><div style="font-size:.75em;color:${accent};text-transform:uppercase">${name}</div><div>${value}</div></div>`
        )
        .join('')
    case 'dots':
      return pairs
        .map(
          ([name, value]) =>
            `<div style="display:flex"><span>${name}</span><span style="flex:1;overflow:hidden;white-space:nowrap;color:#888">${'.'.repeat(40)}</span><span>${value}</span></div>`
        )
        .join('')
    case 'pipe':
      return `<div>${pairs.map(([name, value]) => `${name}${labelEnd} ${value}`).join(' &nbsp;|&nbsp; ')}</div>`
    case 'grid2':
      return `<table class="full">${pairsOfTwo(pairs)
        .map(
          (row) =>
            `<tr>${row.map(([name, value]) => `<td style="${cell};background:#f3f3f3">${name}</td><td style="${cell}">${value}</td>`).join('')}</tr>`
        )
        .join('')}</table>`
    case 'columns':
      return `<div style="display:grid;grid-template-columns:repeat(3,1fr);gap:1mm 5mm">${pairs.map(([name, value]) => `<div><i>${name}</i> ${value}</div>`).join('')}</div>`
    default:
      return `<table class="bare">${pairs.map(([name, value]) => `<tr><td style="${cell};background:${accent};color:#fff">${name}</td><td style="${cell}">${value}</td></tr>`).join('')}</table>`
  }
}

function pairsOfTwo<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / 2) }, (_, at) => list.slice(at * 2, at * 2 + 2))
}

/** The document's title in the words of its kind. */
export function titleOf(sheet: Sheet): string {
  const kind = sheet.invoice.documentType
  return sheet.word(
    kind === 'credit_note' ? 'titleCredit' : kind === 'simplified' ? 'titleSimplified' : 'title'
  )
}
